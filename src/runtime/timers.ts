/** The timers of a screen: once after a wait, or every so often until a predicate holds. They end when the screen is left. */
import type { BundleCore, ScreenContent } from "../engine/bundle.js";
import { holds, type Scope, UnknownName } from "../engine/run.js";
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

function poll(core: BundleCore, timer: Timer, hands: Hands): () => void {
  const rhythm = rhythmOf(core, timer.every ?? "");
  const started = hands.clock.now();
  let wait = rhythm.first;
  let stopped = false;
  let cancel = () => {};
  const ended = () => timer.until !== undefined && holds(timer.until, hands.scope());

  function next(): void {
    cancel = hands.clock.after(wait, () => void tick());
  }
  async function tick(): Promise<void> {
    if (stopped || ended()) return;
    if (hands.clock.now() - started >= rhythm.limit) {
      if (timer.limit !== undefined) await hands.raise(timer.limit);
      return;
    }
    await hands.raise(timer.do);
    if (stopped || ended()) return;
    wait = Math.min(wait * rhythm.factor, rhythm.max);
    next();
  }
  next();
  return () => {
    stopped = true;
    cancel();
  };
}

/** Starts the timers of a screen; the result stops them all. */
export function startTimers(core: BundleCore, timers: ScreenContent["timers"], hands: Hands): () => void {
  const stops = Object.values(timers).map((timer) => {
    if (timer.every !== undefined) return poll(core, timer, hands);
    return hands.clock.after(duration(core, timer.after ?? ""), () => {
      if (timer.until === undefined || !holds(timer.until, hands.scope())) void hands.raise(timer.do);
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}
