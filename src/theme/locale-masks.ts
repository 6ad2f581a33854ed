/** Exports the input masks of dates and amounts in a locale and a currency, and the context by which the widgets get both. */
import { createContext, useContext } from "react";
import type { InputMask } from "./input-masks.js";

/** How a currency is written in a locale. */
interface AmountNotation {
  readonly decimal: string;
  readonly group: string;
  readonly symbol: string;
}

export interface InputFormats {
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** An ISO 4217 code. */
  readonly currency: string;
  /** A typed amount as a decimal text with two places; null when it is not an amount. */
  readonly parseAmount: (text: string, notation: AmountNotation) => string | null;
}

export interface LocaleMasks {
  /** The value is YYYY-MM-DD. A year of two digits is the latest one at most 20 years ahead. */
  readonly date: InputMask;
  /** As `date`; a year of two digits is the latest one that is not in the future. */
  readonly pastDate: InputMask;
  /** An amount; the value is a decimal string with two places. */
  readonly money: InputMask;
  /** An amount under one unit: `.07`, `7` and `0.07` are parsed as seven cents. */
  readonly cents: InputMask;
  /** The symbol of the currency, and whether the locale writes it before the amount. */
  readonly symbol: { readonly text: string; readonly isBefore: boolean };
}

const FormatsContext = createContext<InputFormats | null>(null);

/** Wraps every form of this theme. */
export const ThemeFormats = FormatsContext.Provider;

/** The masks of the brand's locale and currency. Throws outside of `ThemeFormats`. */
export function useLocaleMasks(): LocaleMasks {
  const formats = useContext(FormatsContext);
  if (formats === null) throw new Error("The theme has no locale and currency: wrap it in ThemeFormats.");
  return localeMasks(formats);
}

const known = new Map<string, LocaleMasks>();

