/** Tests of the items that components compute for their texts: the ends of a chart's line, and the total of shares. */
import { describe, expect, it } from "vitest";
import type { Json, Value } from "../../src/language/definition.js";
import { computedItem } from "../../src/scenarios/computed-item.js";

/** Constants, and `{ var: "item.share" }`. */
const read = (value: Value, item?: Json): Json =>
  Array.isArray(value) ? (value as Json) : ((item as { readonly share?: Json } | undefined)?.share ?? null);

const SHARES = "parts:total,left,over";
const shares = (...all: readonly string[]) => ({ items: all.map((share) => ({ share })), item: { value: { var: "item.share" } } });

describe("computedItem", () => {
  it("has the first and the last balance of a chart", () => {
    const points = [
      { date: "2026-09-30", balance: "12367.00", interest: "40.61" },
      { date: "2026-10-15", balance: "1.00", interest: "0.00" },
      { date: "2026-10-31", balance: "12409.00", interest: "42.00" },
    ];
    const ends = { from: "2026-09-30", to: "2026-10-31", first: "12367.00", last: "12409.00", series: "balance" };
    expect(computedItem("ends", { points }, read)).toEqual(ends);
  });

  it("is null for a chart without points, which shows no summary", () => {
    expect(computedItem("ends", { points: [] }, read)).toBeNull();
  });

  it("adds shares without rounding, and says what is left and what is over", () => {
    expect(computedItem(SHARES, shares("33.33", "33.33", "33.34"), read)).toEqual({ total: "100.00", left: null, over: null });
    expect(computedItem(SHARES, shares("40", "40.00"), read)).toEqual({ total: "80.00", left: "20.00", over: null });
    expect(computedItem(SHARES, shares("60.5", "40"), read)).toEqual({ total: "100.50", left: null, over: "0.50" });
  });

  it("leaves out a share that is still being typed", () => {
    expect(computedItem(SHARES, shares("40", "abc"), read)).toEqual({ total: "40.00", left: "60.00", over: null });
  });

  it("computes nothing for another text", () => {
    expect(computedItem("items", { items: [] }, read)).toBeUndefined();
    expect(computedItem(undefined, {}, read)).toBeUndefined();
  });
});
