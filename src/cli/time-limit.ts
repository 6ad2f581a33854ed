/** Exports `withinTime`, which stops a calculation that takes too long, for `flows mutate`. */
import { createContext, Script } from "node:vm";

/** What `withinTime` returns for a calculation that it stopped. */
export const TIMED_OUT = Symbol("timed out");

const script = new Script("calculate()");

/**
 * The result of a synchronous calculation, or `TIMED_OUT` after that many milliseconds. Nothing in it runs after the stop, not
 * even `catch` and `finally`, so that objects that it was changing stay half changed.
 */
export function withinTime<T>(milliseconds: number, calculate: () => T): T | typeof TIMED_OUT {
  try {
    return script.runInContext(createContext({ calculate }), { timeout: milliseconds }) as T;
  } catch (error) {
    // The error may be of another realm, so that `instanceof Error` would be false.
    if ((error as NodeJS.ErrnoException | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return TIMED_OUT;
    throw error;
  }
}
