/**
 * Exports the series of recurring deposits: their runs, and the job that advances a transfer. Each series has one run that
 * is not sent yet; when the bank queues or skips it, the next one begins.
 */
import { addBankingDays, addDays, addMonths, firstDayOfMonth, lastDayOfMonth } from "../calendar/banking-days.js";
import { followClosing } from "./account-closing.js";
import { advanceTransfer, endUnsentTransfer, type NewTransfer, notifyHolders, startTransfer, type Transfer } from "./ach.js";
import { depositsLeft } from "./deposit-limits.js";
import { linksOf } from "./links.js";
import { dollarsOf } from "./money.js";
import { isUsable, transfersStopped } from "./transfer-rules.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** How often a recurring deposit runs; `biweekly` is every 14 days. */
export type Frequency = "weekly" | "biweekly" | "monthly";

/** Whether a value is a frequency; false for null, a single deposit, and for any other text. */
export const isFrequency = (frequency: string | null | undefined): frequency is Frequency =>
  frequency === "weekly" || frequency === "biweekly" || frequency === "monthly";

/** When a series runs. */
export interface Timing {
  readonly starts_on: string;
  readonly frequency: Frequency;
  readonly ends_on: string | null;
  /** The day of the month that the depositor chose for a monthly series; null for that of `starts_on`. */
  readonly day_of_month: number | null;
}

/** The day of a month, or its last one where the month is shorter. */
function dayInMonth(month: string, dayOfMonth: number): string {
  const day = addDays(firstDayOfMonth(month), dayOfMonth - 1);
  return day < lastDayOfMonth(month) ? day : lastDayOfMonth(month);
}

/**
 * The day of a monthly run before it moves to a banking day. The first run may have moved to the next month: one of
 * January 31, a Sunday, starts on February 1.
 */
function monthlyDay(startsOn: string, dayOfMonth: number, run: number): string {
  const first = dayInMonth(startsOn, dayOfMonth) <= startsOn ? startsOn : addMonths(startsOn, -1);
  return dayInMonth(addMonths(firstDayOfMonth(first), run), dayOfMonth);
}

const dayNumber = (day: string): number => Number(day.slice(8));

/** The banking day of a run, counted from 0; null after the end of the series. */
function runDay({ starts_on, frequency, ends_on, day_of_month }: Timing, run: number): string | null {
  if (run === 0) return starts_on;
  const nominal =
    frequency === "monthly"
      ? monthlyDay(starts_on, day_of_month ?? dayNumber(starts_on), run)
      : addDays(starts_on, run * (frequency === "weekly" ? 7 : 14));
  const day = addBankingDays(nominal, 0);
  return ends_on !== null && day > ends_on ? null : day;
}

/** The second and the last day of a series and the number of its runs; no last day and number without an end. */
export function runsOf(timing: Timing): { readonly second: string | null; readonly last: string | null; readonly count: number | null } {
  const second = runDay(timing, 1);
  if (timing.ends_on === null) return { second, last: null, count: null };
  let [last, count] = [timing.starts_on, 1];
  for (let day = second; day !== null; day = runDay(timing, count)) {
    last = day;
    count += 1;
  }
  return { second, last, count };
}

/** Whether a series has a run after this one, counted from 0. */
export const hasNextRun = (timing: Timing, run: number): boolean => runDay(timing, run + 1) !== null;

/** Starts a series and its first run. Returns the run's transfer. */
export async function startSeries(
  work: UnitOfWork,
  deposit: Omit<NewTransfer, "kind" | "series"> & { readonly startsOn: string },
  frequency: Frequency,
  endsOn: string | null,
  dayOfMonth: number | null,
): Promise<string> {
  const uuid = newUuid(work.bank);
  await work.db
    .insertInto("schedules")
    .values({
      uuid,
      account_uuid: deposit.accountUuid,
      linked_account_uuid: deposit.linkUuid,
      amount_cents: deposit.cents,
      frequency,
      starts_on: deposit.startsOn,
      ends_on: endsOn,
      day_of_month: frequency === "monthly" ? (dayOfMonth ?? dayNumber(deposit.startsOn)) : null,
      created_at: work.at,
    })
    .execute();
  return startTransfer(work, { ...deposit, kind: "deposit", series: { uuid, run: 0 } });
}

