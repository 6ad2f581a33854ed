/** Tests of the dates of a first deposit under an institution's own terms, against the vectors of domain.md 2. */
import { describe, expect, it } from "vitest";
import { depositDates } from "../../gateway/resolvers/deposit-dates.js";

const TERMS = { cut_off: "17:00", hold_days: 5 };

describe("depositDates", () => {
  it.each([
    ["2027-07-01T18:00:00-04:00", "2027-07-06", "2027-07-13"],
    ["2026-11-25T14:00:00-05:00", "2026-11-27", "2026-12-04"],
  ])("debits a deposit requested at %s on %s and releases it on %s", (now, debit_date, available_date) => {
    expect(depositDates(new Date(now), TERMS)).toMatchObject({ debit_date, available_date });
  });

  it("gives the cut-off until which the dates hold", () => {
    const at = (now: string) => depositDates(new Date(now), TERMS);
    const before = at("2026-11-24T16:59:59-05:00");
    expect(before).toEqual({ debit_date: "2026-11-25", available_date: "2026-12-03", cutoff: "2026-11-24T22:00:00.000Z" });
    expect(at("2026-11-24T17:00:00-05:00")).toMatchObject({ debit_date: "2026-11-27", cutoff: "2026-11-25T22:00:00.000Z" });
    expect(at("2026-07-05T12:00:00-04:00").cutoff).toBe("2026-07-06T21:00:00.000Z");
  });

  it("uses the cut-off time and hold days of the institution", () => {
    expect(depositDates(new Date("2026-11-24T15:00:00-05:00"), { cut_off: "14:30", hold_days: 0 })).toEqual({
      debit_date: "2026-11-27",
      available_date: "2026-11-27",
      cutoff: "2026-11-25T19:30:00.000Z",
    });
  });
});
