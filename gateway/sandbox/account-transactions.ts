/**
 * Exports an account's transactions for `GET /transactions`: one row for each ledger posting, with its signed amount and the
 * balance after it, and one for each transfer that has not been posted. The posted rows add up to the balance.
 */
import type { Account } from "./accounts.js";
import type { Transfer } from "./ach.js";
import { hasNextRun, isFrequency } from "./deposit-series.js";
import { decimalOf } from "./money.js";
import { isCancellable } from "./transfer-cancelling.js";
import { hmacOf, type UnitOfWork } from "./unit-of-work.js";

/** The API's names of the directions: between the linked account and the savings account, and interest. */
const DIRECTION = { in: "LinkedToPrimary", out: "PrimaryToLinked", interest: "ServiceToPrimary" } as const;
const ENDED: ReadonlySet<string> = new Set(["Returned", "Voided", "Cancelled"]);

interface Series {
  readonly uuid: string;
  readonly frequency: string;
  readonly ends_on: string | null;
}

interface Posted {
  readonly id: number;
  readonly kind: string;
  readonly cents: number;
  readonly posted_at: Date;
  readonly effective_on: string;
  readonly transfer_uuid: string | null;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A transfer, with its posting if it has one. */
function transferRow(row: Transfer, series: Series | null, posted: { readonly row: Posted; readonly balance: number } | null) {
  const cents = row.direction === "in" ? row.amount_cents : -row.amount_cents;
  const ended = ENDED.has(row.status);
  return {
    uuid: row.uuid,
    kind: row.kind,
    status: row.status,
    direction: DIRECTION[row.direction === "in" ? "in" : "out"],
    description: row.description,
    amount: decimalOf(cents),
    posted_on: posted?.row.effective_on ?? null,
    balance: posted ? decimalOf(posted.balance) : null,
    return_code: row.return_code,
    date_submitted: iso(row.date_submitted),
    // After a late return, the reversal has a separate row; this one keeps the instant of its posting.
    date_processed: iso(ended && posted ? posted.row.posted_at : row.date_processed),
    date_created: row.date_created.toISOString(),
    date_available: ended ? null : row.available_on,
    date_scheduled: row.scheduled && row.status === "Initiated" ? row.submits_on : null,
    sent_date: row.status === "Initiated" || row.status === "Pending" ? row.submits_on : null,
    date_expected: ended || row.status === "Settled" ? null : row.settles_on,
    cancellable: isCancellable(row),
    schedule: series,
    linked_account_id: row.linked_account_uuid,
    request_id: row.request_id,
  };
}

type TransactionRow = Omit<ReturnType<typeof transferRow>, "direction" | "linked_account_id"> & {
  readonly direction: string;
  readonly linked_account_id: string | null;
};

/** A posting that is not the transfer itself: interest, a return, an adjustment. */
function postingRow(work: UnitOfWork, row: Posted, balance: number, transfer: Transfer | undefined): TransactionRow {
  const at = row.posted_at.toISOString();
  const isReturn = row.kind === "reversal";
  const kind = row.kind === "interest" ? "interest" : isReturn ? "return" : "adjustment";
  const hex = hmacOf(work.bank, "posting", String(row.id));
  return {
    uuid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    kind,
    status: isReturn ? "Returned" : "Settled",
    direction: DIRECTION[kind === "interest" ? "interest" : row.cents > 0 ? "in" : "out"],
    description: kind === "interest" ? "Interest" : isReturn ? `Returned: ${transfer?.description ?? "transfer"}` : "Balance adjustment",
    amount: decimalOf(row.cents),
    posted_on: row.effective_on,
    balance: decimalOf(balance),
    return_code: isReturn ? (transfer?.return_code ?? null) : null,
    date_submitted: null,
    date_processed: at,
    date_created: at,
    date_available: row.cents > 0 ? row.effective_on : null,
    date_scheduled: null,
    sent_date: null,
    date_expected: null,
    cancellable: false,
    schedule: null,
    linked_account_id: transfer?.linked_account_uuid ?? null,
    request_id: null,
  };
}

const timeOf = (row: TransactionRow): string => row.date_processed ?? row.date_submitted ?? row.date_created;

/** Newest first by the day on which a transaction was posted, else sent, else made. */
export async function transactionsOf(work: UnitOfWork, account: Account): Promise<TransactionRow[]> {
  const { db } = work;
  const postings: Posted[] = await db
    .selectFrom("entries")
    .innerJoin("postings", "postings.id", "entries.posting_id")
    .select(["postings.id", "postings.kind", "entries.cents", "postings.posted_at", "postings.effective_on", "postings.transfer_uuid"])
    .where("entries.ledger_account_id", "=", account.ledger_account_id)
    .orderBy("postings.effective_on")
    .orderBy("postings.id")
    .execute();
  const transfers = await db.selectFrom("transfers").selectAll().where("account_uuid", "=", account.uuid).orderBy("date_created").execute();
  const schedules = await db
    .selectFrom("schedules")
    .select(["uuid", "frequency", "starts_on", "ends_on", "day_of_month"])
    .where("account_uuid", "=", account.uuid)
    .where("stopped_at", "is", null)
    .execute();
  const seriesOf = (row: Transfer): Series | null => {
    const series = schedules.find(({ uuid }) => uuid === row.schedule_uuid);
    if (series === undefined || row.run === null || !isFrequency(series.frequency)) return null;
    const { uuid, frequency, ends_on } = series;
    return hasNextRun({ ...series, frequency }, row.run) ? { uuid, frequency, ends_on } : null;
  };
  const byPosting = new Map(transfers.map((row) => [row.posting_id ?? 0, row]));
  const byUuid = new Map(transfers.map((row) => [row.uuid, row]));
  let balance = 0;
  const posted = postings.map((row) => {
    balance += row.cents;
    const transfer = byPosting.get(row.id);
    return transfer
      ? transferRow(transfer, seriesOf(transfer), { row, balance })
      : postingRow(work, row, balance, byUuid.get(row.transfer_uuid ?? ""));
  });
  const unposted = transfers.filter((row) => row.posting_id === null).map((row) => transferRow(row, seriesOf(row), null));
  // Postings are listed in the order of the ledger, regardless of the instants of their transfers.
  let latest = "";
  const keyed = posted.map((row) => {
    if (timeOf(row) > latest) latest = timeOf(row);
    return { row, at: latest };
  });
  const rows = [...keyed, ...unposted.map((row) => ({ row, at: timeOf(row) }))];
  // The sort is stable: rows of the same instant keep the ledger's order.
  return rows
    .reverse()
    .sort((a, b) => b.at.localeCompare(a.at))
    .map(({ row }) => row);
}
