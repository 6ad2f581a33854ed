/** Exports deposits after the first one: their request, their dates and limits before the depositor confirms. */
import { addBankingDays, addMonths, bankingDayBy, dayOf, instantOf } from "../calendar/banking-days.js";
import { type Account, accountOf } from "./accounts.js";
import { startTransfer } from "./ach.js";
import { invalid } from "./api-error.js";
import { DAILY_LIMIT_CENTS, depositsLeft, MONTHLY_LIMIT_CENTS, requireWithinLimits } from "./deposit-limits.js";
import { type Frequency, isFrequency, runsOf, seriesDayOfMonth, startSeries } from "./deposit-series.js";
import type { Depositor } from "./depositors.js";
import { type LinkedAccount, linksOf } from "./links.js";
import { decimalOf, dollarsOf } from "./money.js";
import { insertRequest, last4Of, type RequestProcess } from "./request-records.js";
import { consumeStepUp } from "./step-up.js";
import { CUT_OFF, datesOfFile, transferDates } from "./transfer-dates.js";
import { isUsable, requireAmount, requireLink, requireTransfers, transfersStopped } from "./transfer-rules.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** $1.00. */
const MIN_CENTS = 100;
/** How far ahead a deposit can be scheduled. */
const MONTHS_AHEAD = 12;
const DATE = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
const dateText = (day: string): string => DATE.format(new Date(`${day}T00:00:00Z`));

/** The body of a deposit (`schemas/api`). `amount` is a decimal in dollars; dates are `2027-01-31`. */
export interface DepositRequest {
  readonly amount: string;
  readonly linked_account_id: string;
  /** The banking day of the ACH file; omitted, the next one. */
  readonly date?: string;
  readonly frequency?: "once" | Frequency;
  readonly ends_on?: string | null;
  /** Of a monthly series, where it isn't that of `date`: the 31st of a series that starts on a shorter month's last day. */
  readonly day_of_month?: number | null;
  readonly authorized: true;
}

type Timing = Pick<DepositRequest, "date" | "frequency" | "ends_on">;

/** The first and the last banking day that a deposit requested now can have. */
const bookableDays = (at: Date): { readonly earliest: string; readonly latest: string } => ({
  earliest: transferDates(at).submitted,
  latest: bankingDayBy(addMonths(dayOf(at), MONTHS_AHEAD)),
});

/** The day that was chosen, and the banking day to which it moves. */
interface DepositDay {
  readonly chosen: string;
  readonly date: string;
}

/**
 * The last day and the end date limit the day on which the deposit is made. The preview and the deposit apply the same rules:
 * a deposit that its preview permits is not refused for the day to which it moved.
 */
function requireDates(work: UnitOfWork, { date: given, frequency = "once", ends_on = null }: Timing): DepositDay {
  const { earliest, latest } = bookableDays(work.at);
  const chosen = given ?? earliest;
  const date = addBankingDays(chosen, 0);
  if (chosen < earliest) throw invalid({ date: [`The earliest date for a deposit is ${dateText(earliest)}.`] });
  if (date > latest) throw invalid({ date: [`Choose a date within one year, by ${dateText(latest)}.`] });
  if (ends_on !== null && frequency === "once") throw invalid({ ends_on: ["A one-time deposit has no end date."] });
  if (ends_on !== null && ends_on < date)
    throw invalid({ ends_on: [`Choose ${dateText(date)}, the date of your first deposit, or a later end date.`] });
  return { chosen, date };
}

/** The chosen day, which the depositor has authorized; throws 422 for one that moves. */
function requireBankingDay({ chosen, date }: DepositDay): string {
  if (chosen !== date) throw invalid({ date: [`Choose a business day. The next one is ${dateText(date)}.`] });
  return date;
}

