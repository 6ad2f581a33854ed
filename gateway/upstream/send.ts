/**
 * Exports the port through which the gateway sends requests to an upstream, and its adapter for `fetch`, for the
 * transport and the downloads. Requests and responses are plain objects: `Request`, `Response` and their streams cost
 * more than the call itself.
 */

/** One request to an upstream, with an absolute URL. A streamed body is read once, so such a request is never sent again. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream<Uint8Array>;
}

/** A response whose body is read once, by `text` or by `body`. */
export interface ReceivedResponse {
  readonly status: number;
  /** The header of a lower-case name; null without it. */
  header(name: string): string | null;
  readonly setCookies: readonly string[];
  text(): Promise<string>;
  /** Null without a body. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Options for the handling of a request. */
export interface SendOptions {
  /** Aborts the call; the adapter for `fetch` ignores it. */
  readonly signal?: AbortSignal;
  /** The call may last minutes: it does not use the connections of short calls. */
  readonly long?: boolean;
  /** The call changes nothing: it may be sent again when its connection was reset. */
  readonly safe?: boolean;
}

/** Sends one request; follows no redirect. Rejects when there is no response. */
export type Send = (request: SentRequest, options?: SendOptions) => Promise<ReceivedResponse>;

/** A function like `fetch`: the sandbox, or a fake. */
export type Fetch = (request: Request) => Promise<Response>;

/** Sends by a function of this process. */
export function sendByFetch(fetch: Fetch): Send {
  return async ({ url, method, headers, body }) => {
    const request = new Request(url, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body, duplex: "half" as const }),
    });
    const response = await fetch(request);
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      setCookies: response.headers.getSetCookie(),
      text: () => response.text(),
      // Node's stream is iterable; the DOM's type of it is not.
      body: response.body as AsyncIterable<Uint8Array> | null,
    };
  };
}
