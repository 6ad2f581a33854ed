/**
 * Exports the transport of all upstream clients: it fetches the CSRF cookie first, and sends the XSRF header, the
 * bearer, the brand and the request id with every call, under a time limit. A call ends in one response or one declared
 * failure. A transport lives for one browser request and caches its reads.
 */

import { type CookieJar, cookieHeader, csrfHeader, withSetCookies } from "./cookie-jar.js";
import { detailsOf, type Envelope, readEnvelope } from "./envelope.js";
import { CsrfExpired, failureOf, UpstreamFailed } from "./errors.js";
import type { StreamedBody } from "./multipart.js";
import { withTimeout } from "./timeout.js";

/**
 * `fetch`, or a function with its signature (the sandbox, a fake). `signal` aborts the call where the function supports
 * it.
 */
export type Fetch = (request: Request, signal?: AbortSignal) => Promise<Response>;

/** S7 defines no default timeout; this one keeps sockets from accumulating. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** The timeout of calls that run identity checks (S7, S9). */
export const LONG_TIMEOUT_MS = 300_000;

/** The transport's settings for one browser request. */
export interface TransportOptions {
  readonly fetch: Fetch;
  /** The institution's API host; the transport sends to no other host. */
  readonly baseUrl: string;
  readonly brand: string;
  readonly requestId: string;
  readonly bearer: string | null;
  readonly cookieJar: CookieJar;
  /** Aborted when the browser disconnects: reads are aborted, writes continue. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** One call. `path` is S7's, below `/api/v1`. */
export interface UpstreamCall {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** A streamed body; it cannot be sent a second time. */
  readonly stream?: StreamedBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies for this call only. */
  readonly cookies?: CookieJar;
  readonly timeoutMs?: number;
  /** A GET with side effects, or one whose response changes over time: it is never cached. */
  readonly uncached?: boolean;
  /** A POST that only reads: it does not invalidate cached reads. */
  readonly readOnly?: boolean;
  /** The number of retries with a new token after a 419; 1 by default. */
  readonly csrfRetries?: number;
}

export interface UpstreamResponse extends Envelope {
  readonly status: number;
}

export interface Transport {
  /** Sends a call. Rejects with a `Failure`. The transport caches each GET until the next write. */
  send(call: UpstreamCall): Promise<UpstreamResponse>;
  /** Sets the bearer; null signs out. Clears the cached reads. */
  setBearer(bearer: string | null): void;
  readonly bearer: string | null;
  /** The upstream's current cookies. */
  readonly cookieJar: CookieJar;
}

interface RawResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
}

/** Creates the transport of one browser request. */
export function createTransport(options: TransportOptions): Transport {
  let cookieJar = options.cookieJar;
  let bearer = options.bearer;
  let cachedReads = new Map<string, Promise<UpstreamResponse>>();
  let pendingCookie: Promise<void> | null = null;

  async function exchange(call: UpstreamCall, path: string): Promise<RawResponse> {
    const headers = new Headers({
      accept: "application/json",
      "x-brand": options.brand,
      "x-request-id": options.requestId,
      ...call.headers,
    });
    const cookies = cookieHeader(cookieJar, call.cookies);
    const csrf = csrfHeader(cookieJar);
    if (cookies) headers.set("cookie", cookies);
    if (csrf) headers.set("x-xsrf-token", csrf);
    if (bearer) headers.set("authorization", `Bearer ${bearer}`);
    if (call.body !== undefined) headers.set("content-type", "application/json");
    if (call.stream !== undefined) headers.set("content-type", call.stream.type);
    const request = new Request(options.baseUrl + path, {
      method: call.method,
      headers,
      redirect: "error",
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.stream === undefined ? {} : { body: call.stream.body, duplex: "half" as const }),
    });
    const callerSignal = call.method === "GET" ? options.signal : undefined;
    return withTimeout(call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS, callerSignal, async (signal) => {
      const response = await options.fetch(request, signal);
      cookieJar = withSetCookies(cookieJar, response.headers.getSetCookie());
      return { status: response.status, ok: response.ok, text: await response.text() };
    });
  }

  async function fetchCsrfCookie(): Promise<void> {
    const { ok, status } = await exchange({ method: "GET", path: "" }, "/sanctum/csrf-cookie");
    if (!ok) throw failureOf(status, {});
    if (csrfHeader(cookieJar) === null) throw new UpstreamFailed(502, "/sanctum/csrf-cookie set no XSRF-TOKEN");
  }

  /** Concurrent calls share one request for the cookie. */
  function ensureCsrfCookie(): Promise<void> {
    if (csrfHeader(cookieJar) !== null) return Promise.resolve();
    pendingCookie ??= fetchCsrfCookie().finally(() => {
      pendingCookie = null;
    });
    return pendingCookie;
  }

  async function attempt(call: UpstreamCall): Promise<UpstreamResponse> {
    await ensureCsrfCookie();
    const response = await exchange(call, `/api/v1${call.path}`);
    const envelope = readEnvelope(response.text);
    if (response.ok) {
      if (!envelope)
        throw new UpstreamFailed(502, `${call.method} ${redactedPath(call.path)} answered ${response.status} without the envelope`);
      return { ...envelope, status: response.status };
    }
    if (response.status >= 500)
      throw new UpstreamFailed(response.status, `${call.method} ${redactedPath(call.path)} answered ${response.status}`);
    throw failureOf(response.status, envelope ? detailsOf(envelope) : {});
  }

  async function sendWithCsrfRetries(call: UpstreamCall): Promise<UpstreamResponse> {
    // A body that cannot be sent twice is sent with a new token.
    if (call.stream !== undefined) cookieJar = withSetCookies(cookieJar, ["XSRF-TOKEN=; Max-Age=0"]);
    for (let retriesLeft = call.stream === undefined ? (call.csrfRetries ?? 1) : 0; ; retriesLeft -= 1) {
      try {
        return await attempt(call);
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

/** A path without its query and ids, for the log. */
function redactedPath(path: string): string {
  return path.replace(/\?.*$/, "").replace(/\/[0-9a-f-]{8,}/gi, "/:id");
}
