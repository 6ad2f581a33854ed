/** Exports Vite's development server on the gateway's own origin, with hot updates, for the composition root. */

import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";
import { NONCE_PLACEHOLDER, type WebApp } from "./page.js";

export interface DevServer {
  readonly webApp: WebApp;
  /** Routes requests for modules and source files to Vite before the gateway. Call before the app listens. */
  attach(app: FastifyInstance): void;
  /** Sends an event to every open page. `passbook:flows`: the flows compile, so pages show no error of them any more. */
  sendEvent(event: string, data: unknown): void;
  /** Shows an error overlay on every open page, and on each page that is loaded until the flows compile. */
  showProblem(message: string): void;
  close(): Promise<void>;
}

/** URLs that Vite serves: source modules and files, its client, pre-bundled packages. */
const VITE_PATHS = /^\/(@vite|@id|@fs|@react-refresh|src|node_modules|__vite)/;

export async function createDevServer(root: string, server: Server, hosts: readonly string[]): Promise<DevServer> {
  const { createServer } = await import("vite");
  const vite: ViteDevServer = await createServer({
    root,
    appType: "custom",
    // Vite's own scripts and styles carry the page's nonce, so that the content security policy stays as strict as in
    // production.
    html: { cspNonce: NONCE_PLACEHOLDER },
    // Replaces the alias of the build: unlike the build, the development server keeps rjsf's default validator, which uses it.
    resolve: { alias: [{ find: /^fast-uri$/, replacement: "fast-uri" }] },
    server: {
      middlewareMode: true,
      strictPort: true,
      hmr: { server },
      allowedHosts: [...hosts],
      watch: { ignored: ["**/.data/**", "**/.bundles/**", "**/dist/**", "**/tests/**", "**/gateway/**", "**/flows/**", "**/schemas/**"] },
    },
  });
  // Vite keeps an error only while no page is open, shows it on the next page alone, and does not know when it is corrected.
  let problem: { readonly type: "error"; readonly err: { readonly message: string; readonly stack: string } } | null = null;
  vite.ws.on("vite:client:connect", (_data, page) => {
    if (problem !== null) page.send(problem);
  });
  return {
    webApp: {
      folder: null,
      html: async (url) =>
        vite.transformIndexHtml(new URL(url, "http://localhost").pathname, await readFile(join(root, "index.html"), "utf8")),
    },
    attach(target) {
      target.addHook("onRequest", (request, reply, done) => {
        if (!VITE_PATHS.test(request.url)) return done();
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value as string);
        vite.middlewares(request.raw, reply.raw, (error?: unknown) => {
          reply.raw.statusCode = error ? 500 : 404;
          reply.raw.end(error instanceof Error ? error.message : "Not found");
        });
      });
    },
    sendEvent(event, data) {
      if (event === "passbook:flows") problem = null;
      vite.ws.send({ type: "custom", event, data });
    },
    showProblem(message) {
      problem = { type: "error", err: { message, stack: "" } };
      for (const page of vite.ws.clients) page.send(problem);
    },
    close: () => vite.close(),
  };
}
