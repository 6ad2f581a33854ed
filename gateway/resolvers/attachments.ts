/** Exports the validation of uploaded files while they stream through, for the message resolver (domain.md 5, 34). */
import { type FieldError, Invalid } from "../upstream/errors.js";
import type { FilePart } from "../upstream/multipart.js";
import type { Upload } from "./context.js";

/** A file as the input describes it: `file` names the multipart part that contains it. */
export interface DeclaredFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly file: string;
}

/** The most files that one message may have. */
export const MAX_FILES = 5;
/** The most bytes of one file, which messages call 10 MB. The sandbox has its own limit. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Allowed file types by their leading bytes (magic numbers), each with its file extension. */
const FILE_TYPES: Readonly<Record<string, { readonly signature: readonly number[]; readonly ending: string }>> = {
  "application/pdf": { signature: [0x25, 0x50, 0x44, 0x46, 0x2d], ending: "pdf" },
  "image/jpeg": { signature: [0xff, 0xd8, 0xff], ending: "jpg" },
  "image/png": { signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], ending: "png" },
};
const LONGEST_SIGNATURE = 8;

const ATTACHMENTS_FIELD = "attachments";

/** A field error at the form's field `attachments`; the message is shown to the depositor. */
export function invalidFile(message: string): Invalid {
  const error: FieldError = { path: ATTACHMENTS_FIELD, message };
  return new Invalid({ errors: [error] });
}

/**
 * Yields the files in the order of the input; throws `Invalid` at the first one that does not match its description.
 */
export async function* verifyUploads(uploads: AsyncIterable<Upload>, declared: readonly DeclaredFile[]): AsyncGenerator<FilePart> {
  let next = 0;
  for await (const { reference, bytes } of uploads) {
    const file = declared[next];
    if (file === undefined || file.file !== reference) throw invalidFile("We couldn't read your files. Add them again.");
    next += 1;
    const kind = FILE_TYPES[file.type];
    const name = safeFileName(file.name, next, kind?.ending ?? "");
    const refusal = `“${name}” isn't a PDF, JPEG, or PNG file, or it's damaged. Remove it and choose another file.`;
    if (kind === undefined) throw invalidFile(refusal);
    yield { name, type: file.type, bytes: verifyContent(bytes, kind.signature, name, refusal) };
  }
  const missing = declared[next];
  if (missing !== undefined)
    throw invalidFile(`“${safeFileName(missing.name, next + 1, FILE_TYPES[missing.type]?.ending ?? "")}” didn't upload. Add it again.`);
}

/** Passes the bytes through after checking the signature; throws when the file is too large. */
async function* verifyContent(
  bytes: AsyncIterable<Uint8Array>,
  signature: readonly number[],
  name: string,
  refusal: string,
): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array | null = new Uint8Array(0);
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > MAX_FILE_BYTES) throw invalidFile(`“${name}” is larger than 10 MB. Remove it and choose a smaller file.`);
    if (beginning === null) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.byteLength < LONGEST_SIGNATURE) continue;
    if (!startsWithSignature(beginning, signature)) throw invalidFile(refusal);
    yield beginning;
    beginning = null;
  }
  if (beginning === null) return;
  if (!startsWithSignature(beginning, signature)) throw invalidFile(refusal);
  yield beginning;
}

function startsWithSignature(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** A file name that is safe in a header, on a disk and on a screen, with the extension of its actual type. */
function safeFileName(originalName: string, position: number, ending: string): string {
  const stem = originalName
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .slice(0, 80);
  return `${stem || `file-${position}`}${ending && `.${ending}`}`;
}
