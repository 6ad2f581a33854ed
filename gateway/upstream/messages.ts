/** S7 "Messages". */
import { isRecord } from "./envelope.js";
import { NotFound } from "./errors.js";
import { type FilePart, multipart } from "./multipart.js";
import { type JsonObject, objectOf, objectsOf, requiredString } from "./response-data.js";
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
  readonly url: string;
}

export interface MessageClient {
  messages(): Promise<readonly JsonObject[]>;
  /** The upstream's words for it (S8). */
  view(uuid: string): Promise<string>;
  /** Extension: one of a message's files. */
  attachment(message: string, uuid: string): Promise<Attachment>;
  /** Sends a message, once for a key, and the files as they come. What the files throw is thrown on. */
  send(idempotencyKey: string, message: NewMessage, files: AsyncIterable<FilePart>): Promise<void>;
}

export function messageClient(transport: Transport): MessageClient {
  const messages = async () => objectsOf(await transport.send({ method: "GET", path: "/messages" }), "messages");
  return {
    messages,
    async attachment(message, uuid) {
      const files = (await messages()).find((each) => each.uuid === message)?.attachments;
      const file = Array.isArray(files) ? files.filter(isRecord).find((each) => each.uuid === uuid) : undefined;
      if (!file) throw new NotFound();
      const path = `/x/messages/${encodeURIComponent(message)}/attachments/${encodeURIComponent(uuid)}`;
      const wire = objectOf(await transport.send({ method: "GET", path, uncached: true }), "attachment");
      return { name: requiredString(file, "name", "attachment"), url: requiredString(wire, "download_url", "attachment") };
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
        throw form.error() ?? error;
      }
    },
  };
}
