/** Tests where the notification is placed: above what it must not cover. */
import { describe, expect, it } from "vitest";
import { liftAbove, liftAboveChoices } from "../../src/app/notification-place.js";

const place = { top: 700, bottom: 760, left: 16, right: 374 };
const box = (top: number, bottom: number, left = 16, right = 374) => ({ top, bottom, left, right });

describe("the notification", () => {
  it("stays at the bottom where nothing is below it", () => {
    expect(liftAbove(place, [])).toBe(0);
    expect(liftAbove(place, [box(300, 348), box(700, 760, 400, 500)])).toBe(0);
  });

  it("is lifted above the button that it would cover", () => {
    const lift = liftAbove(place, [box(720, 768)]);
    expect(place.bottom - lift).toBeLessThan(720);
  });

  it("is lifted above everything in its way, one after the other", () => {
    const obstacles = [box(720, 768), box(660, 700)];
    const lift = liftAbove(place, obstacles);
    expect(place.bottom - lift).toBeLessThan(660);
  });

  it("stays at the bottom where there is no space above", () => {
    expect(liftAbove(place, [box(0, 844)])).toBe(0);
  });

  it("is lifted above the checkbox over the button, and where boxes fill the page, above the button only", () => {
    const button = box(720, 768);
    expect(place.bottom - liftAboveChoices(place, [button], [box(660, 700)])).toBeLessThan(660);
    const aboveTheButton = liftAbove(place, [button]);
    expect(liftAboveChoices(place, [button], [box(0, 700)])).toBe(aboveTheButton);
    expect(aboveTheButton).toBeGreaterThan(0);
  });
});
