/**
 * Exports an HTTP server for a `(Request) => Promise<Response>`, for the sandbox: it closes without dropping requests
 * in progress; and how the gateway's own server listens.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import { ambiguityOf } from "./plugins/ambiguous-requests.js";
import {
  ALLOWED_METHODS,
  endConnection,
  isServedVersion,
  onConnectRequest,
  type RefusedConnectionStatus,
  refusedConnectionStatus,
} from "./refused-connections.js";
import type { Fetch } from "./upstream/send.js";

/** The port is in use, or not permitted. */
export class PortUnavailable extends Error {
  override readonly name = "PortUnavailable";
  constructor(
    readonly port: number,
    readonly variable: string,
    readonly reason: string,
  ) {
    super(`port ${port} cannot be used (${reason}): set ${variable} to a free one`);
  }
}

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting connections; resolves after the last response. */
  close(): Promise<void>;
}

/** The addresses that only this machine reaches; browsers try both for `localhost`. */
const LOOPBACK = ["127.0.0.1", "::1"];

export interface ListenAddress {
  readonly port: number;
  /** An address of this machine, or a name of one; null: its loopback addresses. */
  readonly host: string | null;
  /** The environment variable that sets the port, for the error. */
  readonly variable: string;
}

/** The error of a request that reaches no function, in the envelope of `/api/v1`. */
const REFUSALS: Readonly<Record<RefusedConnectionStatus, string>> = {
  400: JSON.stringify({ code: "malformed", success: false, message: "The request is not valid HTTP.", data: null, errors: {} }),
  405: JSON.stringify({ code: "method_not_allowed", success: false, message: "The method is not allowed.", data: null, errors: {} }),
  408: JSON.stringify({ code: "request_timeout", success: false, message: "The request took too long.", data: null, errors: {} }),
  431: JSON.stringify({ code: "headers_too_large", success: false, message: "The headers are too large.", data: null, errors: {} }),
  505: JSON.stringify({ code: "version_not_supported", success: false, message: "Use HTTP/1.1.", data: null, errors: {} }),
};

const headersOfRefusal = (status: RefusedConnectionStatus) =>
  [
    ["content-type", "application/json; charset=utf-8"],
    ["content-length", String(Buffer.byteLength(REFUSALS[status]))],
    ["cache-control", "no-store"],
    ["connection", "close"],
    ...(status === 405 ? [["allow", ALLOWED_METHODS] as const] : []),
  ] as const;

const refuse = (socket: Socket, status: RefusedConnectionStatus): void =>
  endConnection(socket, status, headersOfRefusal(status), REFUSALS[status]);

function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = refusedConnectionStatus(error, socket);
  if (status === null) return void socket.destroy();
  refuse(socket, status);
}

/**
 * Serves a function on a port. `onError` receives what the function throws; the server then destroys the connection.
 */
export async function serveFetch(
  fetch: Fetch,
  { port, host, variable }: ListenAddress,
  onError: (error: unknown) => void,
): Promise<ListeningServer> {
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    respond(fetch, incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.destroyed) onError(error);
      outgoing.destroy();
    });
  };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closeServer));
  };
  let actual = port;
  for (const each of host === null ? LOOPBACK : [host]) {
    const server = createServer({ requireHostHeader: false }, answer);
    server.on("clientError", refuseConnection);
    onConnectRequest(server, (_request, socket) => refuse(socket, 405));
    try {
      await listen(server, actual, each);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A machine without IPv6 has only the first loopback address.
      if (servers.length > 0 && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")) continue;
      await close();
      throw portError(error as NodeJS.ErrnoException, port, variable);
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === "object" && address) actual = address.port;
  }
  return { port: actual, close };
}

async function respond(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = `http://${incoming.headers.host ?? ""}`;
  const refused = !isServedVersion(incoming)
    ? 505
    : ambiguityOf(incoming) !== null || !URL.canParse(incoming.url ?? "/", address)
      ? 400
      : null;
  if (refused !== null) {
    for (const [name, value] of headersOfRefusal(refused)) outgoing.setHeader(name, value);
    outgoing.writeHead(refused).end(REFUSALS[refused]);
    return;
  }
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  const method = incoming.method ?? "GET";
  const bodiless = method === "GET" || method === "HEAD";
  const clientGone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) clientGone.abort();
  });
  const request = new Request(new URL(incoming.url ?? "/", address), {
    method,
    headers,
    signal: clientGone.signal,
    ...(bodiless ? {} : { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  const response = await fetch(request);
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (!response.body || method === "HEAD") {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as import("node:stream/web").ReadableStream), outgoing);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

/** Accepts connections at every address; on a machine without IPv6, at those of IPv4. Rejects with an error that names `PORT`. */
export async function listenEverywhere(app: Pick<FastifyInstance, "listen">, port: number): Promise<void> {
  const listenAt = (host: string) => app.listen({ port, host });
  await listenAt("::")
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EAFNOSUPPORT") throw error;
      return listenAt("0.0.0.0");
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw portError(error, port, "PORT");
    });
}

/** An error that names the port's variable, for what `listen` rejected with. */
function portError(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  return error.code === "EADDRINUSE" || error.code === "EACCES"
    ? new PortUnavailable(port, variable, error.code === "EADDRINUSE" ? "it is in use" : "not allowed")
    : error;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });
}
