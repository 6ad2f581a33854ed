/** Tests of interest and yield against the official examples of Regulation DD (12 CFR 1030, Appendix A). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accrue,
  annualPercentageYieldEarned,
  creditedCents,
  decimalOfFixed,
  type InterestDay,
  yieldOfRate,
} from "../../gateway/sandbox/interest.js";

const days = (count: number, cents: number, rate: string): InterestDay[] => Array.from({ length: count }, () => ({ cents, rate }));

describe("the official examples of 12 CFR 1030, Appendix A", () => {
  /** The yield that a constant balance earns: the formulas of APY and APYE are the same then. */
  const yieldOn = (interest: number, balance: number, term: number): string =>
    annualPercentageYieldEarned(
      interest,
      Array.from({ length: term }, () => balance),
    );

  it.each([
    [6168, 100000, 365, "6.17"],
    [3037, 100000, 182, "6.18"],
    [2668, 100000, 183, "5.39"],
    [45229, 800000, 365, "5.65"],
  ])("give an APY for %i cents of interest on %i cents in %i days of %s%%", (interest, principal, term, expected) => {
    expect(yieldOn(interest, principal, term)).toBe(expected);
  });
  it.each([
    [525, 100000, 30, "6.58"],
    [650, 150000, 30, "5.40"],
    [2100, 200000, 91, "4.28"],
  ])("give an APYE for %i cents of interest on an average of %i cents in %i days of %s%%", (interest, average, term, expected) => {
    expect(yieldOn(interest, average, term)).toBe(expected);
  });
});

describe("daily compounding over 365 days", () => {
  it.each([
    ["4.00% on $10,000 for 31 days", days(31, 1000000, "4.00"), "34.028507320", 3403, "4.08"],
    [
      "three balances of ten days",
      [...days(10, 100000, "4.00"), ...days(10, 150000, "4.00"), ...days(10, 130000, "4.00")],
      "4.170646712",
      417,
      "4.08",
    ],
    ["a leap February at 4.25%", days(29, 2500000, "4.25"), "84.555565130", 8456, "4.34"],
    ["a rate that changes in the month", [...days(15, 500000, "4.25"), ...days(16, 500000, "4.00")], "17.529668557", 1753, "4.21"],
    ["a dollar", days(31, 100, "4.00"), "0.003402851", 0, "0.00"],
  ])("%s", (_name, month, accrued, paid, earned) => {
    const total = accrue(month);
    expect(decimalOfFixed(total, 9)).toBe(accrued);
    expect(creditedCents(total)).toBe(paid);
    expect(
      annualPercentageYieldEarned(
        paid,
        month.map((day) => day.cents),
      ),
    ).toBe(earned);
  });

  it("credits 408.09 on $10,000 at 4.00% over 2027", () => {
    let cents = 1000000;
    for (const length of [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) cents += creditedCents(accrue(days(length, cents, "4.00")));
    expect(cents - 1000000).toBe(40809);
  });

  it.each([
    ["4.00", "4.08"],
    ["4.25", "4.34"],
    ["4.50", "4.60"],
  ])("a rate of %s%% has an APY of %s%%", (rate, expected) => {
    expect(yieldOfRate(rate)).toBe(expected);
  });
});

describe("for any balances", () => {
  const month = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { minLength: 1, maxLength: 31 });
  it("interest is never negative, and never smaller for a larger balance", () => {
    fc.assert(
      fc.property(month, (balances) => {
        const less = accrue(balances.map((cents) => ({ cents, rate: "4.00" })));
        const more = accrue(balances.map((cents) => ({ cents: cents + 1, rate: "4.00" })));
        expect(less >= 0n && more > less).toBe(true);
      }),
    );
  });
  it("a constant daily balance earns the APY of its rate, up to rounding", () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000, max: 100_000_000 }), (cents) => {
        const paid = creditedCents(accrue(days(31, cents, "4.00")));
        expect(
          annualPercentageYieldEarned(
            paid,
            days(31, cents, "4.00").map((day) => day.cents),
          ),
        ).toBe("4.08");
      }),
    );
  });
});
