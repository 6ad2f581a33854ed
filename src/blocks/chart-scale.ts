/** Exports the points, scale and labels of the balance chart. Positions are floats; displayed amounts stay decimal strings. */
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";

export interface Point {
  readonly date: string;
  readonly balance: string;
  readonly interest: string;
}

const decimal = /^-?\d+(\.\d+)?$/;

/** A point of the data that a flow gives to a chart. Throws where a field is missing or an amount is not a decimal string. */
export function parsePoint(value: Json): Point {
  const { date, balance, interest } = (value ?? {}) as { readonly [name: string]: Json };
  if (
    typeof date !== "string" ||
    typeof balance !== "string" ||
    typeof interest !== "string" ||
    !decimal.test(balance) ||
    !decimal.test(interest)
  ) {
    throw new Error(`A point of a chart must be {date, balance, interest} with decimal strings, not ${JSON.stringify(value)}.`);
  }
  return { date, balance, interest };
}

/** What the line of a chart shows. */
export type Series = "balance" | "interest";

/** The `item` of a chart's summary; null without points. */
export function endsOf(points: readonly Point[], series: Series): { readonly [name: string]: string } | null {
  const [first] = points;
  const last = points.at(-1);
  return first === undefined || last === undefined
    ? null
    : { from: first.date, to: last.date, first: first[series], last: last[series], series };
}

/** The last point of each month, so that a table of a year has twelve rows. */
export function monthEnds(points: readonly Point[]): readonly Point[] {
  return points.filter(({ date }, index) => points[index + 1]?.date.slice(0, 7) !== date.slice(0, 7));
}

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** A scale that contains all figures, with padding above and below. A constant balance is in the middle. */
export function scaleOf(figures: readonly number[]): Scale {
  const minimum = Math.min(...figures);
  const maximum = Math.max(...figures);
  // All figures are zero: show an axis of whole amounts, not of cents.
  const flatPadding = maximum === 0 ? 120 : Math.max(Math.abs(maximum) * 0.1, 1);
  const padding = maximum === minimum ? flatPadding : (maximum - minimum) * 0.12;
  return { low: minimum >= 0 ? Math.max(0, minimum - padding) : minimum - padding, high: maximum + padding };
}

/** The position of a figure from 0 (bottom) to 1 (top). */
export const positionOf = (figure: number, { low, high }: Scale): number => (figure - low) / (high - low);

/** The largest number of lines of an axis. */
const MAX_TICKS = 4;

/** The ticks of an axis within the scale, ascending: whole dollars in steps of 1, 2 or 5 times a power of ten. */
export function ticksOf({ low, high }: Scale): readonly number[] {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      const first = Math.ceil(low / step);
      const count = Math.floor(high / step) - first + 1;
      if (count <= MAX_TICKS) return Array.from({ length: count }, (_, index) => (first + index) * step);
    }
  }
}

/** Formats ticks as whole amounts; in thousands and millions when none of them is rounded. */
export function axisMoney(ticks: readonly number[], { locale, currency }: Formats): readonly string[] {
  const short = ticks.every((tick) => tick % (Math.abs(tick) < 1_000_000 ? 100 : 100_000) === 0);
  const digits = short
    ? ({ notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 } as const)
    : { maximumFractionDigits: 0 };
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, ...digits });
  return ticks.map((tick) => format.format(tick));
}

/** Formats a decimal string as an amount, without rounding. */
export function money(figure: string, { locale, currency }: Formats): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(figure as Intl.StringNumericLiteral);
}

/** Formats a calendar date, which has no time zone, for the axis. */
export const shortDate = (date: string, formats: Formats): string => calendarDate(date, formats.locale, formats.shortDate);

export const longDate = (date: string, formats: Formats): string => calendarDate(date, formats.locale, formats.date);

function calendarDate(date: string, locale: string, parts: Formats["date"]): string {
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
