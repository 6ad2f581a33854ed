/** Exports the parsing and the answer of a batch, for the GraphQL route: several queries in one HTTP request, as a JSON array. */
import type { Response as GraphqlResponse } from "graphql-http";
import { BadRequest } from "./upstream/errors.js";

/** The most queries in one request; the app's client has the same limit. */
export const BATCH_LIMIT = 16;

/** The requests of a batch, each as JSON text; null when the body is a single request. Throws `BadRequest` for a batch beyond the limit. */
export function batchOf(body: string): readonly string[] | null {
  if (!body.trimStart().startsWith("[")) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // graphql-http answers invalid JSON.
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  if (parsed.length === 0 || parsed.length > BATCH_LIMIT) throw new BadRequest({ message: `Send 1 to ${BATCH_LIMIT} queries at once.` });
  return parsed.map((each) => JSON.stringify(each));
}

/** The answers in the order of the requests. Each contains its own errors, so that the HTTP status is 200. */
export function batchAnswer(answers: readonly GraphqlResponse[]): GraphqlResponse {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return [`[${answers.map(([body]) => body ?? "null").join(",")}]`, { status: 200, statusText: "OK", headers }];
}
