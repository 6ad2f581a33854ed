/** Tests the polls of the shipped flows: a poll that fails shows nothing, since the next round may succeed. */
import { expect, it } from "vitest";
import { BRANDS, bundleOf } from "./shipped.js";

it.each(BRANDS)("the failures of polls in %s show no message of the app", (brand) => {
  const { core, journeys } = bundleOf(brand);
  const polls = Object.values(journeys).flatMap(({ screens }) =>
    Object.entries(screens).flatMap(([screen, { timers, actions }]) =>
      Object.values(timers).flatMap(({ every, action }) => (every === undefined ? [] : [{ screen, polled: actions[action] }])),
    ),
  );
  expect(polls.length).toBeGreaterThan(5);
  const shown = polls.filter(({ polled }) =>
    Object.keys(core.failures).some((row) => row !== "401" && polled?.on?.[row] === undefined && polled?.on?.["*"] === undefined),
  );
  expect(shown.map(({ screen }) => screen)).toEqual([]);
});
