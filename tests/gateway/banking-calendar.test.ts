/** Tests of the Federal Reserve's banking calendar. */
import { describe, expect, it } from "vitest";
import { achDates, addBankingDays, dayOf, holidaysOf, instantOf, isBankingDay } from "../../gateway/calendar/banking-days.js";

describe("the banking calendar", () => {
  it("keeps the Friday before a Saturday holiday open and closes the Monday after a Sunday holiday", () => {
    expect(isBankingDay("2026-07-03")).toBe(true);
    expect(isBankingDay("2027-07-05")).toBe(false);
  });

  it("lists the eleven holidays of 2026", () => {
    expect([...holidaysOf(2026)].sort()).toEqual([
      "2026-01-01",
      "2026-01-19",
      "2026-02-16",
      "2026-05-25",
      "2026-06-19",
      "2026-07-04",
      "2026-09-07",
      "2026-10-12",
      "2026-11-11",
      "2026-11-26",
      "2026-12-25",
    ]);
  });

  it("converts between instants and days in Eastern Time, in standard and daylight saving time", () => {
    expect(dayOf(new Date("2026-11-21T04:59:59Z"))).toBe("2026-11-20");
    expect(dayOf(new Date("2026-07-01T04:00:00Z"))).toBe("2026-07-01");
    expect(instantOf("2026-07-01", "17:00").toISOString()).toBe("2026-07-01T21:00:00.000Z");
    expect(instantOf("2026-12-01", "17:00").toISOString()).toBe("2026-12-01T22:00:00.000Z");
  });

  it("moves from a closed day to the next banking day", () => {
    expect(addBankingDays("2026-11-28", 0)).toBe("2026-11-30");
    expect(addBankingDays("2026-11-27", 1)).toBe("2026-11-30");
  });

  it("submits a transfer on the next banking day when it is requested at the cut-off time or later", () => {
    expect(achDates(instantOf("2026-11-24", "16:59"), "17:00").submitted).toBe("2026-11-24");
    expect(achDates(instantOf("2026-11-24", "17:00"), "17:00").submitted).toBe("2026-11-25");
  });

  it("settles a transfer on the first banking day after submission", () => {
    expect(achDates(instantOf("2026-11-25", "14:00"), "17:00")).toEqual({ submitted: "2026-11-25", settles: "2026-11-27" });
  });
});
