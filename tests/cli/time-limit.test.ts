/** Tests that a calculation without an end is stopped, and that one with an end is not. */
import { expect, it } from "vitest";
import { TIMED_OUT, withinTime } from "../../src/cli/time-limit.js";

/** Longer than any test runs. */
const HOUR = 3_600_000;

it("stops a calculation that does not end, also one that catches every error", () => {
  let rounds = 0;
  let isCleanedUp = false;
  const endless = (): never => {
    for (;;)
      try {
        for (;;) rounds += 1;
      } finally {
        isCleanedUp = true;
      }
  };
  // On a busy machine, the time may be over before the calculation begins.
  while (rounds === 0) expect(withinTime(1, endless)).toBe(TIMED_OUT);
  expect(isCleanedUp).toBe(false);
});

it("returns the result of a calculation that ends, or throws its error", () => {
  const wrong = new TypeError("wrong");
  expect(withinTime(HOUR, () => 7)).toBe(7);
  expect(() =>
    withinTime(HOUR, () => {
      throw wrong;
    }),
  ).toThrow(wrong);
});
