/** Tests the scope of the present screen: it serves until the state, the clock or the screen changes, and never longer. */
import { describe, expect, test } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import { createScreenScope } from "../../src/runtime/screen-scope.js";
import type { ScreenView } from "../../src/runtime/view.js";

const route = { path: "/start", params: {}, search: {}, state: null };
const screenWith = (data: ScreenView["data"], failed: ScreenView["failed"] = {}): ScreenView =>
  ({ kind: "screen", resolution: { route }, data, failed, failedLoads: {} }) as unknown as ScreenView;

describe("the scope of the present screen", () => {
  const sources = { state: { user: null } as DepositorState, now: 0, screen: screenWith({}) as ScreenView | null };
  const scope = createScreenScope({ state: () => sources.state, now: () => sources.now, currentScreen: () => sources.screen });

  test("is the same object while nothing has changed", () => {
    expect(scope()).toBe(scope());
  });

  test("follows the state, the clock and the screen", () => {
    sources.state = { user: "u1" };
    expect(scope()).toMatchObject({ user: "u1", now: "1970-01-01T00:00:00.000Z", data: {} });
    sources.now = 1000;
    expect(scope()).toMatchObject({ user: "u1", now: "1970-01-01T00:00:01.000Z", data: {} });
    sources.screen = screenWith({ account: { uuid: "a1" } }, { rates: true });
    expect(scope()).toMatchObject({ user: "u1", data: { account: { uuid: "a1" } }, failed: { rates: true } });
    sources.screen = null;
    expect(scope()).toMatchObject({ user: "u1", data: {}, failed: {} });
  });

  test("has an item without keeping it", () => {
    expect(scope("entry")).toMatchObject({ ...scope(), item: "entry" });
    expect(scope(null)).toHaveProperty("item", null);
    expect(scope()).not.toHaveProperty("item");
  });
});
