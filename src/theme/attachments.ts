/** Exports the attached files of a form for `AttachmentsWidget`: their form data, and the check of a chosen file. */
import type { RJSFSchema } from "@rjsf/utils";
import type { Translate } from "./texts.js";

/** One attached file in a form's data. `file` is the name under which the runtime stores the bytes. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly file: string;
}

/** The form context of a form that has an `attachments` field. */
export interface FilesContext {
  /** Stores a chosen file until it is sent; returns its name in the form data. */
  readonly addFile?: (file: File) => string;
}

/** The limits that the field's JSON Schema declares. */
export interface FileLimits {
  readonly most: number;
  readonly bytes: number;
  readonly types: readonly string[];
}

/** The first bytes of a file, by its true type. */
const SIGNATURES: Readonly<Record<string, readonly number[]>> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** Reads `maxItems`, and for the items the `enum` of `type` and the `maximum` of `size`. */
export function limitsOf({ maxItems, items }: RJSFSchema): FileLimits {
  const { type, size } = propertiesOf(items);
  return {
    most: maxItems ?? Number.POSITIVE_INFINITY,
    bytes: size?.maximum ?? Number.POSITIVE_INFINITY,
    types: (type?.enum ?? []).filter((each): each is string => typeof each === "string"),
  };
}

function propertiesOf(items: RJSFSchema["items"]): Readonly<Record<string, RJSFSchema | undefined>> {
  if (typeof items !== "object" || Array.isArray(items)) return {};
  return (items.properties ?? {}) as Readonly<Record<string, RJSFSchema | undefined>>;
}

/** The type of a file by its first bytes; null for an unknown type. */
async function typeOf(file: File): Promise<string | null> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return Object.entries(SIGNATURES).find(([, signature]) => signature.every((byte, index) => start[index] === byte))?.[0] ?? null;
}

/** The type of an accepted file, or the message why a file is rejected. */
export async function checkFile(
  file: File,
  { bytes, types }: FileLimits,
  translate: Translate,
): Promise<{ readonly type: string } | { readonly rejected: string }> {
  if (file.size > bytes) return { rejected: translate("fileTooLarge", { name: file.name, most: megabytes(bytes) }) };
  const type = await typeOf(file);
  if (type === null || !types.includes(type)) return { rejected: translate("fileOfOtherKind", { name: file.name }) };
  return { type };
}

/** Whether two chosen files are the same file of the device, as far as a browser shows it. */
export const isSameFile = (one: File | undefined, other: File): boolean =>
  one?.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** A size in kilobytes, rounded up, for a list of files; with the unit as the flows write it (`Intl` has "kB"). */
export const kilobytes = (bytes: number): string => `${new Intl.NumberFormat().format(Math.ceil(bytes / 1024))} KB`;

const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(undefined, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 }).format(bytes / 1024 / 1024);
