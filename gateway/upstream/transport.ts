/**
 * Exports the transport of all upstream clients: it fetches the CSRF cookie first, and sends the XSRF header, the
 * bearer, the brand and the request id with every call, under a time limit. A call ends in one response or one declared
 * failure. A transport lives for one browser request and caches its reads.
 */

import type { CircuitBreaker } from "./circuit-breaker.js";
import { refuseCoded, UNCODED } from "./codings.js";
import { type CookieJar, cookieHeader, csrfHeader, withSetCookies } from "./cookie-jar.js";
import { detailsOf, type Envelope, readEnvelope } from "./envelope.js";
import { CsrfExpired, Failure, failureOf, UpstreamFailed } from "./errors.js";
import type { StreamedBody } from "./multipart.js";
import type { ReceivedResponse, Send } from "./send.js";
import { withTimeout } from "./timeout.js";

/** S7 defines no default timeout; this one keeps sockets from accumulating. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** The timeout of calls that run identity checks (S7, S9). */
export const LONG_TIMEOUT_MS = 300_000;
/** The time limit of the request for the CSRF cookie, which is part of the limit of the call that needs it. */
export const CSRF_TIMEOUT_MS = 10_000;
const CSRF_COOKIE_PATH = "/sanctum/csrf-cookie";

/** The transport's settings for one browser request. */
export interface TransportOptions {
  readonly send: Send;
  /** The institution's API host; the transport sends to no other host. */
  readonly baseUrl: string;
  readonly brand: string;
  readonly requestId: string;
  readonly bearer: string | null;
  readonly cookieJar: CookieJar;
  /** Aborted when the browser disconnects: reads are aborted, writes continue. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The data about the browser's request that the upstream receives: address, user agent, trace. */
  readonly forwarded?: Readonly<Record<string, string>>;
  /** Traces each request to the upstream; its `traceparent` replaces the forwarded one. */
  readonly trace?: (call: TracedCall) => CallTrace;
  /** The upstream's circuit breaker; without one, every call is sent. */
  readonly breaker?: CircuitBreaker;
}

/** The attributes of a call in a trace: nothing that identifies a depositor. */
export interface TracedCall {
  readonly method: string;
  /** The path with names for its parameters. */
  readonly route: string;
  readonly host: string;
}

/** The trace of one request to the upstream. */
export interface CallTrace {
  readonly traceparent: string;
  /** Ends with the response's status, or the code of a failure without a response. Call once. */
  end(outcome: number | string): void;
}

/** One call. `path` is S7's, below `/api/v1`. */
export interface UpstreamCall {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  /** The path as declared, with names for its parameters; without it, the trace shows the path without its ids. */
  readonly route?: string;
  readonly body?: unknown;
  /** A streamed body; it cannot be sent a second time. */
  readonly stream?: StreamedBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies for this call only. */
  readonly cookies?: CookieJar;
  /** The limit of the whole call, with the request for the CSRF cookie and the retries. */
  readonly timeoutMs?: number;
  /** A GET with side effects, or one whose response changes over time: it is never cached. */
  readonly uncached?: boolean;
  /** A read of the institution's data, which visitors may make as well (`GET /banner-alerts` of S7): it carries no bearer. */
  readonly isPublic?: boolean;
  /** A POST that only reads: it does not invalidate cached reads. */
  readonly readOnly?: boolean;
  /** The number of retries with a new token after a 419; 1 by default. */
  readonly csrfRetries?: number;
}

export interface UpstreamResponse extends Envelope {
  readonly status: number;
}

/** The client of one browser request. It is not shared: bearer, cookies and cached reads are one depositor's. */
export interface Transport {
  /** Sends a call. Rejects with a `Failure`. The transport caches each GET until the next write. */
  send(call: UpstreamCall): Promise<UpstreamResponse>;
  /** Sets the bearer; null signs out. Clears the cached reads. */
  setBearer(bearer: string | null): void;
  readonly bearer: string | null;
  /** The upstream's current cookies. */
  readonly cookieJar: CookieJar;
}

/** Statuses of a balancer in front of an upstream that is down. */
const DOWN_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

interface RawResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
  readonly header: ReceivedResponse["header"];
}

