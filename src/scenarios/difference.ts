/** Exports `isSame` and `differenceOf`: whether and where what was found differs from what a scenario expects. */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject } from "../language/json.js";

/** Equal as JSON, in any order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, index) => isSame(part, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** A list that has at most this many entries is shown whole. */
const SHORT = 3;

const shown = (value: Json | undefined): string => (value === undefined ? "nothing" : JSON.stringify(value));

/**
 * The differences, each as words without a full stop. `name`: what the value is. Of objects, of lists of objects and of long lists of texts
 * only the differences are named: the content of a screen has dozens of lines, of which an edit changes one.
 */
export function differenceOf(name: string, expected: Json | undefined, found: Json | undefined): readonly string[] {
  if (isSame(expected, found)) return [];
  if (isObject(expected) && isObject(found))
    return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((key) =>
      differenceOf(`${name}, ${JSON.stringify(key)}`, expected[key], found[key]),
    );
  if (isObjects(expected) && isObjects(found) && expected.length === found.length)
    return expected.flatMap((entry, index) => differenceOf(`${name}, entry ${index + 1}`, entry, found[index]));
  if (isTexts(expected) && isTexts(found) && Math.max(expected.length, found.length) > SHORT)
    return [textsDifference(name, expected, found)];
  return [`${name}: expected ${shown(expected)}, found ${shown(found)}`];
}

const isObjects = (value: Json | undefined): value is readonly JsonObject[] => Array.isArray(value) && value.every(isObject);

const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

function textsDifference(name: string, expected: readonly string[], found: readonly string[]): string {
  const list = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(", ");
  const lacking = without(expected, found);
  const added = without(found, expected);
  if (lacking.length === 0 && added.length === 0) {
    const at = expected.findIndex((text, index) => text !== found[index]);
    return `${name}: in another order from entry ${at + 1}: expected ${shown(expected[at])}, found ${shown(found[at])}`;
  }
  return `${name}: ${[
    ...(lacking.length > 0 ? [`expected also ${list(lacking)}`] : []),
    ...(added.length > 0 ? [`did not expect ${list(added)}`] : []),
  ].join("; ")}`;
}

/** The texts that are not in the other list; one that is there twice and here three times is left once. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
