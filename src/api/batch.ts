/** Exports the request of several queries for `client.ts`: an array of GraphQL requests, answered by an array in its order. */
import { ClientError } from "graphql-request";
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { failureOf, successOf } from "./outcome.js";

export interface BatchRequest {
  readonly queries: readonly { readonly query: string; readonly variables: Readonly<Record<string, Json>> }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface GraphQLAnswer {
  readonly data?: unknown;
  readonly errors?: ConstructorParameters<typeof ClientError>[0]["errors"];
}

interface GatewayOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** graphql-request's error for an answer, so that `failureOf` treats it like any other. */
function clientError(status: number, headers: Headers, { errors }: GraphQLAnswer): ClientError {
  return new ClientError({ status, headers, body: "", ...(errors === undefined ? {} : { errors }) }, { query: "" });
}

/** Returns an outcome for each query. Rejects with graphql-request's errors when the whole request fails. */
export async function sendBatch(
  { origin, fetch }: GatewayOptions,
  { queries, headers, signal }: BatchRequest,
): Promise<readonly Outcome[]> {
  const response = await fetch(`${origin}/graphql`, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    body: JSON.stringify(queries),
    signal,
  });
  const answers: unknown = await response.json().catch(() => ({}));
  if (!response.ok || !Array.isArray(answers) || answers.length !== queries.length) {
    const answer = typeof answers === "object" && answers !== null && !Array.isArray(answers) ? (answers as GraphQLAnswer) : {};
    throw clientError(response.status, response.headers, answer);
  }
  return (answers as readonly GraphQLAnswer[]).map((answer) => {
    if (answer.errors === undefined) return successOf(answer.data);
    // Without `data`, the gateway has rejected the query before executing it.
    return failureOf(clientError("data" in answer ? 200 : 400, response.headers, answer), false);
  });
}
