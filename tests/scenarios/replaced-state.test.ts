/** Tests `replaced`: a scenario's state after a write, which stays the same object when the write changes nothing. */
import { expect, it } from "vitest";
import { replaced } from "../../src/scenarios/replaced-state.js";

const progress = { registration_status: "PASSED" };
const state = { progress, banners: null };

it("has the written slices, the others as they were, and new ones", () => {
  expect(replaced(state, { banners: [] })).toEqual({ progress, banners: [] });
  expect(replaced(state, { progress: null, banners: [] })).toEqual({ progress: null, banners: [] });
  expect(replaced(state, { alerts: [] })).toEqual({ progress, banners: null, alerts: [] });
});

it("is the same object after a write of the present values", () => {
  expect(replaced(state, { progress })).toBe(state);
  expect(replaced(state, { ...state })).toBe(state);
  expect(replaced(state, {})).toBe(state);
});
