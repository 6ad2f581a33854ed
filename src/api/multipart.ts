/** An operation with files: the GraphQL request as the first part of the body, each file as a part under its name. */
import { ClientError } from "graphql-request";
import type { Json } from "../language/definition.js";

export interface MultipartRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, Json>>;
  readonly files: ReadonlyMap<string, File>;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly data?: unknown;
  readonly errors?: ConstructorParameters<typeof ClientError>[0]["errors"];
}

interface GatewayOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** Sends it. Rejects as graphql-request does. */
export async function sendWithFiles({ origin, fetch }: GatewayOptions, sent: MultipartRequest): Promise<{ readonly data: unknown }> {
  const body = new FormData();
  body.append("operations", JSON.stringify({ query: sent.document, variables: sent.variables }));
  for (const [name, file] of sent.files) body.append(name, file, file.name);
  const response = await fetch(`${origin}/graphql`, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", ...sent.headers },
    body,
    signal: sent.signal,
  });
  const answer = (await response.json().catch(() => ({}))) as Answered;
  if (response.ok && answer.errors === undefined) return { data: answer.data };
  throw new ClientError(
    { status: response.status, headers: response.headers, body: "", ...(answer.errors === undefined ? {} : { errors: answer.errors }) },
    { query: sent.document },
  );
}
