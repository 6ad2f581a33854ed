/** Exports the formatting of money, percentages and dates for values and texts, and `Formats`, as an app declares them. */
import type { FormatsDefinition } from "./keywords.js";

/** The formats of an app in the locale of a brand. */
export interface Formats extends FormatsDefinition {
  readonly locale: string;
  /**
   * The time zone of the person who reads, a name of the IANA database: times of day and local dates are in it. Without it, they
   * are in `timeZone`. Calendar dates have none: the day on which money moves is the bank's.
   */
  readonly readerZone?: string;
}

const decimal = /^-?\d+(?:\.\d+)?$/;
const calendarDate = /^\d{4}-\d{2}-\d{2}$/;

interface Formatters {
  readonly money: Intl.NumberFormat;
  readonly shortMoney: Intl.NumberFormat;
  readonly wholeMoney: Intl.NumberFormat;
  readonly percent: Intl.NumberFormat;
  readonly date: Intl.DateTimeFormat;
  readonly localDate: Intl.DateTimeFormat;
  readonly dateTime: Intl.DateTimeFormat;
}

const known = new WeakMap<Formats, Formatters>();

/** Creating a formatter is slow: each is created once for each `Formats`. */
function formattersOf(formats: Formats): Formatters {
  const found = known.get(formats);
  if (found !== undefined) return found;
  const { locale, currency, timeZone } = formats;
  const made: Formatters = {
    money: new Intl.NumberFormat(locale, { style: "currency", currency }),
    shortMoney: new Intl.NumberFormat(locale, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }),
    wholeMoney: new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }),
    percent: new Intl.NumberFormat(locale, { style: "unit", unit: "percent", ...formats.percent }),
    date: new Intl.DateTimeFormat(locale, { ...formats.date, timeZone }),
    localDate: new Intl.DateTimeFormat(locale, { ...formats.date, timeZone: formats.readerZone ?? timeZone }),
    dateTime: new Intl.DateTimeFormat(locale, { ...formats.dateTime, timeZone: formats.readerZone ?? timeZone }),
  };
  known.set(formats, made);
  return made;
}

/** `Intl` formats a decimal string exactly, without a conversion to a float. */
function exact(value: unknown): number | Intl.StringNumericLiteral | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && decimal.test(value) ? (value as Intl.StringNumericLiteral) : null;
}

/** `1234.5` -> `$1,234.50`; no number: the empty text. */
export function formatMoney(value: unknown, formats: Formats): string {
  const amount = exact(value);
  return amount === null ? "" : formattersOf(formats).money.format(amount);
}

/** `1234` -> `$1,234`, `1234.5` -> `$1,234.50`; no number: the empty text. */
export function formatShortMoney(value: unknown, formats: Formats): string {
  const amount = exact(value);
  return amount === null ? "" : formattersOf(formats).shortMoney.format(amount);
}

/** `1234.5` -> `$1,235`, rounded half away from zero; no number: the empty text. */
export function formatWholeMoney(value: unknown, formats: Formats): string {
  const amount = exact(value);
  return amount === null ? "" : formattersOf(formats).wholeMoney.format(amount);
}

/** A number that is in percent already: `4.08` -> `4.08%`; no number: the empty text. */
export function formatPercent(value: unknown, formats: Formats): string {
  const figure = exact(value);
  return figure === null ? "" : formattersOf(formats).percent.format(figure);
}

function instant(value: unknown): Date | null {
  if (typeof value !== "string") return null;
  const date = new Date(calendarDate.test(value) ? `${value}T00:00:00Z` : value);
  if (Number.isNaN(date.getTime())) return null;
  // JavaScript reads "2026-02-30" as March 2: a day that does not exist is not a date.
  return calendarDate.test(value) && date.toISOString().slice(0, 10) !== value ? null : date;
}

/** A calendar date has no time zone: it is midnight UTC, and must be formatted as such. */
function format(value: unknown, formats: Formats, name: "date" | "localDate" | "dateTime"): string {
  const date = instant(value);
  if (date === null) return "";
  const isCalendarDate = calendarDate.test(String(value)) && (formats.timeZone !== "UTC" || formats.readerZone !== undefined);
  return formattersOf(isCalendarDate ? inUtc(formats) : formats)[name].format(date);
}

const utc = new WeakMap<Formats, Formats>();

function inUtc(formats: Formats): Formats {
  const made = utc.get(formats) ?? { ...formats, timeZone: "UTC", readerZone: "UTC" };
  utc.set(formats, made);
  return made;
}

/** `2026-11-21` -> `November 21, 2026`; no date: the empty text. */
export const formatDate = (value: unknown, formats: Formats): string => format(value, formats, "date");

/** `2026-11-21T03:30:00Z` -> `November 20, 2026` where it is that day for the reader; no date: the empty text. */
export const formatLocalDate = (value: unknown, formats: Formats): string => format(value, formats, "localDate");

/** `2026-11-21T11:30:00Z` -> `November 21, 2026 at 11:30 AM UTC`, in the reader's zone; no date: the empty text. */
export const formatDateTime = (value: unknown, formats: Formats): string => format(value, formats, "dateTime");
