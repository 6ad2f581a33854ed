/** S7 "Messages". */
import { multipart, type Part } from "./multipart.js";
import { records, type Wire } from "./read.js";
import { LONG_TIMEOUT_MS, type Transport } from "./transport.js";

/** What a depositor writes. */
export interface NewMessage {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
}

export interface MessageClient {
  messages(): Promise<readonly Wire[]>;
  /** The upstream's words for it (S8). */
  view(uuid: string): Promise<string>;
  /** Sends a message, once for a key, and the files as they come. What the files throw is thrown on. */
  send(idempotencyKey: string, message: NewMessage, files: AsyncIterable<Part>): Promise<void>;
}

export function messageClient(transport: Transport): MessageClient {
  return {
    messages: async () => records(await transport.send({ method: "GET", path: "/messages" }), "messages"),
    view: async (uuid) => (await transport.send({ method: "POST", path: `/messages/${encodeURIComponent(uuid)}/view` })).message,
    async send(idempotencyKey, { subject, category, body }, files) {
      const form = multipart({ subject, category, body }, "attachments[]", files);
      try {
        // As long as the depositor's own connection takes.
        await transport.send({
          method: "POST",
          path: "/messages",
          stream: form,
          headers: { "idempotency-key": idempotencyKey },
          timeoutMs: LONG_TIMEOUT_MS,
        });
      } catch (error) {
        // An upload that breaks off looks like a broken upstream to the transport.
        throw form.broken() ?? error;
      }
    },
  };
}
