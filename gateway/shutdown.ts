/**
 * Exports the orderly shutdown of the process, for the composition root: it closes what was started, in reverse order,
 * once.
 */
import { LONG_TIMEOUT_MS } from "./upstream/transport.js";

export interface Shutdown {
  /** Registers a close function with the milliseconds that it may take; later registrations close before earlier ones. */
  onEnd(name: string, close: () => void | Promise<void>, limit?: number): void;
  /** Closes everything. A second call waits for the first. */
  end(): Promise<void>;
}

/** After this time, the exit of the process ends what has not closed. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Added to the longest call while the gateway finishes its last requests. */
const DRAIN_MARGIN_MS = 10_000;
/** The gateway's time to finish its last requests: longer than the longest call. */
export const DRAIN_TIMEOUT_MS = LONG_TIMEOUT_MS + DRAIN_MARGIN_MS;

export function createShutdown(onProblem: (name: string, error: unknown) => void): Shutdown {
  const closers: { readonly name: string; readonly close: () => void | Promise<void>; readonly limit: number }[] = [];
  let ending: Promise<void> | null = null;

  async function endAll(): Promise<void> {
    for (const { name, close, limit } of closers.reverse()) {
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error("took too long to end")), limit);
      });
      try {
        await Promise.race([close(), patience]);
      } catch (error) {
        onProblem(name, error);
      } finally {
        clearTimeout(late);
      }
    }
  }

  return {
    onEnd(name, close, limit = CLOSE_TIMEOUT_MS) {
      closers.push({ name, close, limit });
    },
    end() {
      ending ??= endAll();
      return ending;
    },
  };
}
