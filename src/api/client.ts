/** Exports the call port over GraphQL for `boot.ts`: sends an operation with the request tokens and returns its outcome. */
import { GraphQLClient } from "graphql-request";
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import type { CallPort } from "../runtime/port.js";
import { CSRF_HEADER, csrfToken } from "./csrf.js";
import { FIREWALL_HEADER } from "./firewall.js";
import { sendWithFiles } from "./multipart.js";
import { failureOf, rejectedStatus, successOf } from "./outcome.js";

export interface ClientOptions {
  /** The origin of the gateway, which is the page's own. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The present `document.cookie`. */
  readonly cookies: () => string;
  /** The present token of the web application firewall, if there is one. */
  readonly firewallToken: () => string | null;
  /** Runs the work in one tab of the browser at a time, since the tabs share the cookie. */
  readonly withTabLock: (work: () => Promise<void>) => Promise<void>;
  /** Milliseconds after which a call times out: more than the gateway's own longest limit. */
  readonly limit: number;
}

const CSRF_EXPIRED = 419;

interface Attempt {
  readonly outcome: Outcome;
  /** The token that the request carried. */
  readonly sent: string;
  /** Whether the gateway rejected the token. The gateway itself has retried after a 419 of the upstream (S9). */
  readonly stale: boolean;
}

function variablesOf(variables: Json): Record<string, Json> {
  return typeof variables === "object" && variables !== null ? Object.fromEntries(Object.entries(variables)) : {};
}

export function createCallPort(options: ClientOptions): CallPort {
  const client = new GraphQLClient(`${options.origin}/graphql`, {
    fetch: options.fetch,
    credentials: "same-origin",
    // Each document has one operation; reading its name would need graphql's parser.
    excludeOperationName: true,
  });

  let renewal: Promise<unknown> | null = null;

  /** Concurrent calls share one renewal: each answer replaces the cookie, so only the last token would be valid. */
  async function renewToken(rejected: string | null): Promise<void> {
    renewal ??= options
      .withTabLock(async () => {
        // Another tab may have renewed the token meanwhile.
        if (usableToken(rejected) === null)
          await options.fetch(`${options.origin}/csrf`, { credentials: "same-origin", cache: "no-store" });
      })
      .finally(() => {
        renewal = null;
      });
    await renewal;
  }

  function usableToken(rejected: string | null): string | null {
    const present = csrfToken(options.cookies());
    return present === rejected ? null : present;
  }

  /** The token to send: not `rejected`, which the gateway has rejected. */
  async function token(rejected: string | null): Promise<string> {
    const present = usableToken(rejected);
    if (present !== null) return present;
    await renewToken(rejected);
    return csrfToken(options.cookies()) ?? "";
  }

  async function attempt(document: string, variables: Json, files: ReadonlyMap<string, File>, rejected: string | null): Promise<Attempt> {
    const signal = AbortSignal.timeout(options.limit);
    let sent = "";
    try {
      sent = await token(rejected);
      const firewall = options.firewallToken();
      const requestHeaders = { [CSRF_HEADER]: sent, ...(firewall === null ? {} : { [FIREWALL_HEADER]: firewall }) };
      const { data } =
        files.size === 0
          ? await client.rawRequest<unknown>({ query: document, variables: variablesOf(variables), requestHeaders, signal })
          : await sendWithFiles(options, { document, variables: variablesOf(variables), files, headers: requestHeaders, signal });
      return { outcome: successOf(data), sent, stale: false };
    } catch (error) {
      return { outcome: failureOf(error, signal.aborted), sent, stale: rejectedStatus(error) === CSRF_EXPIRED };
    }
  }

  return async (_operation, document, variables, files) => {
    const { outcome, sent, stale } = await attempt(document, variables, files, null);
    if (!stale) return outcome;
    return (await attempt(document, variables, files, sent)).outcome;
  };
}
