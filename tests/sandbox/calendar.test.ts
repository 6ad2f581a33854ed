import { describe, expect, it } from "vitest";
import { bankingDay, dayOf, holidaysOf, instantOf, isBankingDay, transferDates } from "../../gateway/sandbox/calendar.js";

describe("the banking calendar", () => {
  it("sends, settles, returns and releases across a weekend and an observed Independence Day", () => {
    expect(transferDates(instantOf("2027-07-01", "18:00"))).toEqual({
      submitted: "2027-07-02",
      settles: "2027-07-06",
      returnDue: "2027-07-08",
      holdEnds: "2027-07-13",
    });
  });
  it("settles after Thanksgiving", () => {
    expect(transferDates(instantOf("2026-11-25", "14:00"))).toMatchObject({ submitted: "2026-11-25", settles: "2026-11-27" });
  });
  it("stays open on the Friday before a Saturday holiday and closes the Monday after a Sunday one", () => {
    expect(isBankingDay("2026-07-03")).toBe(true);
    expect(isBankingDay("2027-07-05")).toBe(false);
  });
  it("takes the cut-off itself as too late", () => {
    expect(transferDates(instantOf("2026-11-24", "16:59")).submitted).toBe("2026-11-24");
    expect(transferDates(instantOf("2026-11-24", "17:00")).submitted).toBe("2026-11-25");
  });
  it("knows the eleven holidays of 2026", () => {
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
  it("counts days in Eastern time, daylight saving or not", () => {
    expect(dayOf(new Date("2026-11-21T04:59:59Z"))).toBe("2026-11-20");
    expect(dayOf(new Date("2026-07-01T04:00:00Z"))).toBe("2026-07-01");
    expect(instantOf("2026-07-01", "17:00").toISOString()).toBe("2026-07-01T21:00:00.000Z");
    expect(instantOf("2026-12-01", "17:00").toISOString()).toBe("2026-12-01T22:00:00.000Z");
  });
  it("moves from a closed day to an open one", () => {
    expect(bankingDay("2026-11-28", 0)).toBe("2026-11-30");
    expect(bankingDay("2026-11-27", 1)).toBe("2026-11-30");
  });
});
