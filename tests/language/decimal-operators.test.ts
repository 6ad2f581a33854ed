/** Tests `percentOf` (fast-check): exact in cents, rounded half away from zero. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { percentOf } from "../../src/language/decimal-operators.js";

const decimal = (units: number, places: number): string => {
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  return `${units < 0 ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

describe("percentOf", () => {
  it.each([
    ["4.08", "2500.00", "102.00"],
    ["4.08", "12142.83", "495.43"],
    ["4.00", "0.12", "0.00"],
    ["4.00", "0.13", "0.01"],
    ["4.08", "0.00", "0.00"],
    ["4.125", "100.00", "4.13"],
    ["4.125", "-100.00", "-4.13"],
    ["100", "250000.00", "250000.00"],
    [4.08, 2500, "102.00"],
  ])("%s percent of %s is %s", (percent, amount, result) => {
    expect(percentOf(percent, amount)).toBe(result);
  });

  it("is null when one of them is not a number", () => {
    expect([percentOf(null, "1.00"), percentOf("4.08", undefined), percentOf("four", "1.00"), percentOf("4.08", "")]).toEqual(
      Array(4).fill(null),
    );
  });

  it("differs from the exact value by at most half a cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_99 }), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (basis, cents) => {
        const result = percentOf(decimal(basis, 3), decimal(cents, 2)) ?? "";
        // Both in units of 10^-7 dollars, as integers.
        const exact = BigInt(basis) * BigInt(cents);
        const difference = BigInt(result.replace(".", "")) * 100_000n - exact;
        expect(difference >= -50_000n && difference <= 50_000n).toBe(true);
      }),
    );
  });
});
