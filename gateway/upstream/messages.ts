/** S7 "Messages". */
import { isRecord } from "./envelope.js";
import { NotFound } from "./errors.js";
import { multipart, type Part } from "./multipart.js";
import { record, records, text, type Wire } from "./read.js";
import { LONG_TIMEOUT_MS, type Transport } from "./transport.js";

/** What a depositor writes. */
export interface NewMessage {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
}

/** A file that came with a message: its name, and where its bytes are (never shown to the browser). */
export interface Attachment {
  readonly name: string;
  readonly address: string;
}

export interface MessageClient {
  messages(): Promise<readonly Wire[]>;
  /** The upstream's words for it (S8). */
  view(uuid: string): Promise<string>;
  /** Extension: one of a message's files. */
  attachment(message: string, uuid: string): Promise<Attachment>;
  /** Sends a message, once for a key, and the files as they come. What the files throw is thrown on. */
  send(idempotencyKey: string, message: NewMessage, files: AsyncIterable<Part>): Promise<void>;
}

export function messageClient(transport: Transport): MessageClient {
  const messages = async () => records(await transport.send({ method: "GET", path: "/messages" }), "messages");
  return {
    messages,
    async attachment(message, uuid) {
      const files = (await messages()).find((each) => each.uuid === message)?.attachments;
      const file = Array.isArray(files) ? files.filter(isRecord).find((each) => each.uuid === uuid) : undefined;
      if (!file) throw new NotFound();
      const path = `/x/messages/${encodeURIComponent(message)}/attachments/${encodeURIComponent(uuid)}`;
      const wire = record(await transport.send({ method: "GET", path, fresh: true }), "attachment");
      return { name: text(file, "name", "attachment"), address: text(wire, "download_url", "attachment") };
    },
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
