/** Exports `passTime` for the session of a scenario: time passes while the depositor does something. */
import type { ScenarioClock } from "./clock.js";
import type { ScenarioPresence } from "./presence.js";
import type { Meanwhile } from "./scenario.js";

/** How often a depositor who types touches the page, in milliseconds. */
const TYPING_PAUSE = 1000;

interface Passing {
  readonly milliseconds: number;
  readonly meanwhile: Meanwhile | undefined;
  /** Runs after each timer, and at the end. */
  readonly settle: () => Promise<void>;
}

export async function passTime(
  clock: ScenarioClock,
  presence: ScenarioPresence,
  { milliseconds, meanwhile, settle }: Passing,
): Promise<void> {
  switch (meanwhile) {
    case undefined:
      await clock.advance(milliseconds, settle);
      break;
    case "typing":
      for (let left = milliseconds; left > 0; left -= TYPING_PAUSE) {
        await clock.advance(Math.min(left, TYPING_PAUSE), settle);
        presence.touch();
      }
      break;
    case "hidden":
      presence.show(false);
      await clock.advance(milliseconds, settle);
      presence.show(true);
      break;
    case "left":
      // The timers of a frozen page fire after it is shown again.
      clock.skip(milliseconds);
      presence.restore(milliseconds);
      await clock.advance(0, settle);
  }
  await settle();
}
