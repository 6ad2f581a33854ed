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

interface Attempt {
  readonly outcome: Outcome;
  /** The token that was sent. */
  readonly sent: string;
}

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

  let asking: Promise<unknown> | null = null;

  /** Calls side by side ask for one token together: each answer sets the cookie anew, and only the last would count. */
  async function renewed(): Promise<void> {
    asking ??= options.fetch(`${options.origin}/csrf`, { credentials: "same-origin", cache: "no-store" }).finally(() => {
      asking = null;
    });
    await asking;
  }

  /** The token to send; another one than `refused`. */
  async function token(refused: string | null): Promise<string> {
    const present = csrfToken(options.cookies());
    if (present !== null && present !== refused) return present;
    await renewed();
    return csrfToken(options.cookies()) ?? "";
  }

  async function attempt(document: string, variables: Json, signal: AbortSignal | undefined, refused: string | null): Promise<Attempt> {
    const limit = AbortSignal.timeout(options.limit);
    let sent = "";
    try {
      sent = await token(refused);
      const { data } = await client.rawRequest<unknown>({
        query: document,
        variables: variablesOf(variables),
        requestHeaders: { [CSRF_HEADER]: sent },
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return { outcome: answerOf(data), sent };
    } catch (error) {
      return { outcome: failureOf(error, limit.aborted), sent };
    }
  }

  return async (_operation, document, variables, { signal }) => {
    const { outcome, sent } = await attempt(document, variables, signal, null);
    if (outcome.status !== CSRF_EXPIRED) return outcome;
    return (await attempt(document, variables, signal, sent)).outcome;
  };
}
