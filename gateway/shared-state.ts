/**
 * Exports the short-lived state that all gateways of an installation share (counts of the rate limits, sessions that
 * have ended), and its implementation in the memory of one process. `redis-state.ts` implements it in Valkey or Redis.
 */

/** A count within its time window. */
export interface Count {
  readonly current: number;
  /** Milliseconds until the count starts over. */
  readonly ttl: number;
}

/** The port to the shared state. Keys of counts and of remembered things do not collide. */
export interface SharedState {
  /** Adds one to a count, which starts over `windowMs` after its first increment. Never rejects. */
  count(key: string, windowMs: number): Promise<Count>;
  /** Remembers a key for `milliseconds`. Never rejects. */
  remember(key: string, milliseconds: number): Promise<void>;
  /** Whether the key is remembered. Never rejects. */
  remembers(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The maximum number of keys of each kind: an attacker with many addresses cannot exhaust the memory. */
const MAX_KEYS = 20_000;

/** A map whose entries expire; beyond its maximum size it evicts the oldest entry. */
class ExpiringMap<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly endsAt: number }>();
  constructor(readonly now: () => number) {}

  get(key: string): { readonly value: V; readonly endsAt: number } | null {
    const found = this.#entries.get(key);
    if (found === undefined || found.endsAt > this.now()) return found ?? null;
    this.#entries.delete(key);
    return null;
  }

  set(key: string, value: V, endsAt: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_KEYS && oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** The state of one process: for a single gateway, and for each gateway while Redis cannot be reached. */
export function localState(now: () => number = Date.now): SharedState {
  const counts = new ExpiringMap<number>(now);
  const remembered = new ExpiringMap<true>(now);
  return {
    async count(key, windowMs) {
      const known = counts.get(key);
      const current = (known?.value ?? 0) + 1;
      const endsAt = known?.endsAt ?? now() + windowMs;
      counts.set(key, current, endsAt);
      return { current, ttl: endsAt - now() };
    },
    async remember(key, milliseconds) {
      remembered.set(key, true, now() + milliseconds);
    },
    remembers: async (key) => remembered.get(key) !== null,
    close: async () => {},
  };
}
