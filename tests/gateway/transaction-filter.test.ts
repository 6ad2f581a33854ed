/** Tests the filter of transactions by status and day, with a bank that leaves out the day for which a transfer is scheduled. */
import { expect, it } from "vitest";
import { matching, STATUSES, type Transaction } from "../../gateway/resolvers/transaction-filter.js";

const transaction = (uuid: string, own: Partial<Transaction>): Transaction => ({
  uuid,
  status: "Initiated",
  direction: "LinkedToPrimary",
  description: "Deposit",
  amount: "50.00",
  kind: "deposit",
  return_code: null,
  posted_on: null,
  balance: null,
  date_created: "2026-01-05T12:00:00Z",
  ...own,
});

it("finds each transaction with one status, as the list names it", () => {
  const all = [
    transaction("left-out", {}),
    transaction("null", { date_scheduled: null }),
    transaction("later", { date_scheduled: "2026-02-01" }),
    transaction("settled", { status: "Settled" }),
    transaction("voided", { status: "Voided" }),
    transaction("returned", { status: "Returned", return_code: "R01" }),
  ];
  const found = STATUSES.map((status) => [status, matching(all, { status }).map(({ uuid }) => uuid)]);
  expect(Object.fromEntries(found)).toEqual({
    scheduled: ["later"],
    pending: ["left-out", "null"],
    settled: ["settled"],
    returned: ["returned"],
    canceled: ["voided"],
  });
});

it("finds an evening transaction on the bank's day, not the day in UTC", () => {
  const all = [transaction("evening", { date_created: "2026-01-06T02:00:00Z" })];
  expect(matching(all, { from: "2026-01-05", to: "2026-01-05" }).map(({ uuid }) => uuid)).toEqual(["evening"]);
  expect(matching(all, { from: "2026-01-06" })).toEqual([]);
});
