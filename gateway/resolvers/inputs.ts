/** Inputs on their way upstream. */

/** An optional field that GraphQL gave as null was left out: JSON Schema and the upstream know no null here. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .map(([name, field]) => [name, withoutNulls(field)]),
  ) as T;
}
