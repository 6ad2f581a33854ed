/**
 * Exports the methods of the mapping language, for its evaluation. A method of null is null, except those that compare.
 * A method that cannot be applied to the value throws: the upstream's answer violates its contract.
 */
import { centsOf } from "../../src/language/field-formats.js";
import type { MappingMethodName } from "../../src/language/mapping-methods.js";
import { UpstreamFailed } from "../upstream/errors.js";

/** An argument, evaluated with `@` as the given value. */
export type Argument = (item: unknown) => unknown;
export type MethodFunction = (value: unknown, args: readonly Argument[]) => unknown;

const ofText =
  (name: string, apply: (text: string) => unknown): MethodFunction =>
  (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value !== "string") throw new UpstreamFailed(502, `${name} needs a text, not ${typeof value}`);
    return apply(value);
  };
const ofList =
  (name: string, apply: (list: readonly unknown[], argument: Argument) => unknown): MethodFunction =>
  (value, [argument = (item) => item]) => {
    if (value === null || value === undefined) return null;
    if (!Array.isArray(value)) throw new UpstreamFailed(502, `${name} needs a list`);
    return apply(value, argument);
  };

/** "PORTLAND, or" as "Portland, OR" (S5). A word with letters of both cases is right as it is: McAllen. */
function placeName(text: string): string {
  const named = text.replace(/[\p{L}'’]+/gu, (word) =>
    word === word.toUpperCase() || word === word.toLowerCase() ? word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase() : word,
  );
  return named.replace(/(?<=,\s*)[a-z]{2}$/i, (state) => state.toUpperCase());
}

/** Whether a value counts as true: any value but null, false, zero and the empty text. */
export const isTrue = (value: unknown): boolean => Boolean(value);

/** By name. `src/language/mapping-methods.ts` declares them for the checker. */
export const METHODS: Readonly<Record<MappingMethodName, MethodFunction>> = {
  lower: ofText("lower", (text) => text.toLowerCase()),
  upper: ofText("upper", (text) => text.toUpperCase()),
  trim: ofText("trim", (text) => text.trim()),
  place: ofText("place", placeName),
  digits: ofText("digits", (text) => text.replace(/\D/g, "")),
  cents: ofText("cents", (text) => {
    const cents = centsOf(text);
    if (cents === null) throw new Error("cents: the text is not an amount of 1 to 99 cents; the field's form must require one");
    return cents;
  }),
  not: (value) => !isTrue(value),
  eq: (value, [other]) => (value ?? null) === (other?.(value) ?? null),
  or: (value, others) => isTrue(value) || others.some((other) => isTrue(other(value))),
  and: (value, others) => isTrue(value) && others.every((other) => isTrue(other(value))),
  match(value, pairs) {
    const given = value ?? null;
    for (const pair of pairs) {
      const [candidate, result] = pair(given) as readonly [unknown, () => unknown];
      if (candidate === MATCH_ANY || candidate === given) return result();
    }
    throw new UpstreamFailed(502, `match has no pair for ${JSON.stringify(given)}`);
  },
  filter: ofList("filter", (list, keep) => list.filter((item) => isTrue(keep(item)))),
  newestFirst: ofList("newestFirst", (list, instant) =>
    list
      .map((item) => ({ item, at: String(instant(item) ?? "") }))
      .sort((a, b) => b.at.localeCompare(a.at))
      .map(({ item }) => item),
  ),
  distinct: ofList("distinct", (list, key) => [...new Map(list.map((item) => [key(item), item])).values()]),
};

/** The first part of a pair of `match` that is written `@`: it matches any value. */
export const MATCH_ANY = Symbol("any");
