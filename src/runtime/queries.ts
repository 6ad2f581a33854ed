/**
 * Exports the query layer of the runtime: every query of the app and of its screens goes through it. Queries of one slot
 * run one after another; identical ones in flight are one request; an answer that is older than what has been written to
 * its slices meanwhile is requested again instead of applied; a query that nobody waits for any more is aborted.
 */
import type { DepositorState, Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";

export interface Query {
  readonly operation: string;
  readonly variables: Json;
}

export interface QueryDependencies {
  state(): DepositorState;
  /** The slices that the answer of a query is written to. */
  slicesOf(operation: string): readonly string[];
  send(query: Query, signal: AbortSignal): Promise<Outcome>;
}

export interface QueryOptions {
  /** What the answer is for. While a query of the slot runs, a further one waits for it. */
  readonly slot: string;
  /** Evaluated when the query is sent. */
  readonly query: () => Query;
  /** Aborted when the session has ended, or the screen was left. */
  readonly signal: AbortSignal;
  /** The data may have changed on the server: the query does not share a request that was sent earlier. */
  readonly again: boolean;
  /** Applies the answer to the state. Not called for an aborted query. */
  readonly answered: (outcome: Outcome) => void;
}

export interface Queries {
  /** Resolves when the answer was applied, or the query was aborted. */
  fetch(options: QueryOptions): Promise<void>;
  /** A session has ended: aborts every request, so that a query of the next session shares none. */
  abortAll(): void;
}

/** A request and those who wait for it. */
interface Flight {
  readonly promise: Promise<Outcome>;
  readonly controller: AbortController;
  /** When it was sent, in the order of requests and writes. */
  readonly sentAt: number;
  waiting: number;
  /** Sent in this turn of the event loop: a repeated query may share it. */
  young: boolean;
}

interface Slot {
  readonly running: Promise<void>;
  /** The query that follows the running one; further ones join it. */
  next: Promise<void> | null;
}

/** Resolves with null when the signal is aborted first. */
function unlessAborted(promise: Promise<Outcome>, signal: AbortSignal): Promise<Outcome | null> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(null);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

export function createQueries(dependencies: QueryDependencies): Queries {
  const flights = new Map<string, Flight>();
  const slots = new Map<string, Slot>();
  /** Counts requests and writes: a write with a higher number than a request came after it was sent. */
  let sequence = 0;
  const writtenAt = new Map<string, number>();
  let seen: DepositorState = dependencies.state();

  /** Numbers the slices that actions, other tabs or the development tools have written since the last call. */
  function noteWrites(): void {
    const state = dependencies.state();
    if (state === seen) return;
    for (const [slice, value] of Object.entries(state)) {
      if (Object.is(value, seen[slice])) continue;
      sequence += 1;
      writtenAt.set(slice, sequence);
    }
    seen = state;
  }

  function flightOf(query: Query, again: boolean): Flight {
    const key = `${query.operation} ${JSON.stringify(query.variables)}`;
    const present = flights.get(key);
    if (present !== undefined && (present.young || !again)) return present;
    sequence += 1;
    const controller = new AbortController();
    const flight: Flight = { promise: dependencies.send(query, controller.signal), controller, sentAt: sequence, waiting: 0, young: true };
    flights.set(key, flight);
    queueMicrotask(() => {
      flight.young = false;
    });
    const landed = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    controller.signal.addEventListener("abort", landed);
    flight.promise.then(landed, landed);
    return flight;
  }

  /** One request, shared where possible; null when it was aborted. */
  async function request(query: Query, signal: AbortSignal, again: boolean): Promise<{ outcome: Outcome; sentAt: number } | null> {
    const flight = flightOf(query, again);
    flight.waiting += 1;
    const outcome = await unlessAborted(flight.promise, signal);
    flight.waiting -= 1;
    if (outcome === null && flight.waiting === 0) flight.controller.abort();
    return outcome === null ? null : { outcome, sentAt: flight.sentAt };
  }

  async function run({ query, signal, again, answered }: QueryOptions): Promise<void> {
    for (let isRepeated = again; !signal.aborted; isRepeated = true) {
      noteWrites();
      const sent = query();
      const answer = await request(sent, signal, isRepeated);
      if (answer === null || signal.aborted) return;
      noteWrites();
      const { outcome, sentAt } = answer;
      const slices = dependencies.slicesOf(sent.operation);
      const isOverwritten = slices.some((slice) => (writtenAt.get(slice) ?? 0) > sentAt);
      if (outcome.status === "ok" && isOverwritten) continue;
      answered(outcome);
      if (outcome.status === "ok") for (const slice of slices) writtenAt.set(slice, sentAt);
      seen = dependencies.state();
      return;
    }
  }

  function start(options: QueryOptions): Promise<void> {
    const { slot } = options;
    const running = run(options).finally(() => {
      if (slots.get(slot)?.running === running && slots.get(slot)?.next === null) slots.delete(slot);
    });
    slots.set(slot, { running, next: null });
    return running;
  }

  return {
    fetch(options) {
      const present = slots.get(options.slot);
      if (present === undefined) return start(options);
      // The promise of the former query has already rejected with its error.
      present.next ??= present.running.catch(() => undefined).then(() => start(options));
      return present.next;
    },
    abortAll() {
      for (const { controller } of [...flights.values()]) controller.abort();
    },
  };
}
