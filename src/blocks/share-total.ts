/** Exports the arithmetic of shares in percent, for the `shares` block and for scenarios. */
import type { Json } from "../language/definition.js";

/** 100 % in hundredths of a percent: shares are added as integers, since floats would not add up exactly. */
const WHOLE = 10_000;

/**
 * `"33.34"` -> 3334; 0 for anything that is not a number. A number that a form rejects, or that is still being typed, counts
 * rounded, so that the total beside its error is that of the numbers in the fields.
 */
export function hundredthsOf(value: Json): number {
  const match = typeof value === "string" ? /^\s*(\d{1,3})(?:\.(\d*))?\s*$/.exec(value) : null;
  return match === null ? 0 : Number(match[1]) * 100 + Math.round(Number(`0.${match[2] || 0}`) * 100);
}

/** 3334 -> `"33.34"`; null for 0 and less. */
export const percentOf = (hundredths: number): string | null =>
  hundredths > 0 ? `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}` : null;

/** The sum of shares, in percent. */
export interface ShareTotal {
  readonly total: string;
  /** The rest to 100; null where nothing is left. */
  readonly left: string | null;
  /** The excess over 100; null where there is none. */
  readonly over: string | null;
  /** The difference to 100 in hundredths of a percent; negative where the sum is over 100. */
  readonly missing: number;
}

/** `shares`: in hundredths of a percent. */
export function totalOf(shares: readonly number[]): ShareTotal {
  const sum = shares.reduce((total, share) => total + share, 0);
  return { total: percentOf(sum) ?? "0", left: percentOf(WHOLE - sum), over: percentOf(sum - WHOLE), missing: WHOLE - sum };
}
