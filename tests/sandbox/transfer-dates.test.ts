/** Tests of the dates of the sandbox bank's ACH transfers. */
import { describe, expect, it } from "vitest";
import { instantOf } from "../../gateway/calendar/banking-days.js";
import { depositDates } from "../../gateway/resolvers/deposit-dates.js";
import { transferDates } from "../../gateway/sandbox/transfer-dates.js";

describe("the dates of a transfer", () => {
  it("count banking days across a weekend and an observed Independence Day", () => {
    expect(transferDates(instantOf("2027-07-01", "18:00"))).toEqual({
      submitted: "2027-07-02",
      settles: "2027-07-06",
      returnDue: "2027-07-08",
      holdEnds: "2027-07-13",
    });
  });

  it("equal the gateway's dates for an institution with the same terms", () => {
    const at = instantOf("2026-11-25", "14:00");
    const { settles, holdEnds } = transferDates(at);
    expect(depositDates(at, { cut_off: "17:00", hold_days: 5 })).toMatchObject({ debit_date: settles, available_date: holdEnds });
  });
});
