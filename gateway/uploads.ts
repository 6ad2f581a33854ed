/**
 * A GraphQL request that brings files: `multipart/form-data` whose first part, `operations`, is the request as it would
 * be in JSON, and whose further parts are the files, each named as the variables name it. Nothing is kept: a resolver
 * reads the files while they arrive.
 */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalidFile, MAX_FILE_BYTES, MAX_FILES } from "./resolvers/attachments.js";
import type { Upload } from "./resolvers/context.js";
import { BadRequest } from "./upstream/errors.js";

const MAX_OPERATIONS_BYTES = 64 * 1024;
/** All files, the operation, and what stands between them. */
const MAX_BODY_BYTES = MAX_FILES * MAX_FILE_BYTES + 2 * MAX_OPERATIONS_BYTES;

/** A request in several parts, its first part read. */
export interface MultipartRequest {
  /** The GraphQL request, as JSON text. */
  readonly operations: string;
  /** Can be walked once. */
  readonly uploads: AsyncIterable<Upload>;
  /** Reads and forgets what nobody has read, so that the answer can be heard. */
  discard(): Promise<void>;
}

/** Lets the routes of this scope take bodies of several parts. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // One byte more than is allowed, so that whoever counts can tell.
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

/** Reads the first part. Throws what a depositor is to be told. */
export async function readMultipart(request: FastifyRequest): Promise<MultipartRequest> {
  const length = Number(request.headers["content-length"]);
  if (!Number.isInteger(length) || length > MAX_BODY_BYTES) throw invalidFile(`Attach at most ${MAX_FILES} files of 10 MB each.`);
  const parts = request.parts();
  const first = await parts.next();
  if (
    first.done ||
    first.value.type !== "field" ||
    first.value.fieldname !== "operations" ||
    first.value.valueTruncated ||
    typeof first.value.value !== "string"
  )
    throw new BadRequest({ code: "malformed" });

  async function* uploads(): AsyncGenerator<Upload> {
    for (;;) {
      const { done, value: part } = await nextPart();
      if (done) return;
      if (part.type !== "file") throw new BadRequest({ code: "malformed" });
      yield { reference: part.fieldname, bytes: part.file };
      // Whoever skips a file must not stop the next one.
      part.file.resume();
    }
  }

  async function nextPart() {
    try {
      return await parts.next();
    } catch (error) {
      if (error instanceof Error && "code" in error && (error.code === "FST_FILES_LIMIT" || error.code === "FST_PARTS_LIMIT"))
        throw invalidFile(`Attach at most ${MAX_FILES} files.`);
      throw error;
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
