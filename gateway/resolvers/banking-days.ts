/**
 * The dates of a first deposit by the institution's own terms, for an upstream that does not tell them: the Federal
 * Reserve's banking days, in Eastern time (`domain.md` 2, "Timing"). A day is `YYYY-MM-DD`.
 */
import moment from "moment-timezone";

/** What an institution says of its transfers (`brand.json`, `transfer_terms`). */
export interface TransferTerms {
  /** Eastern time of a banking day, `HH:mm`: what is asked for before it goes out with that day's file. */
  readonly cut_off: string;
  /** Banking days after settlement on which a deposit cannot be used. */
  readonly hold_days: number;
}

export interface DepositDates {
  readonly debit_date: string;
  readonly available_date: string;
  /** ISO instant until which these dates hold. */
  readonly cutoff: string;
}

const ZONE = "America/New_York";
const DAY = "YYYY-MM-DD";
/** Ordinary debits settle on the next banking day. */
const SETTLES_AFTER = 1;

/** `[month, date]`: a holiday on a Sunday closes the Monday; on a Saturday the Friday stays open. */
const FIXED = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const;
/** `[month, weekday, which]`: the third Monday of January, say; -1 is the last. */
const FLOATING = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const;

function isHoliday(day: moment.Moment): boolean {
  const month = day.month() + 1;
  const eve = day.clone().subtract(1, "day");
  const fixed = FIXED.some(([inMonth, date]) => {
    if (month === inMonth && day.date() === date) return true;
    return day.day() === 1 && eve.month() + 1 === inMonth && eve.date() === date;
  });
  if (fixed) return true;
  return FLOATING.some(([inMonth, weekday, which]) => {
    if (month !== inMonth || day.day() !== weekday) return false;
    return which > 0 ? Math.ceil(day.date() / 7) === which : day.clone().add(7, "days").month() !== day.month();
  });
}

/** Whether the Federal Reserve is open on a day. */
export function isBankingDay(day: string): boolean {
  const at = moment.utc(day);
  return at.day() !== 0 && at.day() !== 6 && !isHoliday(at);
}

function bankingDayAfter(day: string, count: number): string {
  const at = moment.utc(day);
  for (let left = count; left > 0; ) if (isBankingDay(at.add(1, "day").format(DAY))) left -= 1;
  return at.format(DAY);
}

/** When a deposit that is asked for now leaves its bank, and from when it can be used. */
export function depositDates(now: Date, { cut_off, hold_days }: TransferTerms): DepositDates {
  const closing = (day: string) => moment.tz(`${day} ${cut_off}`, `${DAY} HH:mm`, ZONE);
  const today = moment.tz(now, ZONE).format(DAY);
  const inTime = isBankingDay(today) && closing(today).isAfter(now);
  const submitted = inTime ? today : bankingDayAfter(today, 1);
  const debit_date = bankingDayAfter(submitted, SETTLES_AFTER);
  return { debit_date, available_date: bankingDayAfter(debit_date, hold_days), cutoff: closing(submitted).toISOString() };
}
