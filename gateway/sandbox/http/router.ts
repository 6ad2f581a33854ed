/**
 * Exports the router of `/api/v1`: it finds the route, checks session and input, and runs the handler in one
 * transaction.
 */

import { ApiError, invalid, methodNotAllowed, notFound } from "../api-error.js";
import type { Clock } from "../clock.js";
import { inTransaction } from "../database/transaction.js";
import { runOnce } from "../idempotency.js";
import { requireSession } from "../sessions.js";
import { type Bank, brandOf } from "../unit-of-work.js";
import { decodeUriValue, readCookies } from "./cookies.js";
import { requireCsrf } from "./csrf.js";
import { successResponse } from "./envelope.js";
import type { Route, RouteRequest, RouteResult, UploadedFile } from "./route.js";
import { findErrors } from "./schemas.js";

/** PostgreSQL stores no text with this character. */
const NUL = "\0";

/** Throws 400 for a text that cannot be stored. */
function storable<T>(value: T): T {
  if (typeof value === "string" && value.includes(NUL)) throw new ApiError(400, "malformed", "The request contains a NUL character.");
  return value;
}

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const satisfies readonly Route["method"][];

interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Routes with fewer parameters match first, so that literal path segments win over parameters. */
export function createRouteMatcher(routes: readonly Route[]): (method: string, path: string) => RouteMatch | null {
  const parameters = (route: Route): number => route.path.split("{").length;
  const table = [...routes]
    .sort((a, b) => parameters(a) - parameters(b))
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    }));
  return (method, path) => {
    for (const { route, pattern } of table) {
      const match = route.method === method ? pattern.exec(path) : null;
      if (!match) continue;
      const params: Record<string, string> = {};
      for (const [name, value] of Object.entries(match.groups ?? {})) {
        const text = decodeUriValue(value);
        // A path that is not valid percent-encoding, or that no stored id can equal, matches no route.
        if (text === null || text.includes(NUL)) return null;
        params[name] = text;
      }
      return { route, params };
    }
    return null;
  };
}

interface ParsedBody {
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

/**
 * Parses a multipart body into text fields and files. The schema rejects unknown fields, and text in place of a file.
 */
async function parseMultipart(request: Request, { field }: NonNullable<Route["files"]>): Promise<ParsedBody> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch (error) {
    // `formData` throws only when the body is not a form or is truncated.
    throw new ApiError(
      400,
      "malformed",
      `The request is not a form of several parts: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const files: UploadedFile[] = [];
  const body: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (name === field && typeof value !== "string") files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    else body[name] = storable(value);
  }
  return { body, files };
}

/** The parsed body, or the error to throw once the caller is authenticated. */
async function parseBodyOrError(request: Request, route: Route): Promise<ParsedBody | ApiError> {
  try {
    return route.files ? await parseMultipart(request, route.files) : { body: await parseJson(request, route), files: [] };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function parseJson(request: Request, route: Route): Promise<unknown> {
  if (!route.body) return null;
  const text = await request.text();
  try {
    return text === "" ? {} : JSON.parse(text, (_name, value: unknown) => storable(value));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError(400, "malformed", "The request isn't JSON.");
  }
}

function validateInput(schemaExpression: string | undefined, value: unknown, pages: readonly string[] = []): void {
  const errors = schemaExpression ? findErrors(schemaExpression, value) : null;
  if (!errors) return;
  const nameOf = (field: string): string =>
    pages.includes(field.split(".")[0] ?? "") && field.includes(".") ? field.slice(field.indexOf(".") + 1) : field;
  throw invalid(Object.fromEntries(Object.entries(errors).map(([field, messages]) => [nameOf(field), messages])));
}

function validateResponse(route: Route, answer: RouteResult): void {
  const errors = findErrors(route.response, answer.data);
  if (errors)
    throw new Error(`${route.method} ${route.path} returns data that its schema ${route.response} rejects: ${JSON.stringify(errors)}`);
}

/** Runs a handler in a transaction. An error with `commit` (a counted attempt) commits before it is thrown. */
async function runHandler<T>(bank: Bank, clock: Clock, run: (work: RouteRequest["work"]) => Promise<T>): Promise<T> {
  const at = await clock.runDueJobs();
  const outcome = await inTransaction(bank.db, async (db) => {
    try {
      return { value: await run({ bank, db, at }) };
    } catch (error) {
      if (error instanceof ApiError && error.commit) return { refusal: error };
      throw error;
    }
  });
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.value;
}

/** Returns the function that answers a request; `path` is below `/api/v1`. A refused call rejects with `ApiError`. */
export function createRouter(bank: Bank, clock: Clock, routes: readonly Route[]): (request: Request, path: string) => Promise<Response> {
  const matchRoute = createRouteMatcher(routes);
  return async (request, path) => {
    const found = matchRoute(request.method === "HEAD" ? "GET" : request.method, path);
    if (!found) {
      const allowed = METHODS.filter((method) => matchRoute(method, path) !== null);
      throw allowed.length > 0 ? methodNotAllowed(allowed) : notFound("That address");
    }
    const { route, params } = found;
    const cookies = readCookies(request.headers.get("cookie"));
    const brand = brandOf(bank, request.headers.get("x-brand"));
    if (!brand) throw new ApiError(422, "unknown_brand", "No such institution.");
    if (route.method !== "GET") requireCsrf(bank, request.headers, cookies);
    const parsed = await parseBodyOrError(request, route);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const answer = await runHandler(bank, clock, async (work) => {
      // Authentication comes before validation, so that an unauthenticated caller learns nothing from validation
      // errors.
      const session = route.auth === "open" ? null : await requireSession(work, brand, request.headers, route);
      if (parsed instanceof ApiError) throw parsed;
      const { body, files } = parsed;
      validateInput(route.body, body, route.sections);
      validateInput(route.query, query);
      const stored = route.query === undefined ? [] : Object.entries(query);
      for (const [name, value] of stored) if (value.includes(NUL)) throw invalid({ [name]: ["This contains a NUL character."] });
      const result = await runOnce(route, {
        bank,
        work,
        clock,
        brand,
        params,
        query,
        body,
        files,
        headers: request.headers,
        cookies,
        session,
      });
      if (bank.options.validateResponses !== false) validateResponse(route, result);
      return result;
    });
    return successResponse(answer.status ?? route.status ?? 200, answer.data, answer.message ?? "OK", answer.cookies);
  };
}