/** Whether the account has a deposit from this bank account, however that ended. */
async function wasSource(work: UnitOfWork, account: Account, link: LinkedAccount): Promise<boolean> {
  const found = await work.db
    .selectFrom("transfers")
    .innerJoin("linked_accounts", "linked_accounts.uuid", "transfers.linked_account_uuid")
    .select("transfers.uuid")
    .where("transfers.account_uuid", "=", account.uuid)
    .where("transfers.direction", "=", "in")
    .where("linked_accounts.number_hmac", "=", link.number_hmac)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Accepts a deposit and returns its request's id. The caller's entity stays locked, so that the limits hold. The first
 * deposit from a source uses up the session's step-up code.
 */
export async function acceptDeposit(
  work: UnitOfWork,
  session: { readonly uuid: string; readonly userUuid: string },
  body: DepositRequest,
): Promise<string> {
  const { depositor, account } = await requireTransfers(work, session.userUuid);
  const cents = requireAmount(body.amount, MIN_CENTS);
  const link = await requireLink(work, depositor.entity_uuid, body.linked_account_id, "in");
  const startsOn = requireBankingDay(requireDates(work, body));
  await requireWithinLimits(work, depositor.entity_uuid, startsOn, cents);
  if (!(await wasSource(work, account, link))) await consumeStepUp(work, session.uuid);
  return insertRequest(work, depositor, {
    kind: "deposit",
    linkUuid: link.uuid,
    cents,
    startsOn,
    frequency: body.frequency ?? "once",
    endsOn: body.ends_on ?? null,
    dayOfMonth: body.frequency === "monthly" ? (body.day_of_month ?? null) : null,
  });
}

/** The input of a deposit's preview. */
interface PreviewRequest extends Timing {
  readonly amount?: string;
  /** The day of the month of a monthly series; omitted, that of the series that it replaces on the same date, else that of `date`. */
  readonly day_of_month?: number;
  /** The transfer that the deposit replaces, which the limits then do not count. */
  readonly replaces?: string;
  /** The source of the deposit; given, the preview checks everything that the deposit needs. */
  readonly linked_account_id?: string;
}

/**
 * The dates of a deposit and what the limits leave of that day and month. A day that is not a banking day becomes the
 * next one; an amount above the limits is refused.
 */
export async function depositPreview(work: UnitOfWork, depositor: Depositor, request: PreviewRequest) {
  const { amount, replaces, linked_account_id, ...timing } = request;
  const { chosen, date } = requireDates(work, timing);
  if (linked_account_id !== undefined) {
    await requireTransfers(work, depositor.user_uuid);
    await requireLink(work, depositor.entity_uuid, linked_account_id, "in");
    requireBankingDay({ chosen, date });
  }
  const cents = amount === undefined ? null : requireAmount(amount, MIN_CENTS);
  if (cents !== null) await requireWithinLimits(work, depositor.entity_uuid, date, cents, replaces ?? null);
  const { settles, holdEnds } = datesOfFile(date);
  const { earliest, latest } = bookableDays(work.at);
  const left = await depositsLeft(work, depositor.entity_uuid, date, replaces ?? null);
  const kept = replaces === undefined ? null : await seriesDayOfMonth(work, depositor.entity_uuid, replaces, chosen);
  const day_of_month = timing.frequency === "monthly" ? (timing.day_of_month ?? kept ?? Number(chosen.slice(8))) : null;
  const runs = isFrequency(timing.frequency)
    ? runsOf({ starts_on: date, frequency: timing.frequency, ends_on: timing.ends_on ?? null, day_of_month })
    : null;
  return {
    amount: cents === null ? null : decimalOf(cents),
    frequency: timing.frequency ?? "once",
    ends_on: timing.ends_on ?? null,
    day_of_month,
    date,
    debit_date: settles,
    available_date: holdEnds,
    cutoff: instantOf(date, CUT_OFF).toISOString(),
    earliest_date: earliest,
    latest_date: latest,
    daily_limit: decimalOf(DAILY_LIMIT_CENTS),
    monthly_limit: decimalOf(MONTHLY_LIMIT_CENTS),
    left_day: decimalOf(left.day),
    left_month: decimalOf(left.month),
    most: decimalOf(Math.min(left.day, left.month)),
    next_date: runs?.second ?? null,
    last_date: runs?.last ?? null,
    count: runs?.count ?? null,
  };
}

/** How a deposit request is checked again and performed once it is due. */
export const depositRequests: RequestProcess = {
  async rejectionReason(work, request, depositor) {
    const stopped = await transfersStopped(work, depositor);
    if (stopped !== null) return stopped;
    const link = (await linksOf(work, depositor.entity_uuid)).find(({ uuid }) => uuid === request.linked_account_uuid);
    return link && isUsable(link, "in") ? null : "You can't use that bank account anymore.";
  },
  async execute(work, request, depositor) {
    const account = await accountOf(work, depositor.entity_uuid);
    if (!account || request.linked_account_uuid === null) throw new Error("An accepted deposit has two accounts.");
    const cents = request.amount_cents ?? 0;
    const next = transferDates(work.at).submitted;
    // The cut-off may have passed while the request was pending.
    const startsOn = request.starts_on !== null && request.starts_on > next ? request.starts_on : next;
    const dayOfMonth = request.starts_on === null ? null : Number(request.starts_on.slice(8));
    const deposit = {
      accountUuid: account.uuid,
      linkUuid: request.linked_account_uuid,
      cents,
      description: `Deposit from account ending ${await last4Of(work, request)}`,
      requestId: request.id,
      startsOn,
    };
    return isFrequency(request.frequency)
      ? startSeries(work, deposit, request.frequency, request.ends_on, request.day_of_month ?? dayOfMonth)
      : startTransfer(work, { ...deposit, kind: "deposit" });
  },
  texts: {
    done: "Your deposit is scheduled",
    rejected: "Your deposit didn't go through",
    doneBody: async (work, request) =>
      `${dollarsOf(request.amount_cents ?? 0)} will be withdrawn from your account ending in ${await last4Of(work, request)}.`,
  },
};
