/** Exports the call port over GraphQL for `boot.ts`: sends an operation with the request tokens and returns its outcome. */
import { GraphQLClient } from "graphql-request";
import type { Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import type { CallPort, CallRequest } from "../runtime/port.js";
import { TRACE_HEADER } from "./action-trace.js";
import { sendBatch } from "./batch.js";
import { CSRF_HEADER, csrfToken } from "./csrf.js";
import { FIREWALL_HEADER } from "./firewall.js";
import { sendWithFiles } from "./multipart.js";
import { type Failure, failureOf, rejectedStatus, successOf } from "./outcome.js";
import { createQueryBatch } from "./query-batch.js";

export interface ClientOptions {
  /** The origin of the gateway, which is the page's own. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The present `document.cookie`. */
  readonly cookies: () => string;
  /** The present token of the web application firewall, if there is one. */
  readonly firewallToken: () => string | null;
  /** The `traceparent` of the next call. */
  readonly traceparent: () => string;
  /** Runs the work in one tab of the browser at a time, since the tabs share the cookie. */
  readonly withTabLock: (work: () => Promise<void>) => Promise<void>;
  /** Milliseconds after which a call times out: more than the gateway's own longest limit. */
  readonly limit: number;
}

/** The gateway rejected the token. The gateway itself has retried after a 419 of the upstream (S9). */
const CSRF_EXPIRED = 419;

function variablesOf(variables: Json): Record<string, Json> {
  return typeof variables === "object" && variables !== null ? Object.fromEntries(Object.entries(variables)) : {};
}

/** The port never rejects: a failure is an outcome. It repeats a call once after a 419; queries of the same moment go in one request. */
export function createCallPort(options: ClientOptions): CallPort {
  const client = new GraphQLClient(`${options.origin}/graphql`, {
    fetch: options.fetch,
    credentials: "same-origin",
    // Each document has one operation; reading its name would need graphql's parser.
    excludeOperationName: true,
  });

  let renewal: Promise<unknown> | null = null;
  /** How many answers have replaced the token: the gateway does so when a session begins or ends. */
  let sessionChanges = 0;

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

  /**
   * Sends with a token, and once more with another one when the gateway has rejected the first. A call of a former
   * session is not repeated: a late logout would end the session that began meanwhile.
   */
  async function withToken<T>(send: (headers: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
    const sent = await token(null);
    const before = sessionChanges;
    try {
      const result = await send(headersWith(sent));
      if (csrfToken(options.cookies()) !== sent) sessionChanges += 1;
      return result;
    } catch (error) {
      if (rejectedStatus(error) !== CSRF_EXPIRED || sessionChanges !== before) throw error;
      return await send(headersWith(await token(sent)));
    }
  }

  function headersWith(sent: string): Readonly<Record<string, string>> {
    const firewall = options.firewallToken();
    return { [CSRF_HEADER]: sent, [TRACE_HEADER]: options.traceparent(), ...(firewall === null ? {} : { [FIREWALL_HEADER]: firewall }) };
  }

  /** Runs the work under the time limit; a failure is an outcome. */
  async function limited<T>(
    given: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
    failed: (failure: Failure) => T,
  ): Promise<T> {
    const limit = AbortSignal.timeout(options.limit);
    const controller = new AbortController();
    const abort = () => controller.abort();
    const signals = given === undefined ? [limit] : [limit, given];
    if (given?.aborted) abort();
    for (const signal of signals) signal.addEventListener("abort", abort, { once: true });
    try {
      return await work(controller.signal);
    } catch (error) {
      return failed(failureOf(error, limit.aborted));
    } finally {
      for (const signal of signals) signal.removeEventListener("abort", abort);
    }
  }

  function sendOne({ document, variables: given, files, signal: wanted }: CallRequest): Promise<Outcome> {
    const variables = variablesOf(given);
    return limited<Outcome>(
      wanted,
      (signal) =>
        withToken(async (headers) => {
          const { data } =
            files.size === 0
              ? await client.rawRequest<unknown>({ query: document, variables, requestHeaders: headers, signal })
              : await sendWithFiles(options, { document, variables, files, headers, signal });
          return successOf(data);
        }),
      (failure) => failure,
    );
  }

  function sendAll(requests: readonly CallRequest[], wanted: AbortSignal): Promise<readonly Outcome[]> {
    const queries = requests.map(({ document, variables }) => ({ query: document, variables: variablesOf(variables) }));
    return limited<readonly Outcome[]>(
      wanted,
      (signal) => withToken((headers) => sendBatch(options, { queries, headers, signal })),
      (failure) => requests.map(() => failure),
    );
  }

  const query = createQueryBatch({ sendOne, sendAll });
  return (request) => (request.kind === "query" && request.files.size === 0 ? query(request) : sendOne(request));
}
