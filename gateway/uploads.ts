/**
 * Exports the parsing of GraphQL requests with files, for the GraphQL route: a `multipart/form-data` body whose first
 * part, `operations`, is the JSON request, and whose other parts are the files, named as in the variables. Nothing is
 * stored: a resolver reads the files while they arrive.
 */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalidFile, MAX_FILE_BYTES, MAX_FILES } from "./resolvers/attachments.js";
import type { Upload } from "./resolvers/context.js";
import { BadRequest } from "./upstream/errors.js";

const MAX_OPERATIONS_BYTES = 64 * 1024;
/** All files, the operation, and the multipart delimiters. */
const MAX_BODY_BYTES = MAX_FILES * MAX_FILE_BYTES + 2 * MAX_OPERATIONS_BYTES;

/** A multipart request whose first part has been read. */
export interface MultipartRequest {
  /** The GraphQL request as JSON text. */
  readonly operations: string;
  /** Can be iterated once. */
  readonly uploads: AsyncIterable<Upload>;
  /** Reads and discards the rest of the body, so that the browser receives the response. */
  discard(): Promise<void>;
}

/** Registers the multipart parser for the routes of this scope. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // One byte more than allowed, so that the resolver can detect files that are too large.
    limits: {
      fields: 1,
      fieldSize: MAX_OPERATIONS_BYTES,
      files: MAX_FILES,
      fileSize: MAX_FILE_BYTES + 1,
      parts: MAX_FILES + 1,
      fieldNameSize: 100,
    },
  });
}

/** A body that is not a multipart request: without a boundary, with parts that nobody declared, or one that ended early. */
const malformed = (): BadRequest => new BadRequest({ code: "malformed" });

/** The bytes of a file. The parser and the connection are the only sources of errors. */
async function* bytesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw malformed();
  }
}

/** Reads the first part. Throws failures that the depositor may see. */
export async function readMultipart(request: FastifyRequest): Promise<MultipartRequest> {
  const length = Number(request.headers["content-length"]);
  if (!Number.isInteger(length) || length > MAX_BODY_BYTES) throw invalidFile(`Add up to ${MAX_FILES} files, 10 MB each.`);
  const parts = request.parts();
  const first = await nextPart();
  if (
    first.done ||
    first.value.type !== "field" ||
    first.value.fieldname !== "operations" ||
    first.value.valueTruncated ||
    typeof first.value.value !== "string"
  )
    throw malformed();

  async function* uploads(): AsyncGenerator<Upload> {
    for (;;) {
      const { done, value: part } = await nextPart();
      if (done) return;
      if (part.type !== "file") throw malformed();
      yield { reference: part.fieldname, bytes: bytesOf(part.file) };
      // Discards a file that the resolver skipped, so that the next part can be read.
      part.file.resume();
    }
  }

  async function nextPart() {
    try {
      return await parts.next();
    } catch (error) {
      if (error instanceof Error && "code" in error && (error.code === "FST_FILES_LIMIT" || error.code === "FST_PARTS_LIMIT"))
        throw invalidFile(`Add up to ${MAX_FILES} files.`);
      throw malformed();
    }
  }

  return {
    operations: first.value.value,
    uploads: uploads(),
    async discard() {
      request.raw.unpipe();
      request.raw.resume();
      if (request.raw.readableEnded || request.raw.destroyed) return;
      await new Promise<void>((resolve) => {
        for (const event of ["end", "close", "error"] as const) request.raw.once(event, () => resolve());
      });
    },
  };
}
