/**
 * Exports the limit on the time in which a browser reads nothing of its response, for the server: without it, anybody
 * could occupy connections and responses with requests alone (CWE-400, "slow read").
 */
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Milliseconds without any byte of a response read: longer than a pause of a phone's connection, and of a document's upstream. */
export const UNREAD_TIMEOUT_MS = 60_000;

/** Ends the connection of a browser that stops reading. A slow one has no limit, as long as it continues. */
export function limitUnread(app: FastifyInstance, milliseconds: number): void {
  app.addHook("onSend", async ({ raw: request }, { raw: response }) => {
    // Node counts bytes that are sent as activity, and sets its own limit for an idle connection when the response is complete.
    if (request.socket instanceof Socket) response.setTimeout(milliseconds);
  });
}
