/** Exports the search in transactions, for the pages of the list and for the exported files, which have the same rows. */
import { dayOf } from "../calendar/banking-days.js";
import { UpstreamFailed } from "../upstream/errors.js";

/** A transaction, as the query `transactionHistory` returns it. */
export interface Transaction {
  readonly uuid: string;
  readonly status: string;
  readonly direction: string;
  readonly description: string;
  /** Signed dollars with two decimals. */
  readonly amount: string;
  readonly kind: string | null;
  readonly return_code: string | null;
  readonly posted_on: string | null;
  /** The day for which the transfer is scheduled, until it is sent. A bank may leave it out. */
  readonly date_scheduled?: string | null;
  readonly balance: string | null;
  readonly date_created: string;
}

/** The types by which depositors filter; adjustments have none and are found without a type only. */
export const TYPES = ["deposits", "withdrawals", "interest", "returns"] as const;
/** The statuses by which depositors filter, as the list names them; each covers one or more of the upstream's. */
export const STATUSES = ["scheduled", "pending", "settled", "returned", "canceled"] as const;

/** Null and missing parts match every transaction; days are `YYYY-MM-DD`, inclusive. */
export interface TransactionFilter {
  /** Words of the description, an amount, or a return code. */
  readonly search?: string | null;
  readonly type?: (typeof TYPES)[number] | null;
  readonly status?: (typeof STATUSES)[number] | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

const STATUSES_OF: Readonly<Record<Exclude<(typeof STATUSES)[number], "scheduled">, readonly string[]>> = {
  pending: ["Initiated", "Pending", "Submitted"],
  settled: ["Settled"],
  returned: ["Returned"],
  canceled: ["Cancelled", "Voided"],
};

/**
 * The bank's day of a transaction: that of its posting; until then, the day for which it is scheduled, or on which it was made.
 * Throws `UpstreamFailed` for a transaction without a day.
 */
function dayOfTransaction({ posted_on, date_scheduled, date_created }: Transaction): string {
  const day: unknown = posted_on ?? date_scheduled ?? dayOf(new Date(date_created));
  if (typeof day !== "string" || !/^\d{4}-\d{2}-\d{2}/.test(day)) throw new UpstreamFailed(502, "a transaction has no day");
  return day;
}

function typeOf({ kind, direction }: Transaction): string {
  if (kind === "interest" || direction === "ServiceToPrimary") return "interest";
  if (kind === "return") return "returns";
  if (kind === "adjustment") return "adjustments";
  return direction === "LinkedToPrimary" ? "deposits" : "withdrawals";
}

/** Whether the list shows the status: a transfer that is scheduled for a later day is not pending yet. */
function hasStatus({ status, date_scheduled }: Transaction, wanted: (typeof STATUSES)[number]): boolean {
  if (date_scheduled) return wanted === "scheduled";
  return wanted !== "scheduled" && STATUSES_OF[wanted].includes(status);
}

/** Whether each word is in the description, the amount or the return code, whatever its case; `$` and `,` are ignored. */
function isFound({ description, amount, return_code }: Transaction, search: string): boolean {
  const text = `${description} ${amount} ${return_code ?? ""}`.toLowerCase();
  const words = search.toLowerCase().replace(/[$,]/g, "").split(/\s+/);
  return words.every((word) => text.includes(word));
}

/** Newest first by the day that is shown; rows of the same day stay in their order, since the sort is stable. */
export const newestDayFirst = <T extends Transaction>(rows: readonly T[]): readonly T[] =>
  [...rows].sort((a, b) => dayOfTransaction(b).localeCompare(dayOfTransaction(a)));

/**
 * The transactions of a filter, newest first by their day. The sort is stable: rows of the same day keep the upstream's order,
 * which is the ledger's, so that each balance follows from the row below it.
 */
export function matching<T extends Transaction>(all: readonly T[], { search, type, status, from, to }: TransactionFilter): readonly T[] {
  return newestDayFirst(
    all.filter((row) => {
      const day = dayOfTransaction(row);
      return (
        (!search || isFound(row, search)) &&
        (!type || typeOf(row) === type) &&
        (!status || hasStatus(row, status)) &&
        (!from || day >= from) &&
        (!to || day <= to)
      );
    }),
  );
}

/** The formats of exported transactions: RFC 4180, Open Financial Exchange, and Quicken's variant of it. */
export const EXPORT_FORMATS = ["csv", "ofx", "qfx"] as const;

/** The addresses of the exported files with the transactions of a filter. */
export function exportAddresses(filter: TransactionFilter): readonly { readonly format: string; readonly href: string }[] {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "");
  const query = given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
  return EXPORT_FORMATS.map((format) => ({ format, href: `/documents/transactions/${format}${query}` }));
}