/** The day of the month of the series of a transfer that has this day; null for another day, and without a monthly series. */
export async function seriesDayOfMonth(work: UnitOfWork, entityUuid: string, transferUuid: string, day: string): Promise<number | null> {
  const row = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .innerJoin("schedules", "schedules.uuid", "transfers.schedule_uuid")
    .select(["schedules.day_of_month", "transfers.submits_on"])
    .where("transfers.uuid", "=", transferUuid)
    .where("accounts.entity_uuid", "=", entityUuid)
    .executeTakeFirst();
  return row?.submits_on === day ? row.day_of_month : null;
}

/** Stops a series: no run follows the present one. */
export async function stopSeries(work: UnitOfWork, uuid: string): Promise<void> {
  await work.db.updateTable("schedules").set({ stopped_at: work.at }).where("uuid", "=", uuid).where("stopped_at", "is", null).execute();
}

const transferOf = (work: UnitOfWork, uuid: string): Promise<Transfer> =>
  work.db.selectFrom("transfers").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirstOrThrow();

/** Starts the run that follows a run, once, unless the series has stopped or ended. */
export async function startNextRun(work: UnitOfWork, { schedule_uuid, run, description }: Transfer): Promise<void> {
  if (schedule_uuid === null || run === null) return;
  const schedule = await work.db
    .selectFrom("schedules")
    .selectAll()
    .where("uuid", "=", schedule_uuid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (schedule.stopped_at !== null || !isFrequency(schedule.frequency)) return;
  const startsOn = runDay({ ...schedule, frequency: schedule.frequency }, run + 1);
  const known = await work.db
    .selectFrom("transfers")
    .select("uuid")
    .where("schedule_uuid", "=", schedule_uuid)
    .where("run", "=", run + 1)
    .executeTakeFirst();
  if (startsOn === null || known) return;
  await startTransfer(work, {
    accountUuid: schedule.account_uuid,
    linkUuid: schedule.linked_account_uuid,
    kind: "deposit",
    cents: schedule.amount_cents,
    description,
    requestId: null,
    startsOn,
    series: { uuid: schedule.uuid, run: run + 1 },
  });
}

interface Refusal {
  readonly reason: string;
  /** No later run can be made either: the linked account was removed or replaced. */
  readonly endsSeries: boolean;
}

/** Why the bank does not send a deposit that was scheduled earlier, or null. */
async function refusalOf(work: UnitOfWork, row: Transfer): Promise<Refusal | null> {
  const holder = await work.db
    .selectFrom("depositors")
    .innerJoin("accounts", "accounts.entity_uuid", "depositors.entity_uuid")
    .selectAll("depositors")
    .where("accounts.uuid", "=", row.account_uuid)
    .where("depositors.is_primary", "=", true)
    .executeTakeFirstOrThrow();
  const stopped = await transfersStopped(work, holder);
  if (stopped !== null) return { reason: stopped, endsSeries: false };
  const link = (await linksOf(work, holder.entity_uuid)).find(({ uuid }) => uuid === row.linked_account_uuid);
  if (!link || !isUsable(link, "in"))
    return { reason: "You can't use that bank account anymore.", endsSeries: row.schedule_uuid !== null && link?.status === "ARCHIVED" };
  const left = await depositsLeft(work, holder.entity_uuid, row.submits_on, row.uuid);
  const exceeds = row.amount_cents > Math.min(left.day, left.month);
  return exceeds ? { reason: "It would exceed the limit on deposits.", endsSeries: false } : null;
}

/** Advances a transfer; the job queue calls it at the time of each transition. */
export async function runTransferJob(work: UnitOfWork, uuid: string): Promise<void> {
  const row = await transferOf(work, uuid);
  const refusal = row.scheduled && row.status === "Initiated" ? await refusalOf(work, row) : null;
  if (refusal === null) await advanceTransfer(work, uuid);
  else {
    await endUnsentTransfer(work, uuid, "Voided");
    const { reason, endsSeries } = refusal;
    if (endsSeries && row.schedule_uuid !== null) await stopSeries(work, row.schedule_uuid);
    const end = endsSeries ? " We've also stopped the deposits that would have followed." : "";
    const body = `${reason} Your scheduled deposit of ${dollarsOf(row.amount_cents)} was not made, and no money was moved.${end}`;
    await notifyHolders(work, row, "Your scheduled deposit wasn't made", body);
  }
  if (row.status === "Initiated") await startNextRun(work, row);
  if (row.kind === "closing") await followClosing(work, await transferOf(work, uuid));
}
