/** Inputs on their way upstream. */

/** An optional field that GraphQL gave as null was left out: JSON Schema and the upstream know no null here. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined).map(([name, field]) => [name, withoutNulls(field)]),
  ) as T;
}

/** Dollars as written ("0.07", ".07", "$0.07") in whole cents, without a float between; null when it is no amount. */
export function cents(amount: string): number | null {
  const match = /^\$?(\d{0,7})(?:\.(\d{1,2}))?$/.exec(amount.trim().replace(/,/g, ""));
  if (!match || (!match[1] && !match[2])) return null;
  return Number(match[1] || "0") * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
