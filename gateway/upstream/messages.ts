/** Exports the client of S7's "Messages". */

import { NotFound } from "./errors.js";
import type { JsonObject } from "./json-object.js";
import { isJsonObject } from "./json-object.js";
import { type FilePart, multipart } from "./multipart.js";
import { objectOf, objectsOf, requiredString } from "./response-data.js";
import { LONG_TIMEOUT_MS, type Transport } from "./transport.js";

/** The text of a new message. */
export interface NewMessage {
  readonly subject: string;
  readonly category: string;
  readonly body: string;
}

/** A file of a message: its name and its download URL, which the browser never sees. */
export interface Attachment {
  readonly name: string;
  readonly url: string;
}

export interface MessageClient {
  messages(): Promise<readonly JsonObject[]>;
  /** Returns the upstream's message (S8). */
  view(uuid: string): Promise<string>;
  /** Extension: one file of a message. */
  attachment(message: string, uuid: string): Promise<Attachment>;
  /** Sends a message, once for each key, and streams its files. Rethrows what the files' iterator throws. */
  send(idempotencyKey: string, message: NewMessage, files: AsyncIterable<FilePart>): Promise<void>;
}

export function messageClient(transport: Transport): MessageClient {
  const messages = async () => objectsOf(await transport.send({ method: "GET", path: "/messages" }), "messages");
  return {
    messages,
    async attachment(message, uuid) {
      const files = (await messages()).find((each) => each.uuid === message)?.attachments;
      const file = Array.isArray(files) ? files.filter(isJsonObject).find((each) => each.uuid === uuid) : undefined;
      if (!file) throw new NotFound();
      const path = `/x/messages/${encodeURIComponent(message)}/attachments/${encodeURIComponent(uuid)}`;
      const data = objectOf(await transport.send({ method: "GET", path, uncached: true }), "attachment");
      return { name: requiredString(file, "name", "attachment"), url: requiredString(data, "download_url", "attachment") };
    },
    view: async (uuid) => (await transport.send({ method: "POST", path: `/messages/${encodeURIComponent(uuid)}/view` })).message,
    async send(idempotencyKey, { subject, category, body }, files) {
      const form = multipart({ subject, category, body }, "attachments[]", files);
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
    },
  };
}
