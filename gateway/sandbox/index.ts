/**
 * Exports the sandbox bank, an institution's API as a `(Request) => Promise<Response>`, for the gateway, tests and
 * people.
 */

import { ApiError, methodNotAllowed } from "./api-error.js";
import { type OpenBank, openBank } from "./bank.js";
import { createControls } from "./controls/controls.js";
import { inTransaction } from "./database/transaction.js";
import { createFaults, DroppedConnection } from "./faults.js";
import { readCookies } from "./http/cookies.js";
import { csrfCookies } from "./http/csrf.js";
import { errorResponse, internalError, jsonResponse, successResponse } from "./http/envelope.js";
import { openApiDocument } from "./http/openapi.js";
import { createRouter } from "./http/router.js";
import type { SandboxOptions } from "./options.js";
import { routes } from "./routes/routes.js";
import { serveDownload } from "./signed-downloads.js";

export type { BrandFacts, SandboxOptions } from "./options.js";

/** A running bank. `close` releases the database; call it once, after the last request. */
export interface Sandbox {
  /** Answers every request; rejects only where a fault drops the connection (`POST /sandbox/faults`). */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

const API = "/api/v1";
const READ_ONLY: ReadonlySet<string> = new Set([`${API}/openapi.json`, "/sanctum/csrf-cookie", "/healthz", "/readyz"]);

async function download({ bank, clock }: OpenBank, url: URL): Promise<Response> {
  const at = await clock.runDueJobs();
  return inTransaction(bank.db, (db) => serveDownload({ bank, db, at }, url));
}

/** Opens the bank at {@link SandboxOptions.database}, migrates its schema and serves it. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const open = await openBank(options);
  const { bank, clock } = open;
  const faults = createFaults(routes);
  const api = createRouter(bank, clock, routes);
  const controls = createControls(open, faults);
  const document = openApiDocument(routes);

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const { pathname } = url;
    if ((READ_ONLY.has(pathname) || pathname.startsWith("/documents/")) && request.method !== "GET" && request.method !== "HEAD")
      throw methodNotAllowed(["GET"]);
    if (pathname === `${API}/openapi.json`) return jsonResponse(200, document);
    if (pathname.startsWith(`${API}/`)) {
      const path = pathname.slice(API.length);
      const loseResponse = await faults.apply(request.method, path);
      const done = api(request, path);
      // A lost error is lost as well.
      if (loseResponse) await Promise.allSettled([done]).then(() => Promise.reject(new DroppedConnection()));
      return await done;
    }
    if (pathname === "/sanctum/csrf-cookie") {
      await faults.apply(request.method, pathname);
      return successResponse(200, null, "OK", csrfCookies(bank, readCookies(request.headers.get("cookie"))));
    }
    if (pathname.startsWith("/documents/")) return download(open, url);
    if (pathname === "/healthz") return jsonResponse(200, { status: "ok" });
    if (pathname === "/readyz") return jsonResponse(200, { status: "ok", now: (await clock.now()).toISOString() });
    // The simulated provider is a separate service, so that faults apply to it too.
    if (pathname.startsWith("/sandbox/fastlink/")) await faults.apply(request.method, pathname);
    return controls(request, url);
  }

  return {
    async fetch(request) {
      try {
        return await answer(request);
      } catch (error) {
        if (error instanceof ApiError) return errorResponse(error);
        if (error instanceof DroppedConnection) throw error;
        bank.reportError(error);
        return errorResponse(internalError());
      }
    },
    close: () => bank.db.destroy(),
  };
}
