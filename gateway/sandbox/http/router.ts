/** `(request) -> response` for `/api/v1`: find the route, check who calls and what they send, run it in one transaction. */

import { ApiError, invalid, notFound } from "../api-error.js";
import type { Clock } from "../clock.js";
import { requireSession } from "../sessions.js";
import { type Bank, brandOf } from "../unit-of-work.js";
import { decodeUriValue, readCookies } from "./cookies.js";
import { requireCsrf } from "./csrf.js";
import { successResponse } from "./envelope.js";
import type { Route, RouteRequest, RouteResult, UploadedFile } from "./route.js";
import { findErrors } from "./schemas.js";

type RouteAddress = Pick<Route, "method" | "path">;

interface RouteMatch<R extends RouteAddress> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Literal parts win over parameters: routes are tried in the order of how much of them is literal. */
export function createRouteMatcher<R extends RouteAddress>(routes: readonly R[]): (method: string, path: string) => RouteMatch<R> | null {
  const parameters = (route: R): number => route.path.split("{").length;
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
        // Nobody's rules of encoding give this address: it is nobody's.
        if (text === null) return null;
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

/** Texts and files of a body of several parts. A part of another name, or a text where a file belongs, is told by the schema. */
async function parseMultipart(request: Request, { field }: NonNullable<Route["files"]>): Promise<ParsedBody> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch (error) {
    // Nothing but the request is read here: it is no form, or it broke off.
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
    else body[name] = value;
  }
  return { body, files };
}

/** What was sent, or why it cannot be read: that is told once the caller is known. */
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
    return text === "" ? {} : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError(400, "malformed", "The request is not JSON.");
  }
}

function validateInput(word: string | undefined, value: unknown, pages: readonly string[] = []): void {
  const errors = word ? findErrors(word, value) : null;
  if (!errors) return;
  const nameOf = (field: string): string =>
    pages.includes(field.split(".")[0] ?? "") && field.includes(".") ? field.slice(field.indexOf(".") + 1) : field;
  throw invalid(Object.fromEntries(Object.entries(errors).map(([field, messages]) => [nameOf(field), messages])));
}

function validateResponse(route: Route, answer: RouteResult): void {
  const errors = findErrors(route.response, answer.data);
  if (errors) throw new Error(`${route.method} ${route.path} answers what its schema ${route.response} refuses: ${JSON.stringify(errors)}`);
}

/** A refusal that keeps what was written (a counted attempt) commits before it is thrown. */
async function inTransaction<T>(bank: Bank, clock: Clock, run: (work: RouteRequest["work"]) => Promise<T>): Promise<T> {
  const at = await clock.runDueJobs();
  const outcome = await bank.db.transaction().execute(async (db) => {
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

/** `missing`: calls of the specification that are not there, which is no mistake of the caller. */
export function createRouter(
  bank: Bank,
  clock: Clock,
  routes: readonly Route[],
  notBuilt: readonly RouteAddress[],
): (request: Request, path: string) => Promise<Response> {
  const matchRoute = createRouteMatcher(routes);
  const matchNotBuilt = createRouteMatcher(notBuilt);
  return async (request, path) => {
    const found = matchRoute(request.method, path);
    if (!found && matchNotBuilt(request.method, path))
      throw new ApiError(501, "not_built", "This call is part of the specification, and is not built yet.");
    if (!found) throw notFound("That address");
    const { route, params } = found;
    const cookies = readCookies(request.headers.get("cookie"));
    const brand = brandOf(bank, request.headers.get("x-brand"));
    if (!brand) throw new ApiError(422, "unknown_brand", "No such institution.");
    if (route.method !== "GET") requireCsrf(bank, request.headers, cookies);
    const sent = await parseBodyOrError(request, route);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const answer = await inTransaction(bank, clock, async (work) => {
      // Who calls is asked before what they send is judged: a stranger learns nothing about the contract's data.
      const session = route.auth === "open" ? null : await requireSession(work, brand, request.headers, route);
      if (sent instanceof ApiError) throw sent;
      const { body, files } = sent;
      validateInput(route.body, body, route.sections);
      validateInput(route.query, query);
      const given = await route.handler({
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
      if (bank.options.checkAnswers !== false) validateResponse(route, given);
      return given;
    });
    return successResponse(answer.status ?? route.status ?? 200, answer.data, answer.message ?? "OK", answer.cookies);
  };
}
