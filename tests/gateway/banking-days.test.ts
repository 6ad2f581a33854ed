/** The dates of a first deposit by an institution's own terms: the domain's vectors, and day by day those of the sandbox's bank. */
import { describe, expect, it } from "vitest";
import { depositDates, isBankingDay } from "../../gateway/resolvers/banking-days.js";
import * as calendar from "../../gateway/sandbox/calendar.js";

const TERMS = { cut_off: "17:00", hold_days: 5 };

describe("the dates of a first deposit by the institution's terms", () => {
  it.each([
    ["2027-07-01T18:00:00-04:00", "2027-07-06", "2027-07-13"],
    ["2026-11-25T14:00:00-05:00", "2026-11-27", "2026-12-04"],
  ])("asked for at %s leave the bank on %s, and can be used from %s", (now, debit_date, available_date) => {
    expect(depositDates(new Date(now), TERMS)).toMatchObject({ debit_date, available_date });
  });

  it("hold until the cut-off of the day on which they go out", () => {
    const at = (now: string) => depositDates(new Date(now), TERMS);
    const before = at("2026-11-24T16:59:59-05:00");
    expect(before).toEqual({ debit_date: "2026-11-25", available_date: "2026-12-03", cutoff: "2026-11-24T22:00:00.000Z" });
    expect(at("2026-11-24T17:00:00-05:00")).toMatchObject({ debit_date: "2026-11-27", cutoff: "2026-11-25T22:00:00.000Z" });
    expect(at("2026-07-05T12:00:00-04:00").cutoff).toBe("2026-07-06T21:00:00.000Z");
  });

  it("are another institution's where its cut-off and its hold are", () => {
    expect(depositDates(new Date("2026-11-24T15:00:00-05:00"), { cut_off: "14:30", hold_days: 0 })).toEqual({
      debit_date: "2026-11-27",
      available_date: "2026-11-27",
      cutoff: "2026-11-25T19:30:00.000Z",
    });
  });

  it("go by the same days as the bank's, for twelve years", () => {
    const days = Array.from({ length: 12 * 366 }, (_, count) => calendar.addDays("2024-01-01", count));
    expect(days.filter((day) => isBankingDay(day) !== calendar.isBankingDay(day))).toEqual([]);
    expect(isBankingDay("2026-07-03")).toBe(true);
  });
});
