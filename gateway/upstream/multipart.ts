/** Exports a streamed `multipart/form-data` body, for the message client: no file is ever in memory as a whole. */
import { randomUUID } from "node:crypto";

/**
 * A file to send. The body quotes the name unchanged, so it must not contain quotes, control characters or line breaks.
 */
export interface FilePart {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A body that can be sent once. */
export interface StreamedBody {
  /** Its `Content-Type`. */
  readonly type: string;
  readonly body: ReadableStream<Uint8Array>;
  /** The error that the files' iterator threw, or null. */
  error(): Error | null;
}

/** Text fields first, then every file under the same field name. */
export function multipart(texts: Readonly<Record<string, string>>, field: string, files: AsyncIterable<FilePart>): StreamedBody {
  const boundary = `passbook-${randomUUID()}`;
  const encoder = new TextEncoder();
  let broken: Error | null = null;

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const [name, value] of Object.entries(texts)) {
      yield encoder.encode(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    }
    for await (const { name, type, bytes } of files) {
      const disposition = `content-disposition: form-data; name="${field}"; filename="${name}"`;
      yield encoder.encode(`--${boundary}\r\n${disposition}\r\ncontent-type: ${type}\r\n\r\n`);
      yield* bytes;
      yield encoder.encode("\r\n");
    }
    yield encoder.encode(`--${boundary}--\r\n`);
  }

  const chunks = content();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        controller.error(broken);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return { type: `multipart/form-data; boundary=${boundary}`, body, error: () => broken };
}
