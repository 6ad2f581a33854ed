/** Exports the clock of a scenario: time passes only when a step says so. */
import type { ClockPort } from "../runtime/port.js";

export interface ScenarioClock extends ClockPort {
  /** Advances the time; timers fire in the order of their time, and `settle` runs after each. */
  advance(milliseconds: number, settle: () => Promise<void>): Promise<void>;
  /** Advances the time of a page that the browser has frozen: no timer fires. */
  skip(milliseconds: number): void;
}

/** `start`: epoch milliseconds. */
export function createScenarioClock(start: number): ScenarioClock {
  let time = start;
  const timers = new Set<{ readonly at: number; readonly done: () => void }>();
  return {
    now: () => time,
    after(milliseconds, done) {
      const timer = { at: time + milliseconds, done };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(milliseconds, settle) {
      const end = time + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.done();
        await settle();
      }
      time = end;
    },
    skip(milliseconds) {
      time += milliseconds;
    },
  };
}
