/**
 * Exports the limits on the time in which a request must arrive, for the server: without them, anybody could hold
 * connections open with slow requests (CWE-400, "Slowloris"), and the gateway would wait for them before it ends.
 */
import type { ServerOptions } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { LONG_TIMEOUT_MS } from "../upstream/transport.js";
import { type Exchange, isAnswering, type Refusals } from "./bad-requests.js";

/** Milliseconds from the first byte of a request. */
export interface ReceiveLimits {
  /** For its headers; also for the first byte on a new connection. */
  readonly headers: number;
  /** For all of it, unless it uploads files; also for the rest of an upload that has its answer. */
  readonly request: number;
  /** For all of an upload. */
  readonly upload: number;
  /** From the moment at which the gateway begins to close. */
  readonly closing: number;
}

/**
 * A JSON request has 256 kB at most. An upload has as long as the call to the upstream that carries its files: 10 MB arrive
 * in this time at 0.3 Mbit/s, less than a phone's slow 3G connection has.
 */
export const RECEIVE_LIMITS: ReceiveLimits = { headers: 20_000, request: 30_000, upload: LONG_TIMEOUT_MS, closing: 2_000 };

/** Node's own limits, which apply to every request on a server: the longest ones, since Node has none for a single route. */
export function serverTimeouts({ headers, upload }: ReceiveLimits): ServerOptions {
  return { headersTimeout: headers, requestTimeout: upload, connectionsCheckingInterval: Math.min(5_000, headers / 4) };
}

/** Applies the limits of single requests, and ends unfinished ones when the gateway closes. Register before other hooks. */
export function limitReceiving(app: FastifyInstance, limits: ReceiveLimits, refusals: Refusals): void {
  const sockets = new Set<Socket>();

  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  app.addHook("onRequest", async ({ id, raw: request, headers }, { raw: response }) => {
    // A request that a test injects arrives at once, without a connection.
    if (!(request.socket instanceof Socket)) return;
    if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0)) return;
    const isUpload = headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") ?? false;
    let timer = within(isUpload ? limits.upload : limits.request);
    function within(milliseconds: number): NodeJS.Timeout {
      return setTimeout(() => endUnlessReceived({ id, request, response }, refusals), milliseconds).unref();
    }
    // The answer does not end the request: Node reads the rest of the body, so that the browser receives the answer.
    response.once("finish", () => {
      if (request.complete) return;
      clearTimeout(timer);
      timer = within(limits.request);
    });
    for (const event of ["end", "close"] as const) request.once(event, () => clearTimeout(timer));
  });

  // Node stops its own checks when a server closes, and counts a connection without a complete request as active.
  let sweep: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    sweep = setInterval(() => {
      for (const socket of sockets) if (!isAnswering(refusals.exchangeOf(socket))) socket.destroy();
    }, limits.closing);
  });
  app.addHook("onClose", async () => clearInterval(sweep));
}

function endUnlessReceived(exchange: Exchange, refusals: Refusals): void {
  if (!exchange.request.complete && !exchange.request.destroyed) refusals.late(exchange);
}
