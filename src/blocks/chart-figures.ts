/** What a chart of a balance is drawn from. Places on the screen may be floats; the figures that are read stay texts. */
import type { Json } from "../engine/definition.js";

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
  const air = most === least ? Math.max(Math.abs(most) * 0.1, 1) : (most - least) * 0.12;
  return { low: least >= 0 ? Math.max(0, least - air) : least - air, high: most + air };
}

/** Where a figure stands between 0 (bottom) and 1 (top). */
export const placeOf = (figure: number, { low, high }: Scale): number => (figure - low) / (high - low);

/** US dollars, whole: what an axis has room for. */
export function axisMoney(figure: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "USD", notation: "compact", maximumFractionDigits: 1 }).format(
    figure,
  );
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
