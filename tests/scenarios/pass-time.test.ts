/** Tests what a depositor does while time passes in a scenario. */
import { expect, it } from "vitest";
import { createScenarioClock } from "../../src/scenarios/clock.js";
import { passTime } from "../../src/scenarios/pass-time.js";
import { createScenarioPresence } from "../../src/scenarios/presence.js";
import type { Meanwhile } from "../../src/scenarios/scenario.js";

async function seenWhile(meanwhile: Meanwhile | undefined): Promise<readonly string[]> {
  const clock = createScenarioClock(0);
  const presence = createScenarioPresence();
  const seen: string[] = [];
  const note = (what: string): void => void seen.push(`${what} at ${clock.now()}`);
  clock.after(1500, () => note("timer"));
  presence.onInput(() => note("input"));
  presence.onVisibility(() => note(presence.visible() ? "shown" : "hidden"));
  presence.onRestored((away) => note(`restored after ${away}`));
  await passTime(clock, presence, { milliseconds: 2000, meanwhile, settle: async () => {} });
  return seen;
}

it("fires the timers while nobody touches the page", async () => {
  expect(await seenWhile(undefined)).toEqual(["timer at 1500"]);
});

it("reports an input in each second of typing", async () => {
  expect(await seenWhile("typing")).toEqual(["input at 1000", "timer at 1500", "input at 2000"]);
});

it("hides the page and shows it again", async () => {
  expect(await seenWhile("hidden")).toEqual(["hidden at 0", "timer at 1500", "shown at 2000"]);
});

it("fires no timer before the page is shown again from the back/forward cache", async () => {
  expect(await seenWhile("left")).toEqual(["restored after 2000 at 2000", "timer at 2000"]);
});
