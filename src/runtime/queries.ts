/**
 * Exports the query layer of the runtime: every query of the app and of its screens goes through it. Queries of one slot
 * run one after another; identical ones in flight are one request, a repeated one only where no action has been answered since
 * it was sent; an answer that is older than the latest write to its slices is requested again instead of applied; a
 * query that nobody waits for any longer is aborted.
 */
import type { DepositorState, Outcome } from "../engine/events.js";
import type { Json } from "../language/definition.js";

/** A query with its variables. Two with the same JSON are identical. */
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

/** One query to send, and what happens with its answer. */
export interface QueryOptions {
  /** The use of the answer. While a query of the slot is in progress, the next one waits for it. */
  readonly slot: string;
  /** Evaluated when the query is sent. */
  readonly query: () => Query;
  /** Aborted when the session has ended, or the screen was left. */
  readonly signal: AbortSignal;
  /** Sent again, as the data may have changed on the server: the query does not share a request that was sent before the last change (`changed`). */
  readonly again: boolean;
  /** Applies the answer to the state. Not called for an aborted query. */
  readonly answered: (outcome: Outcome) => void;
}

/** The query layer of one runtime. `fetch` rejects only with an error that `query`, `send` or `answered` throws. */
export interface Queries {
  /** Resolves when the answer was applied, or the query was aborted. */
  fetch(options: QueryOptions): Promise<void>;
  /** The call of an action was answered, here or in another tab: the data on the server may have changed. */
  changed(): void;
  /** A session has ended: aborts every request, so that a query of the next session cannot share one. */
  abortAll(): void;
}

/** A request and its waiting queries. */
interface Flight {
  readonly key: string;
  readonly promise: Promise<Outcome>;
  readonly controller: AbortController;
  /** Its number in the order of requests and writes. */
  readonly sentAt: number;
  waiting: number;
}

interface Slot {
  running: Promise<void>;
  /** The request that the running query waits for. */
  flight: Flight | null;
  /** The query that follows the running one; further ones join it. */
  next: Promise<void> | null;
}

/** Resolves with null when the signal is aborted first. */
function unlessAborted(promise: Promise<Outcome>, signal: AbortSignal): Promise<Outcome | null> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(null);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
    const settled = () => signal.removeEventListener("abort", onAbort);
    promise.then(resolve, reject);
    promise.then(settled, settled);
  });
}

/** Creates the query layer. It calls `send` once for identical queries in flight, and aborts a request that nobody waits for. */
export function createQueries(dependencies: QueryDependencies): Queries {
  const flights = new Map<string, Flight>();
  const slots = new Map<string, Slot>();
  /** Counts requests and writes: a write with a higher number than a request came after it was sent. */
  let sequence = 0;
  const writtenAt = new Map<string, number>();
  let changedAt = 0;
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

  const keyOf = ({ operation, variables }: Query): string => `${operation} ${JSON.stringify(variables)}`;
  /** Whether the answer of a request is newer than the last change. */
  const isCurrent = ({ sentAt }: Flight): boolean => sentAt > changedAt;

  function flightOf(query: Query, again: boolean): Flight {
    const key = keyOf(query);
    const present = flights.get(key);
    if (present !== undefined && (!again || isCurrent(present))) return present;
    sequence += 1;
    const controller = new AbortController();
    const flight: Flight = { key, promise: dependencies.send(query, controller.signal), controller, sentAt: sequence, waiting: 0 };
    flights.set(key, flight);
    const landed = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    controller.signal.addEventListener("abort", landed);
    flight.promise.then(landed, landed);
    return flight;
  }

  /** The answer of a request, which may be shared; null when it was aborted. */
  async function answerOf(flight: Flight, signal: AbortSignal): Promise<Outcome | null> {
    flight.waiting += 1;
    const outcome = await unlessAborted(flight.promise, signal);
    flight.waiting -= 1;
    if (outcome === null && flight.waiting === 0) flight.controller.abort();
    return outcome;
  }

  async function run({ query, signal, again, answered }: QueryOptions, slot: Slot): Promise<void> {
    for (let isRepeated = again; !signal.aborted; isRepeated = true) {
      noteWrites();
      const sent = query();
      const flight = flightOf(sent, isRepeated);
      slot.flight = flight;
      const outcome = await answerOf(flight, signal);
      if (outcome === null || signal.aborted) return;
      noteWrites();
      const { sentAt } = flight;
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
    const slot: Slot = { running: Promise.resolve(), flight: null, next: null };
    slots.set(options.slot, slot);
    slot.running = run(options, slot).finally(() => {
      if (slots.get(options.slot) === slot && slot.next === null) slots.delete(options.slot);
    });
    return slot.running;
  }

  return {
    fetch(options) {
      const present = slots.get(options.slot);
      if (present === undefined) return start(options);
      const { flight } = present;
      if (present.next === null && flight !== null && isCurrent(flight) && flight.key === keyOf(options.query())) return present.running;
      // The promise of the former query has already rejected with its error.
      present.next ??= present.running.catch(() => undefined).then(() => start(options));
      return present.next;
    },
    changed() {
      sequence += 1;
      changedAt = sequence;
    },
    abortAll() {
      for (const { controller } of [...flights.values()]) controller.abort();
    },
  };
}
