/** The one way to the gateway: named operations over GraphQL, each with the token, each ending in an outcome. */
import { GraphQLClient } from "graphql-request";
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import type { CallPort } from "../runtime/port.js";
import { CSRF_HEADER, csrfToken } from "./csrf.js";
import { FIREWALL_HEADER } from "./firewall.js";
import { sendWithFiles } from "./multipart.js";
import { answerOf, failureOf, refusedAtTheDoor } from "./outcome.js";

export interface ClientOptions {
  /** The origin of the gateway, which is the page's own. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** `document.cookie` at the time. */
  readonly cookies: () => string;
  /** What a web application firewall has given the page by now, if there is one. */
  readonly firewallToken: () => string | null;
  /** Has work done by one tab of the browser at a time: they share the cookie. */
  readonly oneTab: (work: () => Promise<void>) => Promise<void>;
  /** Milliseconds after which an answer is no longer waited for: more than the gateway's own longest limit. */
  readonly limit: number;
}

const CSRF_EXPIRED = 419;

type CallOptions = Parameters<CallPort>[3];

interface Attempt {
  readonly outcome: Outcome;
  /** The token that was sent. */
  readonly sent: string;
  /** The gateway refused it. An upstream's 419 is none of it: the gateway has tried that one anew already (S9). */
  readonly stale: boolean;
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
  async function renewed(refused: string | null): Promise<void> {
    asking ??= options
      .oneTab(async () => {
        // Another tab may have asked meanwhile.
        if (usable(refused) === null) await options.fetch(`${options.origin}/csrf`, { credentials: "same-origin", cache: "no-store" });
      })
      .finally(() => {
        asking = null;
      });
    await asking;
  }

  function usable(refused: string | null): string | null {
    const present = csrfToken(options.cookies());
    return present === refused ? null : present;
  }

  /** The token to send; another one than `refused`. */
  async function token(refused: string | null): Promise<string> {
    const present = usable(refused);
    if (present !== null) return present;
    await renewed(refused);
    return csrfToken(options.cookies()) ?? "";
  }

  async function attempt(document: string, variables: Json, { signal, files }: CallOptions, refused: string | null): Promise<Attempt> {
    const limit = AbortSignal.timeout(options.limit);
    let sent = "";
    try {
      sent = await token(refused);
      const until = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const firewall = options.firewallToken();
      const requestHeaders = { [CSRF_HEADER]: sent, ...(firewall === null ? {} : { [FIREWALL_HEADER]: firewall }) };
      const { data } =
        files === undefined || files.size === 0
          ? await client.rawRequest<unknown>({ query: document, variables: variablesOf(variables), requestHeaders, signal: until })
          : await sendWithFiles(options, { document, variables: variablesOf(variables), files, headers: requestHeaders, signal: until });
      return { outcome: answerOf(data), sent, stale: false };
    } catch (error) {
      return { outcome: failureOf(error, limit.aborted), sent, stale: refusedAtTheDoor(error) === CSRF_EXPIRED };
    }
  }

  return async (_operation, document, variables, how) => {
    const { outcome, sent, stale } = await attempt(document, variables, how, null);
    if (!stale) return outcome;
    return (await attempt(document, variables, how, sent)).outcome;
  };
}
