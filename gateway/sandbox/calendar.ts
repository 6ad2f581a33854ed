/**
 * The banking calendar of the Federal Reserve, in Eastern time. A day is `YYYY-MM-DD`. A holiday on a Sunday closes the
 * Monday after; on a Saturday the Friday before stays open.
 */
import moment from "moment-timezone";

const ZONE = "America/New_York";
const FORMAT = "YYYY-MM-DD";

/** Transfers asked for before this time of a banking day go out with that day's file. */
export const CUT_OFF = "17:00";

/** The day in Eastern time at which an instant falls. */
export function dayOf(at: Date): string {
  return moment.tz(at, ZONE).format(FORMAT);
}

/** The instant of a time of day in Eastern time. */
export function instantOf(day: string, time: string): Date {
  return moment.tz(`${day} ${time}`, "YYYY-MM-DD HH:mm:ss", ZONE).toDate();
}

export function addDays(day: string, count: number): string {
  return moment.utc(day).add(count, "days").format(FORMAT);
}

/** How many days lie between two days; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return moment.utc(to).diff(moment.utc(from), "days");
}

export function lastDayOfMonth(day: string): string {
  return moment.utc(day).endOf("month").format(FORMAT);
}

export function firstDayOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The `count`-th weekday (0 = Sunday) of a month; counted from its end when negative. */
function weekdayOf(year: number, month: number, weekday: number, count: number): string {
  const first = moment.utc([year, month - 1, 1]);
  if (count > 0) return first.add(((weekday - first.day() + 7) % 7) + (count - 1) * 7, "days").format(FORMAT);
  const last = first.clone().endOf("month");
  return last.subtract((last.day() - weekday + 7) % 7, "days").format(FORMAT);
}

function observed(year: number, monthDay: string): string {
  const day = moment.utc(`${year}-${monthDay}`);
  return (day.day() === 0 ? day.add(1, "day") : day).format(FORMAT);
}

const holidaysByYear = new Map<number, ReadonlySet<string>>();

/** The days on which the Federal Reserve is closed in a year, as observed. */
export function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const days = new Set([
    observed(year, "01-01"),
    weekdayOf(year, 1, 1, 3),
    weekdayOf(year, 2, 1, 3),
    weekdayOf(year, 5, 1, -1),
    observed(year, "06-19"),
    observed(year, "07-04"),
    weekdayOf(year, 9, 1, 1),
    weekdayOf(year, 10, 1, 2),
    observed(year, "11-11"),
    weekdayOf(year, 11, 4, 4),
    observed(year, "12-25"),
  ]);
  holidaysByYear.set(year, days);
  return days;
}

export function isBankingDay(day: string): boolean {
  const weekday = moment.utc(day).day();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The banking day `count` banking days after `day`; 0 gives `day` itself or the next one that is a banking day. */
export function bankingDay(day: string, count: number): string {
  let current = day;
  while (!isBankingDay(current)) current = addDays(current, 1);
  for (let left = count; left > 0; ) {
    current = addDays(current, 1);
    if (isBankingDay(current)) left -= 1;
  }
  return current;
}

/** The dates of an ACH transfer asked for at an instant. */
export interface TransferDates {
  /** The file that carries it goes out at the cut-off of this day. */
  readonly submitted: string;
  readonly settles: string;
  /** The last day of an administrative return. */
  readonly returnDue: string;
  /** The first day on which a deposit can be used. */
  readonly holdEnds: string;
}

const RETURN_DAYS = 2;
const HOLD_DAYS = 5;

export function transferDates(at: Date): TransferDates {
  const today = dayOf(at);
  const inTime = isBankingDay(today) && at < instantOf(today, CUT_OFF);
  const submitted = inTime ? today : bankingDay(addDays(today, 1), 0);
  const settles = bankingDay(submitted, 1);
  return { submitted, settles, returnDue: bankingDay(settles, RETURN_DAYS), holdEnds: bankingDay(settles, HOLD_DAYS) };
}
