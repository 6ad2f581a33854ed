/** Exports values at and beyond the bounds of a form's fields (boundary value analysis: Myers 1979), for `flows coverage --write`. */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** A value of every kind that a field could refuse: nothing, a letter, a digit, a date of the past and one of the future. */
const ANY: readonly Json[] = [null, "?", "7", "1900-01-01", "2999-12-31"];

export interface TriedValue {
  readonly value: Json;
  /** At a bound of the field, or next to it. */
  readonly isBound: boolean;
}

/** A longer text is written as its last character and its length: `x{129}`. */
const LONGEST = 120;

/** What to type into each field of a form, by path; lists are left out. `today`: the scenario's date. */
export function triedValues(
  schema: Json,
  good: { readonly [field: string]: Json },
  today: string,
): ReadonlyMap<string, readonly TriedValue[]> {
  const tried = new Map<string, readonly TriedValue[]>();
  const visit = (part: Json, value: Json, path: string): void => {
    if (!isObject(part)) return;
    if (isObject(part.properties)) {
      for (const [name, inner] of Object.entries(part.properties))
        visit(inner, isObject(value) ? (value[name] ?? null) : null, path === "" ? name : `${path}.${name}`);
      for (const branch of [part.then, part.else, ...(Array.isArray(part.allOf) ? (part.allOf as readonly Json[]) : [])])
        visit(branch ?? null, value, path);
    } else if (part.type === "string" || part.type === undefined)
      tried.set(path, valuesOf(part, typeof value === "string" ? value : "x", today));
    else if (part.type === "boolean")
      tried.set(path, [
        { value: null, isBound: false },
        { value: false, isBound: false },
      ]);
  };
  visit(schema, good, "");
  return tried;
}

function valuesOf(schema: { readonly [keyword: string]: Json }, good: string, today: string): readonly TriedValue[] {
  const any = ANY.map((value) => ({ value, isBound: false }));
  if (Array.isArray(schema.enum)) return any;
  const number = (keyword: string): number | null => (typeof schema[keyword] === "number" ? (schema[keyword] as number) : null);
  const lengths = [number("minLength"), number("maxLength")].flatMap((bound) => (bound === null ? [] : [bound - 1, bound, bound + 1]));
  const texts = lengths.filter((length) => length > 0).map((length) => ofLength(good, length));
  const amounts = [number("x-minimum-amount"), number("x-maximum-amount")].flatMap((bound) =>
    bound === null ? [] : [bound - 0.01, bound, bound + 0.01, bound + 1].filter((amount) => amount >= 0).map((amount) => amount.toFixed(2)),
  );
  const [least, most] = [number("x-minimum-age"), number("x-maximum-age")];
  // The last day of the greatest age is the one before the next birthday.
  const ages = [...(least === null ? [] : [least]), ...(most === null ? [] : [most + 1])];
  const dates = ages.flatMap((age) => [-1, 0, 1].map((days) => birthday(today, age, days)));
  const bounds = [...new Set([...texts, ...amounts, ...dates])].filter((value) => !ANY.includes(value));
  return [...any, ...bounds.map((value) => ({ value, isBound: true }))];
}

/** The good value, continued or cut. */
function ofLength(good: string, length: number): string {
  const last = good.at(-1) ?? "x";
  return length > LONGEST ? `${last}{${length}}` : (good + last.repeat(length)).slice(0, length);
}

/** The date of birth of someone who becomes this old in so many days. */
function birthday(today: string, age: number, days: number): string {
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - age);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
