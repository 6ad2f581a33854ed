/**
 * Exports the answer to bytes that Node cannot read as a request (its event `clientError`), for the gateway and for a function that
 * is served on a port. Node's own answer has no header and no text.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

export type RefusedConnectionStatus = 400 | 408 | 431;

const STATUSES: Readonly<Record<string, RefusedConnectionStatus>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * The status of the answer; null where there is nobody to answer: the client has gone, or has opened a connection without sending
 * anything, as browsers do in advance.
 */
export function refusedConnectionStatus({ code = "" }: NodeJS.ErrnoException, socket: Socket): RefusedConnectionStatus | null {
  if (socket.destroyed || socket.bytesRead === 0) return null;
  return STATUSES[code] ?? (code.startsWith("HPE_") ? 400 : null);
}

/** Writes a whole answer, and ends the connection: its next bytes have no meaning. */
export function endConnection(
  socket: Socket,
  status: keyof typeof STATUS_CODES,
  headers: readonly (readonly [name: string, value: string])[],
  body: string,
): void {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`, () => socket.destroy());
}
