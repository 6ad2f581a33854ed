/**
 * Exports the banking calendar of the Federal Reserve, in Eastern Time, for the gateway's resolvers and the sandbox. A
 * day is `YYYY-MM-DD`. Source: the Federal Reserve Banks' holiday schedule (frbservices.org); a holiday on a Sunday
 * closes the following Monday, a holiday on a Saturday leaves the preceding Friday open.
 */
import moment from "moment-timezone";

const ZONE = "America/New_York";
const FORMAT = "YYYY-MM-DD";
/** An ordinary ACH transfer settles one banking day after submission (Nacha Operating Rules). */
export const SETTLEMENT_DAYS = 1;

/** The day in Eastern Time on which an instant falls. */
export function dayOf(at: Date): string {
  return moment.tz(at, ZONE).format(FORMAT);
}

/** The instant of a time of day (`HH:mm` or `HH:mm:ss`) in Eastern Time. */
export function instantOf(day: string, time: string): Date {
  return moment.tz(`${day} ${time}`, "YYYY-MM-DD HH:mm:ss", ZONE).toDate();
}

/** Calendar days, not banking days (`addBankingDays`); a negative count goes back. */
export function addDays(day: string, count: number): string {
  return moment.utc(day).add(count, "days").format(FORMAT);
}

/** The last calendar day of the month of a day, whether or not banks are open. */
export function lastDayOfMonth(day: string): string {
  return moment.utc(day).endOf("month").format(FORMAT);
}

/** The first calendar day of the month of a day, whether or not banks are open. */
export function firstDayOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The `count`-th weekday (0 = Sunday) of a month; a negative `count` gives the last one. */
function nthWeekday(year: number, month: number, weekday: number, count: number): string {
  const first = moment.utc([year, month - 1, 1]);
  if (count > 0) return first.add(((weekday - first.day() + 7) % 7) + (count - 1) * 7, "days").format(FORMAT);
  const last = first.clone().endOf("month");
  return last.subtract((last.day() - weekday + 7) % 7, "days").format(FORMAT);
}

function observedHoliday(year: number, monthDay: string): string {
  const day = moment.utc(`${year}-${monthDay}`);
  return (day.day() === 0 ? day.add(1, "day") : day).format(FORMAT);
}

const holidaysByYear = new Map<number, ReadonlySet<string>>();

/** The days on which the Federal Reserve is closed in a year, as observed. */
export function holidaysOf(year: number): ReadonlySet<string> {
  const cached = holidaysByYear.get(year);
  if (cached) return cached;
  const days = new Set([
    observedHoliday(year, "01-01"),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 5, 1, -1),
    observedHoliday(year, "06-19"),
    observedHoliday(year, "07-04"),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    observedHoliday(year, "11-11"),
    nthWeekday(year, 11, 4, 4),
    observedHoliday(year, "12-25"),
  ]);
  holidaysByYear.set(year, days);
  return days;
}

/** Whether the Federal Reserve is open on a day. */
export function isBankingDay(day: string): boolean {
  const weekday = moment.utc(day).day();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The banking day `count` banking days after `day`; a `count` of 0 gives `day` itself or the next banking day. */
export function addBankingDays(day: string, count: number): string {
  let current = day;
  while (!isBankingDay(current)) current = addDays(current, 1);
  for (let left = count; left > 0; ) {
    current = addDays(current, 1);
    if (isBankingDay(current)) left -= 1;
  }
  return current;
}

/** `day` itself or the last banking day before it. */
export function bankingDayBy(day: string): string {
  let current = day;
  while (!isBankingDay(current)) current = addDays(current, -1);
  return current;
}

/** The dates of an ACH transfer requested at an instant. */
export interface AchDates {
  /** The ACH file that carries the transfer is sent at the cut-off time of this day. */
  readonly submitted: string;
  readonly settles: string;
}

/** The dates of a transfer requested `at` an instant, for a bank whose cut-off time is `HH:mm` Eastern Time. */
export function achDates(at: Date, cutOff: string): AchDates {
  const today = dayOf(at);
  const beforeCutOff = isBankingDay(today) && at < instantOf(today, cutOff);
  const submitted = beforeCutOff ? today : addBankingDays(addDays(today, 1), 0);
  return { submitted, settles: addBankingDays(submitted, SETTLEMENT_DAYS) };
}

/** The day `count` months after a day; the month's last day where it is shorter (January 31 -> February 28). */
export function addMonths(day: string, count: number): string {
  return moment.utc(day).add(count, "months").format(FORMAT);
}
