/** Files that go with a form: what is said of each in its data, and what is refused before it is taken. */
import type { RJSFSchema } from "@rjsf/utils";
import type { Say } from "./words.js";

/** One attached file, as a form's data knows it; `file` names the bytes, which are kept apart from the data. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly file: string;
}

/** What a form that has an `attachments` field carries in its context. */
export interface FilesContext {
  /** Keeps a chosen file until it is sent; gives the name by which the data speaks of it. */
  readonly holdFile?: (file: File) => string;
}

/** What the field's JSON Schema allows. */
export interface FileLimits {
  readonly most: number;
  readonly bytes: number;
  readonly types: readonly string[];
}

/** What a file really is, by how it begins. */
const SIGNATURES: Readonly<Record<string, readonly number[]>> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** The limits that a schema says: `maxItems`, and of its items the enum of `type` and the maximum of `size`. */
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

/** The type of a file's bytes; null when it is none that we know. */
async function typeOf(file: File): Promise<string | null> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return Object.entries(SIGNATURES).find(([, signature]) => signature.every((byte, index) => start[index] === byte))?.[0] ?? null;
}

/** A chosen file is taken with its type, or refused with why. */
export async function judge(
  file: File,
  { bytes, types }: FileLimits,
  say: Say,
): Promise<{ readonly type: string } | { readonly refused: string }> {
  if (file.size > bytes) return { refused: say("fileTooLarge", { name: file.name, most: megabytes(bytes) }) };
  const type = await typeOf(file);
  if (type === null || !types.includes(type)) return { refused: say("fileOfOtherKind", { name: file.name }) };
  return { type };
}

const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(undefined, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 }).format(bytes / 1024 / 1024);