/** The masks of a locale and a currency; the same ones for the same two. */
export function localeMasks({ locale, currency, parseAmount }: InputFormats): LocaleMasks {
  const key = `${locale} ${currency}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = { ...dateMasks(locale), ...amountMasks(locale, currency, parseAmount) };
  known.set(key, made);
  return made;
}

type Part = "year" | "month" | "day";
type DateParts = Readonly<Record<Part, string>>;

/** How many years ahead a date with a year of two digits may be. */
const YEARS_AHEAD = 20;

function dateMasks(locale: string): Pick<LocaleMasks, "date" | "pastDate"> {
  const written = new Intl.DateTimeFormat(locale, { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" });
  // Every month has a 15th in the whole world, and 2001 has four digits.
  const parts = written.formatToParts(new Date("2001-02-15T12:00:00Z"));
  const order = parts.map(({ type }) => type).filter((type): type is Part => type === "year" || type === "month" || type === "day");
  const separator = parts.find(({ type }) => type === "literal")?.value ?? "/";
  const format = (value: string): string => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
    if (year === undefined || month === undefined || day === undefined) return value;
    const digits: DateParts = { year, month, day };
    return parts.map(({ type, value: literal }) => (type === "literal" ? literal : digits[type as Part])).join("");
  };
  const formatWhileTyping = dateWhileTyping(order, separator);
  const until = (years: number): InputMask => ({
    format,
    parse: (text) => parseDate(text, order, locale, (each) => each <= dateFromNow(years)),
    formatWhileTyping,
  });
  return { date: until(YEARS_AHEAD), pastDate: until(0) };
}

/** Adds separators behind two complete parts; leaves a text as it is whose first digits cannot be the first part. */
function dateWhileTyping(order: readonly Part[], separator: string): (text: string) => string {
  const complete: DateParts = { year: "\\d{4}", month: "0\\d|1[0-2]", day: "0[1-9]|[12]\\d|3[01]" };
  const growing: DateParts = { year: "\\d{1,4}", month: "\\d{1,2}", day: "\\d{1,2}" };
  const [first = "month", second = "day", third = "year"] = order;
  const between = separator.replace(/\W/g, "\\$&");
  const unseparated = new RegExp(`^(${complete[first]})(${growing[second]})?(${growing[third]})?$`);
  const shortest = first === "year" ? "\\d{4}" : "\\d{1,2}";
  const lastPart = new RegExp(`^(${shortest}${between}\\d{2})(${growing[third]})$`);
  return (text) => {
    const digits = unseparated.exec(text);
    if (digits !== null)
      return digits
        .slice(1)
        .filter((part) => part !== undefined)
        .join(separator);
    const twoParts = lastPart.exec(text);
    return twoParts === null ? text : `${twoParts[1]}${separator}${twoParts[2]}`;
  };
}

/**
 * In a locale with the month first, parses `4/9/31`, `4-9-2031`, `04092031`, `Apr 9, 2031`, `9 April 2031` and `2031-04-09`
 * as `2031-04-09`; returns any other text as it is. `isPossible` decides the century of a year of two digits.
 */
function parseDate(text: string, order: readonly Part[], locale: string, isPossible: (date: string) => boolean): string {
  const parts = partsOfDate(text.trim(), order, locale);
  if (parts === null) return text.trim();
  const rest = `-${parts.month.padStart(2, "0")}-${parts.day.padStart(2, "0")}`;
  return `${fullYear(parts.year, (year) => isPossible(`${year}${rest}`))}${rest}`;
}

/** Year, month and day of a text in one of the orders that people type: the locale's, the year first, or with a named month. */
function partsOfDate(text: string, order: readonly Part[], locale: string): DateParts | null {
  const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text);
  if (yearFirst !== null) return { year: yearFirst[1] ?? "", month: yearFirst[2] ?? "", day: yearFirst[3] ?? "" };
  const separated: DateParts = { year: "(\\d{4}|\\d{2})", month: "(\\d{1,2})", day: "(\\d{1,2})" };
  const unseparated: DateParts = { year: "(\\d{4}|\\d{2})", month: "(\\d{2})", day: "(\\d{2})" };
  const numbers =
    new RegExp(`^${order.map((part) => separated[part]).join("\\s*[/.\\-\\s]\\s*")}\\.?$`).exec(text) ??
    new RegExp(`^${order.map((part) => unseparated[part]).join("")}$`).exec(text);
  if (numbers !== null) {
    const digits = (part: Part): string => numbers[order.indexOf(part) + 1] ?? "";
    return { year: digits("year"), month: digits("month"), day: digits("day") };
  }
  // Up to two letters or a period belong to the day: `5th`, `5.`
  const monthFirst = /^(\p{L}{3,})\.?\s*(\d{1,2})(?:\p{L}{2}|\.)?,?\s*(\d{4}|\d{2})$/u.exec(text);
  const dayFirst = /^(\d{1,2})(?:\p{L}{2}|\.)?\s+(\p{L}{3,})\.?,?\s*(\d{4}|\d{2})$/u.exec(text);
  const [name = "", day = "", year = ""] = monthFirst?.slice(1) ?? [dayFirst?.[2], dayFirst?.[1], dayFirst?.[3]];
  const month = monthOf(name, locale);
  return month === "" ? null : { year, month, day };
}

/** The number of a month as text: in English of `Apr`, `april` and `Sept`; empty for any other word. */
function monthOf(name: string, locale: string): string {
  const lower = name.toLocaleLowerCase(locale);
  const long = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  const names = Array.from({ length: 12 }, (_, month) => long.format(Date.UTC(2001, month, 15)).toLocaleLowerCase(locale));
  const matching = (start: string): readonly number[] => names.flatMap((one, month) => (one.startsWith(start) ? [month + 1] : []));
  const [whole, short] = [matching(lower), matching(lower.slice(0, 3))];
  const [month] = whole.length === 1 ? whole : short;
  return lower === "" || month === undefined || (whole.length !== 1 && short.length !== 1) ? "" : String(month);
}

/** The latest year of a text of two digits that `isPossible`. */
function fullYear(text: string, isPossible: (year: number) => boolean): string {
  if (text.length !== 2) return text;
  const year = [2100, 2000, 1900].map((century) => century + Number(text)).find(isPossible);
  return String(year ?? 1900 + Number(text));
}

/** The calendar date of this device, `years` from now. */
function dateFromNow(years: number): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear() + years}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function amountMasks(
  locale: string,
  currency: string,
  parseAmount: InputFormats["parseAmount"],
): Pick<LocaleMasks, "money" | "cents" | "symbol"> {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(1_234_567.89);
  const textOf = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? "";
  const [decimal, group] = [textOf("decimal") || ".", textOf("group")];
  const symbol = {
    text: textOf("currency"),
    isBefore: parts.findIndex(({ type }) => type === "currency") < parts.findIndex(({ type }) => type === "integer"),
  };
  /** Formats `1234.50` as `1,234.50` in English, as text: a float would round. */
  const format = (value: string): string => {
    const amount = /^(-?)(\d+)\.(\d{2})$/.exec(value);
    return amount === null ? value : `${amount[1]}${(amount[2] ?? "").replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${amount[3]}`;
  };
  const notation = { decimal, group, symbol: symbol.text };
  // A text that is not an amount stays as it is, for the format's error.
  const parse = (text: string): string => parseAmount(text, notation) ?? text.trim();
  const cents = (text: string): string => {
    const amount = parse(text);
    const [, digits] = /^(\d{1,2})\.00$/.exec(amount) ?? [];
    return digits === undefined || text.includes(decimal) ? amount : `0.${digits.padStart(2, "0")}`;
  };
  return { money: { format, parse }, cents: { format, parse: cents }, symbol };
}
