/**
 * Exports the batching of queries for `client.ts`: queries that are sent in one turn of the event loop become one HTTP
 * request, an array of GraphQL requests. Each query has its own answer, and its own failure, and the gateway trusts each
 * document by itself, so that no combination of queries has to be published.
 */
import type { Outcome } from "../engine/events.js";
import type { CallRequest } from "../runtime/port.js";
import { nextTask } from "./next-task.js";

/** The most queries in one request; the gateway has the same limit. */
export const BATCH_LIMIT = 16;

export interface BatchDependencies {
  readonly sendOne: (request: CallRequest) => Promise<Outcome>;
  /** Returns the outcomes in the order of the requests. The signal is aborted when no answer is needed any more. */
  readonly sendAll: (requests: readonly CallRequest[], signal: AbortSignal) => Promise<readonly Outcome[]>;
}

interface Waiting {
  readonly request: CallRequest;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A signal that is aborted when all of these are. */
function whenAllAborted(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  let needed = signals.length;
  for (const signal of signals) {
    const onAbort = () => {
      needed -= 1;
      if (needed === 0) controller.abort();
    };
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  }
  return controller.signal;
}

export function createQueryBatch({ sendOne, sendAll }: BatchDependencies): (request: CallRequest) => Promise<Outcome> {
  let waiting: Waiting[] = [];

  function send(batch: readonly Waiting[]): void {
    const [first, ...others] = batch;
    if (first === undefined) return;
    if (others.length === 0) {
      sendOne(first.request).then(first.resolve, first.reject);
      return;
    }
    const requests = batch.map(({ request }) => request);
    sendAll(requests, whenAllAborted(requests.map(({ signal }) => signal))).then(
      async (outcomes) => {
        for (const [index, { resolve, reject }] of batch.entries()) {
          // What an answer changes is rendered in a separate task: on a phone, one task for all of them blocks the page.
          if (index > 0) await nextTask();
          const outcome = outcomes[index];
          if (outcome === undefined) reject(new Error("A batch has fewer outcomes than requests."));
          else resolve(outcome);
        }
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += BATCH_LIMIT) send(all.slice(start, start + BATCH_LIMIT));
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) void nextTask().then(flush);
      waiting.push({ request, resolve, reject });
    });
}
