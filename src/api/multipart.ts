/** Exports the multipart request for `client.ts`: the GraphQL request is the first part of the body, each file is a part under its name. */
import { ClientError } from "graphql-request";
import type { Json } from "../language/definition.js";

export interface MultipartRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, Json>>;
  readonly files: ReadonlyMap<string, File>;
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

/** Sends the request. Rejects with graphql-request's errors. */
export async function sendWithFiles({ origin, fetch }: GatewayOptions, request: MultipartRequest): Promise<{ readonly data: unknown }> {
  const body = new FormData();
  body.append("operations", JSON.stringify({ query: request.document, variables: request.variables }));
  for (const [name, file] of request.files) body.append(name, file, file.name);
  const response = await fetch(`${origin}/graphql`, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", ...request.headers },
    body,
    signal: request.signal,
  });
  const answer = (await response.json().catch(() => ({}))) as GraphQLAnswer;
  // An answer without data and errors is not the gateway's: whether the operation was performed is unknown.
  if (response.ok && answer.errors === undefined && answer.data !== undefined) return { data: answer.data };
  throw new ClientError(
    { status: response.status, headers: response.headers, body: "", ...(answer.errors === undefined ? {} : { errors: answer.errors }) },
    { query: request.document },
  );
}
