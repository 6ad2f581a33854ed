/** Exports the upload of a message with its files, for the message resolver. */
import { type FilePart, multipart } from "./multipart.js";
import { LONG_TIMEOUT_MS, type Transport } from "./transport.js";

/** The text of a message, by the names of its parts in the request. */
export type NewMessage =
  | { readonly subject: string; readonly category: string; readonly body: string; readonly transaction_id?: string }
  | { readonly reply_to: string; readonly body: string };

/** Sends a message, once for each key, and streams its files. Rethrows the errors of the files' iterator. */
export async function sendMessage(
  transport: Transport,
  idempotencyKey: string,
  message: NewMessage,
  files: AsyncIterable<FilePart>,
): Promise<void> {
  const form = multipart({ ...message }, "attachments[]", files);
  try {
    // The upload takes as long as the depositor's own connection needs.
    await transport.send({
      method: "POST",
      path: "/messages",
      stream: form,
      headers: { "idempotency-key": idempotencyKey },
      timeoutMs: LONG_TIMEOUT_MS,
    });
  } catch (error) {
    // To the transport, an aborted upload looks like a connection error; report the upload's own error.
    throw form.error() ?? error;
  }
}
