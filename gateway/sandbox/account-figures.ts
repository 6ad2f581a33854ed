/** Exports an account's figures for the dashboard, computed from the ledger, the rates and the calendar. */

import { addDays, dayOf, firstDayOfMonth } from "../calendar/banking-days.js";
import { type Account, availableOf } from "./accounts.js";
import { accrue, creditedCents, type InterestDay, yieldOfRate } from "./interest.js";
import { balanceOf, movementsOf } from "./ledger.js";
import { decimalOf } from "./money.js";
import type { UnitOfWork } from "./unit-of-work.js";

const HISTORY_DAYS = 366;

/** One day of an account: its principal for interest, its closing balance, the interest credited on it. */
export interface AccountDay extends InterestDay {
  readonly day: string;
  readonly balance: number;
  readonly credited: number;
}

async function ratesOf(work: UnitOfWork, account: Account): Promise<(day: string) => string> {
  const rows = await work.db
    .selectFrom("rates")
    .select(["effective_on", "rate"])
    .where("brand", "=", account.brand)
    .orderBy("effective_on")
    .execute();
  return (day) => rows.findLast((row) => row.effective_on <= day)?.rate ?? "0.00";
}

/** Every day of an account from its opening through a day. */
export async function daysOf(work: UnitOfWork, account: Account, through: string): Promise<AccountDay[]> {
  const rateOn = await ratesOf(work, account);
  const movements = new Map((await movementsOf(work, account.ledger_account_id)).map((movement) => [movement.day, movement]));
  const days: AccountDay[] = [];
  let balance = 0;
  for (let day = account.opened_on; day <= through; day = addDays(day, 1)) {
    const movement = movements.get(day);
    const principal = balance + (movement?.principal ?? 0);
    balance = principal + (movement?.interest ?? 0);
    // An overdrawn account earns nothing.
    days.push({ day, cents: Math.max(0, principal), rate: rateOn(day), balance, credited: movement?.interest ?? 0 });
  }
  return days;
}

/** The interest for the given days, which lie in one month. */
const interestOf = (days: readonly AccountDay[]): number => creditedCents(accrue(days));

/** The days of a month whose interest is not credited yet: from the last crediting on, which happens before a month's end when an account closes. */
export const uncreditedDays = (days: readonly AccountDay[]): readonly AccountDay[] =>
  days.slice(
    Math.max(
      0,
      days.findLastIndex((day) => day.credited > 0),
    ),
  );

/** The interest since the last crediting through yesterday, in cents. */
export async function accruedInterest(work: UnitOfWork, account: Account): Promise<number> {
  const today = dayOf(work.at);
  return accruedOf(await daysOf(work, account, today), today);
}

/** A day accrues interest when it is over. */
const accruedOf = (days: readonly AccountDay[], today: string): number =>
  interestOf(uncreditedDays(days.filter((day) => day.day >= firstDayOfMonth(today))).filter((day) => day.day < today));

/** The settled deposits that can't be withdrawn yet, and the day on which the last of them can. */
async function heldOf(work: UnitOfWork, account: Account, today: string) {
  const rows = await work.db
    .selectFrom("transfers")
    .select(["amount_cents", "available_on"])
    .where("account_uuid", "=", account.uuid)
    .where("direction", "=", "in")
    .where("status", "=", "Settled")
    .where("available_on", ">", today)
    .orderBy("available_on")
    .execute();
  return { on_hold: decimalOf(rows.reduce((sum, row) => sum + row.amount_cents, 0)), hold_ends: rows.at(-1)?.available_on ?? null };
}

/** The figures of an account as of today. Amounts are decimals in dollars, rates in percent. */
export async function figuresOf(work: UnitOfWork, account: Account) {
  const today = dayOf(work.at);
  const days = await daysOf(work, account, today);
  const accrued = accruedOf(days, today);
  const creditedIn = (prefix: string): number =>
    days.filter((day) => day.day.startsWith(prefix)).reduce((sum, day) => sum + day.credited, 0);
  const available = await availableOf(work, account);
  const pending = await work.db
    .selectFrom("transfers")
    .select(["direction", "amount_cents"])
    .where("account_uuid", "=", account.uuid)
    .where("status", "in", ["Initiated", "Pending", "Submitted"])
    // A deposit of a later day is not on its way yet.
    .where((where) => where.or([where("scheduled", "=", false), where("status", "<>", "Initiated")]))
    .execute();
  const pendingOf = (direction: string): string =>
    decimalOf(pending.filter((row) => row.direction === direction).reduce((sum, row) => sum + row.amount_cents, 0));
  const rate = days.at(-1)?.rate ?? "0.00";
  return {
    uuid: account.uuid,
    name: account.name,
    number_last4: account.number.slice(-4),
    available_balance: Number(decimalOf(available)),
    available: decimalOf(available),
    balance: decimalOf(await balanceOf(work, account.ledger_account_id)),
    apy: yieldOfRate(rate),
    rate,
    as_of: today,
    interest_month: decimalOf(creditedIn(today.slice(0, 7)) + accrued),
    interest_year: decimalOf(creditedIn(today.slice(0, 4)) + accrued),
    pending_in: pendingOf("in"),
    pending_out: pendingOf("out"),
    closing: account.closing_at !== null,
    closed_on: account.closed_on,
    ...(await heldOf(work, account, today)),
    history: historyOf(days),
  };
}

/** The balance and the interest since the opening, for each of the last days. */
function historyOf(days: readonly AccountDay[]) {
  let creditedBefore = 0;
  let month: AccountDay[] = [];
  const points = days.map((day) => {
    if (day.day.endsWith("-01")) month = [];
    const accrued = interestOf(month);
    if (day.credited > 0) month = [];
    month.push(day);
    creditedBefore += day.credited;
    return { date: day.day, balance: decimalOf(day.balance), interest: decimalOf(creditedBefore + (day.credited > 0 ? 0 : accrued)) };
  });
  return points.slice(-HISTORY_DAYS);
}
