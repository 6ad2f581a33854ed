/**
 * Exports the answers to requests that reach no route, for the server: malformed HTTP, an address that cannot be decoded, a
 * request that arrives too late or is too large. They have the headers and the error format of every other answer.
 */
import { randomUUID } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Extensions, errorBody } from "../masking.js";
import { ALLOWED_METHODS, endConnection, onConnectRequest, refusedConnectionStatus } from "../refused-connections.js";
import type { SetSecurityHeaders } from "./headers.js";

/** Code and message of each status with which a request is refused before a route handles it. */
const REFUSALS = {
  400: ["malformed", "We couldn't read this request, and nothing was changed. Refresh the page and try again."],
  405: ["method_not_allowed", "This can't be requested in this way, and nothing was changed."],
  406: ["not_acceptable", "We can't answer in a format that this client reads, and nothing was changed."],
  408: ["request_timeout", "This took too long to reach us, and nothing was changed. Check your connection and try again."],
  413: ["too_large", "This is more than we can accept at once, and nothing was changed. Send less and try again."],
  415: ["unsupported_media_type", "We can't read this kind of content, and nothing was changed."],
  417: ["expectation_failed", "We can't handle this request as it was sent, and nothing was changed."],
  431: ["headers_too_large", "Your browser sent more than we can accept. Delete this site's cookies and try again."],
  505: ["version_not_supported", "We can't read this version of HTTP, and nothing was changed."],
} as const;

export type RefusedStatus = keyof typeof REFUSALS;

/** The fields of `errors[].extensions` for a request that is refused with this status. */
export function refusalOf(status: RefusedStatus, requestId: string): Extensions {
  const [code, message] = REFUSALS[status];
  return { status, code, message, errors: [], request_id: requestId };
}

/** The status of a refusal for an error of Fastify itself; another status of the sender's errors becomes 400. */
export function refusedStatus(status: number): RefusedStatus {
  return status in REFUSALS ? (status as RefusedStatus) : 400;
}

/** A request and its response, which may be unfinished. */
export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Refusals {
  /** Answers bytes that Node cannot read as a request (its event `clientError`), and ends the connection. */
  readonly connection: (error: NodeJS.ErrnoException, socket: Socket) => void;
  /** Answers a request that has not arrived in time with 408, and ends its connection. */
  readonly late: (exchange: Exchange) => void;
  /** Answers a request through Fastify. `reason` is for the log, and contains nothing that the sender wrote. */
  readonly reply: (request: FastifyRequest, reply: FastifyReply, status: RefusedStatus, reason: string) => FastifyReply;
  /** The newest request of a connection; undefined before the first one. */
  readonly exchangeOf: (socket: Socket) => Exchange | undefined;
}

/** Whether a connection has a complete request without a complete answer. */
export function isAnswering(exchange: Exchange | undefined): boolean {
  return exchange?.request.complete === true && !exchange.response.writableFinished;
}

/** Creates the answers of one gateway. Call before other hooks are registered: it follows the requests of each connection. */
export function createRefusals(app: FastifyInstance, setSecurityHeaders: SetSecurityHeaders): Refusals {
  const exchanges = new WeakMap<Socket, Exchange>();
  app.addHook("onRequest", async ({ id, raw: request }, { raw: response }) => {
    // A request that a test injects has no connection.
    if (request.socket instanceof Socket) exchanges.set(request.socket, { id, request, response });
  });
  // Node refuses a header `Expect` other than `100-continue` itself where nobody listens, without any header.
  app.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID();
    logRefusal(app.log, 417, "expect", requestId);
    for (const [name, value] of headersOf(request, 417, requestId)) response.setHeader(name, value);
    response.writeHead(417).end(bodyOf(417, requestId));
  });

  /** The headers of an answer that is not Fastify's. */
  function headersOf(request: IncomingMessage, status: RefusedStatus, requestId: string): readonly (readonly [string, string])[] {
    const response = new ServerResponse(request);
    setSecurityHeaders(request, response);
    return [
      ...Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const),
      ["cache-control", "no-store"],
      ["content-type", "application/json; charset=utf-8"],
      ["content-length", String(Buffer.byteLength(bodyOf(status, requestId)))],
      ["x-request-id", requestId],
      ["connection", "close"],
      ...(status === 405 ? [["allow", ALLOWED_METHODS] as const] : []),
    ];
  }

  function end(socket: Socket, exchange: Exchange | undefined, status: RefusedStatus, reason: string): void {
    const isRunning = exchange !== undefined && !exchange.response.writableFinished;
    const requestId = isRunning ? exchange.id : randomUUID();
    logRefusal(app.log, status, reason, requestId);
    // A text after a part of another answer would be read as its rest, and one before it as that answer.
    if (!socket.writable || (isRunning && (exchange.response.headersSent || exchange.request.complete))) return void socket.destroy();
    const headers = headersOf(exchange?.request ?? new IncomingMessage(socket), status, requestId);
    endConnection(socket, status, headers, bodyOf(status, requestId));
  }
  onConnectRequest(app.server, (_request, socket) => end(socket, exchanges.get(socket), 405, "connect"));

  return {
    connection(error, socket) {
      const status = refusedConnectionStatus(error, socket);
      if (status === null) return void socket.destroy();
      end(socket, exchanges.get(socket), status, error.code ?? "");
    },
    late: (exchange) => end(exchange.request.socket, exchange, 408, "body"),
    reply(request, reply, status, reason) {
      logRefusal(request.log, status, reason, request.id);
      // An address that cannot be decoded passes no hook that would add them.
      setSecurityHeaders(request.raw, reply.raw);
      return (
        reply
          .code(status)
          // The rest of the connection may be a part of the request, or another one.
          .headers({ "x-request-id": request.id, "cache-control": "no-store", connection: "close" })
          .type("application/json; charset=utf-8")
          .send(bodyOf(status, request.id))
      );
    },
    exchangeOf: (socket) => exchanges.get(socket),
  };
}

const bodyOf = (status: RefusedStatus, requestId: string): string => JSON.stringify(errorBody(refusalOf(status, requestId)));

function logRefusal(log: FastifyBaseLogger, status: RefusedStatus, reason: string, reqId: string): void {
  log.info({ event: "refused", reqId, status, reason });
}
