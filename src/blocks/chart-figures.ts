/** What a chart of a balance is drawn from. Places on the screen may be floats; the figures that are read stay texts. */
import type { Json } from "../language/definition.js";

export interface Point {
  readonly date: string;
  readonly balance: string;
  readonly interest: string;
}

const decimal = /^-?\d+(\.\d+)?$/;

export function pointOf(value: Json): Point {
  const { date, balance, interest } = (value ?? {}) as { readonly [name: string]: Json };
  if (
    typeof date !== "string" ||
    typeof balance !== "string" ||
    typeof interest !== "string" ||
    !decimal.test(balance) ||
    !decimal.test(interest)
  ) {
    throw new Error(`A point of a chart is {date, balance, interest} with decimal texts, not ${JSON.stringify(value)}.`);
  }
  return { date, balance, interest };
}

export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** A scale that holds all figures, with air above and below; a balance that never moved stands in the middle. */
export function scaleOf(figures: readonly number[]): Scale {
  const least = Math.min(...figures);
  const most = Math.max(...figures);
  // Nothing yet: an axis that goes up to somewhere, not one of cents.
  const flat = most === 0 ? 120 : Math.max(Math.abs(most) * 0.1, 1);
  const air = most === least ? flat : (most - least) * 0.12;
  return { low: least >= 0 ? Math.max(0, least - air) : least - air, high: most + air };
}

/** Where a figure stands between 0 (bottom) and 1 (top). */
export const placeOf = (figure: number, { low, high }: Scale): number => (figure - low) / (high - low);

/** How many lines an axis has at most. */
const MOST_TICKS = 4;

/** Round figures of an axis within the scale, from the bottom up: whole dollars, in steps of 1, 2 or 5 and zeros. */
export function ticksOf({ low, high }: Scale): readonly number[] {
  for (let power = 1; ; power *= 10) {
    for (const each of [1, 2, 5]) {
      const step = each * power;
      const first = Math.ceil(low / step);
      const count = Math.floor(high / step) - first + 1;
      if (count <= MOST_TICKS) return Array.from({ length: count }, (_, index) => (first + index) * step);
    }
  }
}

/** Ticks in whole US dollars; all in thousands and millions where that leaves nothing out. */
export function axisMoney(ticks: readonly number[], locale: string): readonly string[] {
  const short = ticks.every((tick) => tick % (Math.abs(tick) < 1_000_000 ? 100 : 100_000) === 0);
  const length = short
    ? ({ notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 } as const)
    : { maximumFractionDigits: 0 };
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", ...length });
  return ticks.map((tick) => format.format(tick));
}

/** US dollars to the cent, exactly as the decimal text says. */
export function money(figure: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "USD" }).format(figure as Intl.StringNumericLiteral);
}

/** A calendar date in few letters; dates are UTC (S5). */
export function shortDate(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}

export function longDate(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
