/** The one way to the gateway: named operations over GraphQL, each with the token, each ending in an outcome. */
import { GraphQLClient } from "graphql-request";
import type { Json } from "../engine/definition.js";
import type { Outcome } from "../engine/events.js";
import type { CallPort } from "../runtime/port.js";
import { CSRF_HEADER, csrfToken } from "./csrf.js";
import { answerOf, failureOf } from "./outcome.js";

export interface ClientOptions {
  /** The origin of the gateway, which is the page's own. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** `document.cookie` at the time. */
  readonly cookies: () => string;
  /** Milliseconds after which an answer is no longer waited for: more than the gateway's own longest limit. */
  readonly limit: number;
}

const CSRF_EXPIRED = 419;

function variablesOf(variables: Json): Record<string, Json> {
  return typeof variables === "object" && variables !== null ? Object.fromEntries(Object.entries(variables)) : {};
}

/** The port through which the runtime calls. */
export function createCallPort(options: ClientOptions): CallPort {
  const client = new GraphQLClient(`${options.origin}/graphql`, {
    fetch: options.fetch,
    credentials: "same-origin",
    // The operation's name would be read from the document with graphql's parser; each document holds one operation.
    excludeOperationName: true,
  });

  async function token(fresh: boolean): Promise<string> {
    const present = csrfToken(options.cookies());
    if (present !== null && !fresh) return present;
    await options.fetch(`${options.origin}/csrf`, { credentials: "same-origin", cache: "no-store" });
    return csrfToken(options.cookies()) ?? "";
  }

  async function attempt(document: string, variables: Json, signal: AbortSignal | undefined, fresh: boolean): Promise<Outcome> {
    const limit = AbortSignal.timeout(options.limit);
    try {
      const { data } = await client.rawRequest<unknown>({
        query: document,
        variables: variablesOf(variables),
        requestHeaders: { [CSRF_HEADER]: await token(fresh) },
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return answerOf(data);
    } catch (error) {
      return failureOf(error, limit.aborted);
    }
  }

  return async (_operation, document, variables, { signal }) => {
    const outcome = await attempt(document, variables, signal, false);
    return outcome.status === CSRF_EXPIRED ? attempt(document, variables, signal, true) : outcome;
  };
}
