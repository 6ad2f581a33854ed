/**
 * Exports the connections to real institutions, for the composition root: undici's `request`, which costs a third of
 * undici's `fetch`, with its own connection pools (64 connections without pipelining measured fastest).
 */
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { Agent, type Dispatcher, request as undiciRequest } from "undici";
import { UpstreamFailed } from "./upstream/errors.js";
import type { ReceivedResponse, Send, SendOptions, SentRequest } from "./upstream/send.js";
import { LONG_TIMEOUT_MS } from "./upstream/transport.js";

export interface InstitutionConnections {
  readonly send: Send;
  close(): Promise<void>;
}

/** Status codes whose responses have no body. */
const STATUSES_WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** The callers' signals abort calls; the pools' own limits only clean up abandoned connections. */
const limits = (longestMs: number) => ({
  pipelining: 1,
  headersTimeout: longestMs + 10_000,
  bodyTimeout: 60_000,
  connect: { timeout: 10_000 },
});
const SHORT_LIMIT_MS = 60_000;

/** The longest JSON that an institution may answer, in bytes: more than ten thousand transactions, and less than would exhaust the memory. */
const LONGEST_JSON = 32 * 1024 * 1024;

/** The error that undici reports for a connection that the institution closed. */
const RESET_CODES: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

const isReset = (error: unknown): boolean => error instanceof Error && RESET_CODES.has((error as NodeJS.ErrnoException).code);

export function institutionConnections(): InstitutionConnections {
  const short = new Agent({ connections: 64, ...limits(SHORT_LIMIT_MS) });
  // Identity checks, uploads and downloads last up to minutes. They have their own connections, so that many of them
  // do not delay the calls of a page.
  const long = new Agent({ connections: 64, ...limits(LONG_TIMEOUT_MS) });

  async function exchange({ url, method, headers, body }: SentRequest, { signal, long: isLong }: SendOptions): Promise<ReceivedResponse> {
    const response = await undiciRequest(url, {
      method: method as Dispatcher.HttpMethod,
      headers: headers as Record<string, string>,
      body: body === undefined || typeof body === "string" ? body : Readable.fromWeb(body as NodeStream),
      signal,
      dispatcher: isLong ? long : short,
    });
    return received(response);
  }

  return {
    async send(request, options = {}) {
      try {
        return await exchange(request, options);
      } catch (error) {
        // An institution closes idle connections, sometimes just when the gateway sends a request on one. A call that
        // changes nothing is then sent again, once. undici's `retry` interceptor does the same at the cost of a handler
        // around each call.
        if (!options.safe || !isReset(error) || options.signal?.aborted) throw error;
        return exchange(request, options);
      }
    },
    async close() {
      await Promise.all([short.close(), long.close()]);
    },
  };
}

/** The text of a body. Rejects with `UpstreamFailed` when it is longer than `LONGEST_JSON`. */
async function textOf(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > LONGEST_JSON) throw new UpstreamFailed(502, `The answer is longer than ${LONGEST_JSON} bytes`);
    parts.push(part);
  }
  // Without a byte order mark, as `text` of undici.
  return new TextDecoder().decode(Buffer.concat(parts));
}

function received({ statusCode, headers, body }: Dispatcher.ResponseData): ReceivedResponse {
  const cookies = headers["set-cookie"];
  return {
    status: statusCode,
    header(name) {
      const value = headers[name];
      return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
    },
    setCookies: cookies === undefined ? [] : typeof cookies === "string" ? [cookies] : cookies,
    text: () => textOf(body),
    body: STATUSES_WITHOUT_BODY.has(statusCode) ? null : body,
  };
}
