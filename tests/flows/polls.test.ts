/** Tests the polls of the shipped flows: a poll that fails shows nothing, since the next round may succeed, and navigates where every other call does. */
import { expect, it } from "vitest";
import { handlerOf } from "../../src/engine/transition.js";
import { BRANDS, bundleOf } from "./shipped.js";

it.each(BRANDS)("the failures of polls in %s show no message, and 401 and 451 lead where they always do", (brand) => {
  const { core, journeys } = bundleOf(brand);
  const polls = Object.values(journeys).flatMap(({ screens }) =>
    Object.entries(screens).flatMap(([screen, { timers, actions }]) =>
      Object.values(timers).flatMap(({ every, action }) => (every === undefined ? [] : [{ screen, polled: actions[action] }])),
    ),
  );
  expect(polls.length).toBeGreaterThan(5);
  const shown = polls.filter(({ polled }) =>
    Object.entries(core.failures).some(
      ([row, effects]) => !effects.some(({ go }) => go) && polled?.on?.[row] === undefined && polled?.on?.["*"] === undefined,
    ),
  );
  expect(shown.map(({ screen }) => screen)).toEqual([]);
  for (const status of [401, 451] as const) {
    const outcome = { status, code: null, message: "", errors: [], request_id: null };
    const targets = polls.map(({ screen, polled }) => [screen, handlerOf(core, polled?.on ?? {}, screen, outcome).effects]);
    expect(targets).toEqual(polls.map(({ screen }) => [screen, core.failures[status]]));
  }
});