/** Creates the transport of one browser request. */
export function createTransport(options: TransportOptions): Transport {
  let cookieJar = options.cookieJar;
  let bearer = options.bearer;
  let cachedReads = new Map<string, Promise<UpstreamResponse>>();
  let pendingCookie: Promise<void> | null = null;
  const host = new URL(options.baseUrl).host;
  const fixedHeaders = {
    accept: "application/json",
    ...UNCODED,
    "x-brand": options.brand,
    "x-request-id": options.requestId,
    ...options.forwarded,
  };

  /** Sends one request; `endsAt` is the deadline of its call. */
  async function exchange(call: UpstreamCall, path: string, endsAt: number): Promise<RawResponse> {
    const cookies = cookieHeader(cookieJar, call.cookies);
    const csrf = csrfHeader(cookieJar);
    const headers: Record<string, string> = { ...fixedHeaders, ...call.headers };
    if (cookies) headers.cookie = cookies;
    if (csrf) headers["x-xsrf-token"] = csrf;
    if (bearer && !call.isPublic) headers.authorization = `Bearer ${bearer}`;
    if (call.body !== undefined) headers["content-type"] = "application/json";
    if (call.stream !== undefined) headers["content-type"] = call.stream.type;
    const body = call.stream?.body ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const request = { url: options.baseUrl + path, method: call.method, headers, ...(body === undefined ? {} : { body }) };
    const callerSignal = call.method === "GET" ? options.signal : undefined;
    const long = limitOf(call) > DEFAULT_TIMEOUT_MS;
    const safe = call.method === "GET" && !call.uncached;
    const permit = options.breaker?.enter();
    const traced = options.trace?.({ method: call.method, route: routeOf(call), host });
    if (traced) headers.traceparent = traced.traceparent;
    try {
      const response = await withTimeout(Math.max(0, endsAt - performance.now()), callerSignal, async (signal) => {
        const response = await options.send(request, { signal, long, safe });
        const { status } = response;
        cookieJar = withSetCookies(cookieJar, response.setCookies);
        return { status, ok: status >= 200 && status < 300, text: await response.text(), header: response.header };
      });
      if (DOWN_STATUSES.has(response.status)) permit?.failed();
      else permit?.succeeded();
      traced?.end(response.status);
      return response;
    } catch (error) {
      traced?.end(error instanceof Failure ? error.code : "failed");
      // An upload may also fail because of the browser: its connection, or a file that it may not send.
      if (callerSignal?.aborted || call.stream !== undefined) permit?.abandoned();
      else permit?.failed();
      throw error;
    }
  }

  const limitOf = (call: UpstreamCall): number => call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;

  async function fetchCsrfCookie(endsAt: number): Promise<void> {
    const ownEnd = Math.min(endsAt, performance.now() + CSRF_TIMEOUT_MS);
    const response = await exchange({ method: "GET", path: CSRF_COOKIE_PATH }, CSRF_COOKIE_PATH, ownEnd);
    // A 401 or 404 here is not about the depositor or a record: the address is wrong, or a proxy answers.
    if (!response.ok) throw response.status === 429 ? failureOf(429, {}) : undeclared(`GET ${CSRF_COOKIE_PATH}`, response);
    if (csrfHeader(cookieJar) === null) throw new UpstreamFailed(502, "/sanctum/csrf-cookie set no XSRF-TOKEN that a header can carry");
  }

  /** Concurrent calls share one request for the cookie. */
  function ensureCsrfCookie(endsAt: number): Promise<void> {
    if (csrfHeader(cookieJar) !== null) return Promise.resolve();
    pendingCookie ??= fetchCsrfCookie(endsAt).finally(() => {
      pendingCookie = null;
    });
    return pendingCookie;
  }

  async function attempt(call: UpstreamCall, endsAt: number): Promise<UpstreamResponse> {
    await ensureCsrfCookie(endsAt);
    const response = await exchange(call, `/api/v1${call.path}`, endsAt);
    const name = `${call.method} ${routeOf(call)}`;
    refuseCoded(name, response);
    const envelope = readEnvelope(response.text);
    if (response.ok) {
      if (!envelope) throw new UpstreamFailed(502, `${name} answered ${response.status} without the envelope`);
      // Null is a value of some reads; without data, it is unknown whether there is one.
      if (envelope.data === undefined && isRead(call)) throw new UpstreamFailed(502, `${name} answered ${response.status} without data`);
      return { ...envelope, data: envelope.data ?? null, status: response.status };
    }
    const failure = failureOf(response.status, envelope ? detailsOf(envelope) : {});
    throw failure instanceof UpstreamFailed ? undeclared(name, response) : failure;
  }

  async function sendWithCsrfRetries(call: UpstreamCall): Promise<UpstreamResponse> {
    const endsAt = performance.now() + limitOf(call);
    // A body that cannot be sent twice is sent with a new token.
    if (call.stream !== undefined) cookieJar = withSetCookies(cookieJar, ["XSRF-TOKEN=; Max-Age=0"]);
    for (let retriesLeft = call.stream === undefined ? (call.csrfRetries ?? 1) : 0; ; retriesLeft -= 1) {
      try {
        return await attempt(call, endsAt);
      } catch (error) {
        if (!(error instanceof CsrfExpired) || retriesLeft <= 0) throw error;
        cookieJar = withSetCookies(cookieJar, ["XSRF-TOKEN=; Max-Age=0"]);
      }
    }
  }

  return {
    send(call) {
      if (call.method !== "GET" || call.uncached) {
        if (call.method !== "GET" && !call.readOnly) cachedReads = new Map();
        return sendWithCsrfRetries(call);
      }
      const response = cachedReads.get(call.path) ?? sendWithCsrfRetries(call);
      cachedReads.set(call.path, response);
      return response;
    },
    setBearer(next) {
      bearer = next;
      cachedReads = new Map();
    },
    get bearer() {
      return bearer;
    },
    get cookieJar() {
      return cookieJar;
    },
  };
}

const isRead = ({ method, readOnly = false }: UpstreamCall): boolean => method === "GET" || readOnly;

/** The failure for a status that no call declares; of a redirect, which is not followed, the log has the origin. */
function undeclared(call: string, { status, header }: RawResponse): UpstreamFailed {
  const location = header("location");
  const target = location !== null && URL.canParse(location) ? ` with a redirect to ${new URL(location).origin}` : "";
  return new UpstreamFailed(status, `${call} answered ${status}${target}`);
}

/** The form of a call's path in the log and the trace: the route where it declares one, else the path without its query and ids. */
function routeOf({ route, path }: Pick<UpstreamCall, "route" | "path">): string {
  return route ?? path.replace(/\?.*$/, "").replace(/\/[0-9a-f-]{8,}/gi, "/:id");
}
