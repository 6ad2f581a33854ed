/** The timers of a screen: once after a wait, or every so often until a predicate holds. They end when the screen is left. */
import type { BundleCore, ScreenContent } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";
import { holds, type Scope } from "../language/predicate.js";
import { duration } from "./durations.js";
import type { ClockPort } from "./port.js";

type Timer = ScreenContent["timers"][string];

interface Hands {
  readonly clock: ClockPort;
  scope(): Scope;
  raise(action: string): Promise<void>;
}

function rhythmOf(core: BundleCore, name: string): BundleCore["polls"][string] {
  const rhythm = core.polls[name];
  if (rhythm === undefined) throw new UnknownName("poll", name);
  return rhythm;
}

/** The timers of a screen under way. */
export interface RunningTimers {
  stop(): void;
  /** The state is another one: a poll whose predicate held, and no longer does, begins. */
  changed(): void;
}

/** A poll lies still while its predicate holds; each time that it ceases to, it begins anew, with its whole limit. */
function poll(core: BundleCore, timer: Timer, hands: Hands): RunningTimers {
  const rhythm = rhythmOf(core, timer.every ?? "");
  const ended = () => timer.until !== undefined && holds(timer.until, hands.scope());
  let stopRound: (() => void) | null = null;
  /** The limit has passed: not begun again before the predicate has held. */
  let givenUp = false;

  function end(): void {
    stopRound?.();
    stopRound = null;
  }

  function begin(): void {
    const started = hands.clock.now();
    let wait = rhythm.first;
    let over = false;
    let cancel = () => {};
    stopRound = () => {
      over = true;
      cancel();
    };
    function next(): void {
      cancel = hands.clock.after(wait, () => void tick());
    }
    async function tick(): Promise<void> {
      if (over) return;
      if (ended()) return end();
      if (hands.clock.now() - started >= rhythm.limit) {
        end();
        givenUp = true;
        if (timer.limit !== undefined) await hands.raise(timer.limit);
        return;
      }
      await hands.raise(timer.do);
      if (over) return;
      if (ended()) return end();
      wait = Math.min(wait * rhythm.factor, rhythm.max);
      next();
    }
    next();
  }

  function changed(): void {
    if (ended()) {
      end();
      givenUp = false;
    } else if (stopRound === null && !givenUp) begin();
  }

  changed();
  return { stop: end, changed };
}

function once(core: BundleCore, timer: Timer, hands: Hands): RunningTimers {
  const cancel = hands.clock.after(duration(core, timer.after ?? ""), () => {
    if (timer.until === undefined || !holds(timer.until, hands.scope())) void hands.raise(timer.do);
  });
  return { stop: cancel, changed: () => {} };
}

/** Starts the timers of a screen. */
export function startTimers(core: BundleCore, timers: ScreenContent["timers"], hands: Hands): RunningTimers {
  const running = Object.values(timers).map((timer) => (timer.every === undefined ? once : poll)(core, timer, hands));
  return {
    stop: () => {
      for (const timer of running) timer.stop();
    },
    changed: () => {
      for (const timer of running) timer.changed();
    },
  };
}
