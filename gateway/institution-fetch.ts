/**
 * Exports `fetch` for real institutions, built on undici's `request`, which costs a third of undici's `fetch`, with its
 * own connection pool (64 connections without pipelining measured fastest). It returns redirects without following
 * them.
 */
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { Agent, request as undiciRequest } from "undici";
import type { Fetch } from "./upstream/transport.js";

export interface InstitutionFetch {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** Status codes whose responses have no body. */
const STATUSES_WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** JSON bodies are short and sent whole; other bodies are streamed. */
async function bodyOf(request: Request): Promise<string | Readable | null> {
  if (request.body === null) return null;
  return request.headers.get("content-type")?.includes("json") ? request.text() : Readable.fromWeb(request.body as NodeStream);
}

export function institutionFetch(): InstitutionFetch {
  // The callers' signals abort calls; the pool's own limits only clean up abandoned connections.
  const dispatcher = new Agent({
    connections: 64,
    pipelining: 1,
    headersTimeout: 310_000,
    bodyTimeout: 60_000,
    connect: { timeout: 10_000 },
  });
  return {
    async fetch(request, signal) {
      const { statusCode, headers, body } = await undiciRequest(request.url, {
        method: request.method as "GET" | "POST" | "PATCH" | "DELETE",
        headers: Object.fromEntries(request.headers),
        body: await bodyOf(request),
        signal: signal ?? request.signal,
        dispatcher,
      });
      const responseHeaders = new Headers();
      for (const [name, value] of Object.entries(headers)) {
        for (const each of [value ?? []].flat()) responseHeaders.append(name, each);
      }
      // JSON responses are short and read whole; any other response is a document, and streamed.
      const whole = responseHeaders.get("content-type")?.includes("json") || STATUSES_WITHOUT_BODY.has(statusCode);
      const content = whole ? await body.text() : (Readable.toWeb(body as Readable) as NodeStream as ReadableStream);
      return new Response(STATUSES_WITHOUT_BODY.has(statusCode) ? null : content, { status: statusCode, headers: responseHeaders });
    },
    close: () => dispatcher.close(),
  };
}
