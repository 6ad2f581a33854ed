/** Exports the long form of a date (`2026-11-24` -> `November 24, 2026`) and the names of months, for the bank's documents. */
const LONG = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** The date of a day without a time zone, such as `2026-11-24`. */
export const longDate = (day: string): string => LONG.format(new Date(`${day}T00:00:00Z`));

/** The name of a month, counted from 1. */
export const monthName = (month: number): string => MONTH.format(new Date(Date.UTC(2000, month - 1, 1)));
