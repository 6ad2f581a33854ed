/** Exports the limits on deposits after the first one: $50,000 a day and $250,000 a month, by the day of the ACH file. */
import { firstDayOfMonth, lastDayOfMonth } from "../calendar/banking-days.js";
import { ApiError } from "./api-error.js";
import { dollarsOf } from "./money.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** $50,000.00. */
export const DAILY_LIMIT_CENTS = 5_000_000;
/** $250,000.00 in a calendar month. */
export const MONTHLY_LIMIT_CENTS = 25_000_000;

/** What can still be deposited on a day, in cents. */
export interface DepositsLeft {
  readonly day: number;
  readonly month: number;
}

/** The deposits of a period, with the requests that are pending; canceled deposits do not count. */
async function depositedIn(work: UnitOfWork, entityUuid: string, from: string, through: string, without: string | null): Promise<number> {
  const transfers = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .select(["transfers.uuid", "transfers.amount_cents"])
    .where("accounts.entity_uuid", "=", entityUuid)
    .where("transfers.kind", "=", "deposit")
    .where("transfers.status", "not in", ["Cancelled", "Voided"])
    .where("transfers.submits_on", ">=", from)
    .where("transfers.submits_on", "<=", through)
    .execute();
  const requests = await work.db
    .selectFrom("requests")
    .innerJoin("depositors", "depositors.uuid", "requests.depositor_uuid")
    .select(["requests.id as uuid", "requests.amount_cents"])
    .where("depositors.entity_uuid", "=", entityUuid)
    .where("requests.kind", "=", "deposit")
    .where("requests.status", "=", "PENDING")
    .where("requests.starts_on", ">=", from)
    .where("requests.starts_on", "<=", through)
    .execute();
  return [...transfers, ...requests].filter(({ uuid }) => uuid !== without).reduce((sum, row) => sum + (row.amount_cents ?? 0), 0);
}

/** What can still be deposited on a day; `without` leaves out one transfer or request. */
export async function depositsLeft(
  work: UnitOfWork,
  entityUuid: string,
  day: string,
  without: string | null = null,
): Promise<DepositsLeft> {
  const onDay = await depositedIn(work, entityUuid, day, day, without);
  const inMonth = await depositedIn(work, entityUuid, firstDayOfMonth(day), lastDayOfMonth(day), without);
  return { day: Math.max(0, DAILY_LIMIT_CENTS - onDay), month: Math.max(0, MONTHLY_LIMIT_CENTS - inMonth) };
}

/** Throws 422 `over_limit` when a deposit would exceed a limit, without counting one transfer; the caller has locked the entity. */
export async function requireWithinLimits(
  work: UnitOfWork,
  entityUuid: string,
  day: string,
  cents: number,
  without: string | null = null,
): Promise<void> {
  const left = await depositsLeft(work, entityUuid, day, without);
  const most = Math.min(left.day, left.month);
  if (cents <= most) return;
  const limit = left.day <= left.month ? `${dollarsOf(DAILY_LIMIT_CENTS)} a day` : `${dollarsOf(MONTHLY_LIMIT_CENTS)} a month`;
  const message =
    most === 0
      ? `You've reached the limit of ${limit} for deposits. Choose a later date.`
      : `You can deposit up to ${dollarsOf(most)} on this date. The limit is ${limit}.`;
  throw new ApiError(422, "over_limit", message, { errors: { amount: [message] } });
}
