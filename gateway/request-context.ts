/**
 * Exports the context of one HTTP request: brand, session, upstream, and the resolvers' context. For the GraphQL,
 * document and development routes.
 */
import type { FastifyRequest } from "fastify";
import type { ActiveBundle } from "./bundles.js";
import { clientAddress } from "./client-address.js";
import type { Context } from "./resolvers/context.js";
import { type OpenSession, openSession } from "./session.js";
import type { RequestSpan } from "./telemetry.js";
import { readTraceparent } from "./traceparent.js";
import type { CircuitBreaker } from "./upstream/circuit-breaker.js";
import type { Send } from "./upstream/send.js";
import { createTransport, type Transport } from "./upstream/transport.js";

/** A JSON request carries no files. */
const NO_FILES = { async *[Symbol.asyncIterator]() {} };

export interface RequestContext {
  readonly brand: string;
  readonly session: OpenSession;
  /** Aborted when the browser disconnects. */
  readonly browserGone: AbortSignal;
  readonly transport: Transport;
  /** The request's span; null without telemetry. */
  readonly span: RequestSpan | null;
  readonly graphqlContext: Context;
  /** Writes the session's changes to the response's cookies. Call before the response is sent. */
  saveSession(): void;
}

export interface RequestContextOptions {
  readonly bundle: ActiveBundle;
  readonly upstreamUrl: string;
  readonly send: Send;
  readonly hasCapability: (name: string) => boolean;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly timeoutMs?: number;
  readonly breaker: CircuitBreaker;
  /** Aborted when the browser disconnects. */
  readonly browserGone: AbortSignal;
  /** The request's span; null without telemetry. */
  readonly span: RequestSpan | null;
}

export function openRequestContext(request: FastifyRequest, options: RequestContextOptions): RequestContext {
  const brand = options.bundle.slug;
  const session = openSession(request, brand, options.now);
  const transport = createTransport({
    send: options.send,
    baseUrl: options.upstreamUrl,
    brand,
    requestId: request.id,
    bearer: session.signedIn?.bearer ?? null,
    cookieJar: session.cookieJar,
    signal: options.browserGone,
    breaker: options.breaker,
    forwarded: forwardedHeaders(request),
    ...(options.span === null ? {} : { trace: options.span.upstream }),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const requestValues = {
    device_name: deviceName(request.headers["user-agent"] ?? ""),
    firewall_token: firewallToken(request.headers["x-waf-token"]),
  };
  return {
    brand,
    session,
    browserGone: options.browserGone,
    transport,
    span: options.span,
    graphqlContext: {
      brand,
      transport,
      callValues: () => ({
        session: {
          session_id: session.signedIn?.session_id ?? null,
          nonce: session.signedIn?.nonce ?? null,
          device_token: session.deviceToken,
        },
        request: requestValues,
      }),
      session,
      checkForm: options.bundle.checkForm,
      uploads: NO_FILES,
      hasCapability: options.hasCapability,
      transferTerms: options.bundle.brand.transfer_terms ?? null,
      now: () => new Date(options.now()),
      wait: options.wait,
      warn: (event, error) => request.log.warn({ event, reason: error instanceof Error ? error.name : String(error) }),
    },
    saveSession: () => session.save(transport.cookieJar),
  };
}

const LONGEST_USER_AGENT = 512;

/** The data about the browser that the upstream receives: its address (for its own limits and its audit log), agent and trace. */
function forwardedHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  const { "user-agent": agent, traceparent } = request.headers;
  return {
    "x-forwarded-for": clientAddress(request),
    ...(agent ? { "user-agent": agent.slice(0, LONGEST_USER_AGENT) } : {}),
    ...(typeof traceparent === "string" && readTraceparent(traceparent) ? { traceparent } : {}),
  };
}

/** The web application firewall's token from the page, if it is valid in a header. */
function firewallToken(header: string | readonly string[] | undefined): string | null {
  return typeof header === "string" && /^[\x21-\x7e]{1,4096}$/.test(header) ? header : null;
}

/** A device name for the depositor, such as "Chrome on macOS". */
function deviceName(userAgent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find([
    [/Edg\//, "Edge"],
    [/OPR\//, "Opera"],
    [/Firefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = find([
    [/iPhone|iPad/, "iOS"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS X/, "macOS"],
    [/CrOS/, "ChromeOS"],
    [/Linux/, "Linux"],
  ]);
  return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}
