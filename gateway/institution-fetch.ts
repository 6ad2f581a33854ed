/** `fetch` to real institutions: undici with a pool of its own (64 connections without pipelining measured best). */
import { Agent, fetch as undiciFetch } from "undici";
import type { Fetch } from "./upstream/transport.js";

export interface InstitutionFetch {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

export function institutionFetch(): InstitutionFetch {
  // The transport's signals end a call; the pool's own limits only clear away what nobody waits for.
  const dispatcher = new Agent({
    connections: 64,
    pipelining: 1,
    headersTimeout: 310_000,
    bodyTimeout: 60_000,
    connect: { timeout: 10_000 },
  });
  return {
    async fetch(request) {
      const body = request.method === "GET" || request.method === "HEAD" ? null : await request.text();
      const response = await undiciFetch(request.url, {
        method: request.method,
        headers: [...request.headers],
        body,
        signal: request.signal,
        redirect: request.redirect,
        dispatcher,
      });
      return response as unknown as Response;
    },
    close: () => dispatcher.close(),
  };
}
