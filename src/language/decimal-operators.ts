/** Exports the exact arithmetic of decimal amounts, for the operators. A float would round cents wrongly. */

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A decimal string as an integer of `10^-places`; null for anything else. */
function scaled(value: unknown): { readonly digits: bigint; readonly places: number } | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !DECIMAL.test(text)) return null;
  const places = text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  return { digits: BigInt(text.replace(".", "")), places };
}

/** Divides and rounds half away from zero. */
function rounded(value: bigint, divisor: bigint): bigint {
  const half = value < 0n ? -(divisor / 2n) : divisor / 2n;
  return (value + half) / divisor;
}

/** Cents as a decimal string with two places. */
function dollarsOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A percentage of an amount, in cents rounded half up: `4.08` of `2500.00` is `102.00`; null when one is not a number. */
export function percentOf(percent: unknown, amount: unknown): string | null {
  const [of, whole] = [scaled(percent), scaled(amount)];
  if (of === null || whole === null) return null;
  // In cents: multiplied by 100, divided by the 100 of the percentage.
  return dollarsOf(rounded(of.digits * whole.digits, 10n ** BigInt(of.places + whole.places)));
}
