/**
 * Exports the timers of a screen for the runtime: timers that fire once, and polls that repeat until a predicate holds.
 * They stop when the screen is left.
 */
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";
import { holds, type Scope } from "../language/predicate.js";
import { duration } from "./durations.js";
import type { ClockPort } from "./port.js";

type Timer = ScreenContent["timers"][string];

interface TimerDependencies {
  readonly clock: ClockPort;
  scope(): Scope;
  raise(action: string): Promise<void>;
}

function pollOf(core: BundleCore, name: string): BundleCore["polls"][string] {
  const poll = core.polls[name];
  if (poll === undefined) throw new UnknownName("poll", name);
  return poll;
}

export interface RunningTimers {
  stop(): void;
  /** Call after each change of the state: a poll whose predicate no longer holds starts. */
  stateChanged(): void;
}

/** A poll pauses while its `until` holds; each time `until` becomes false, it starts again with its whole limit. */
function startPoll(core: BundleCore, timer: Timer, dependencies: TimerDependencies): RunningTimers {
  const schedule = pollOf(core, timer.every ?? "");
  const isDone = () => timer.until !== undefined && holds(timer.until, dependencies.scope());
  let stopRound: (() => void) | null = null;
  /** The limit has passed: the poll does not start again before `until` has been true. */
  let timedOut = false;

  function stop(): void {
    stopRound?.();
    stopRound = null;
  }

  function start(): void {
    const started = dependencies.clock.now();
    let wait = schedule.first;
    let over = false;
    let cancel = () => {};
    stopRound = () => {
      over = true;
      cancel();
    };
    function next(): void {
      cancel = dependencies.clock.after(wait, () => void tick());
    }
    async function tick(): Promise<void> {
      if (over) return;
      if (isDone()) return stop();
      if (dependencies.clock.now() - started >= schedule.limit) {
        stop();
        timedOut = true;
        if (timer.limit !== undefined) await dependencies.raise(timer.limit);
        return;
      }
      await dependencies.raise(timer.action);
      if (over) return;
      if (isDone()) return stop();
      wait = Math.min(wait * schedule.factor, schedule.max);
      next();
    }
    next();
  }

  function stateChanged(): void {
    if (isDone()) {
      stop();
      timedOut = false;
    } else if (stopRound === null && !timedOut) start();
  }

  stateChanged();
  return { stop, stateChanged };
}

function startOnce(core: BundleCore, timer: Timer, dependencies: TimerDependencies): RunningTimers {
  const cancel = dependencies.clock.after(duration(core, timer.after ?? ""), () => {
    if (timer.until === undefined || !holds(timer.until, dependencies.scope())) void dependencies.raise(timer.action);
  });
  return { stop: cancel, stateChanged: () => {} };
}

/** Starts the timers of a screen. */
export function startTimers(core: BundleCore, timers: ScreenContent["timers"], dependencies: TimerDependencies): RunningTimers {
  const running = Object.values(timers).map((timer) => (timer.every === undefined ? startOnce : startPoll)(core, timer, dependencies));
  return {
    stop: () => {
      for (const timer of running) timer.stop();
    },
    stateChanged: () => {
      for (const timer of running) timer.stateChanged();
    },
  };
}
