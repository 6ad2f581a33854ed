/**
 * Exports the answer to bytes that Node cannot read as a request (its event `clientError`), and the versions of HTTP that are
 * served, for the gateway and for a function that is served on a port. Node's own answer has no header and no text.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

export type RefusedConnectionStatus = 400 | 405 | 408 | 431 | 505;

const STATUSES: Readonly<Record<string, RefusedConnectionStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_VERSION: 505,
  // The preface of HTTP/2 (RFC 9113, 3.4).
  HPE_PAUSED_H2_UPGRADE: 505,
};

/** Node's parser also accepts HTTP/0.9 and HTTP/2.0, whose messages have another form (RFC 9112, 2.3). */
export const isServedVersion = ({ httpVersion }: IncomingMessage): boolean => httpVersion === "1.0" || httpVersion === "1.1";

/** The header `Allow` of an answer with 405 to a request that reaches no route (RFC 9110, 15.5.6). */
export const ALLOWED_METHODS = "GET, HEAD, POST";

/**
 * Calls `refuse` for each CONNECT, which asks for a tunnel to another server: where nobody listens, Node closes the connection
 * without an answer. Node no longer handles the socket's errors then.
 */
export function onConnectRequest(server: Server, refuse: (request: IncomingMessage, socket: Socket) => void): void {
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => socket.destroy());
    refuse(request, socket);
  });
}

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
