/** Exports representative values of a field, one for each class that its conditions distinguish. */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { typeOfJson } from "../language/static-types.js";
import { freeText, validityOf } from "./schema-evaluation.js";

const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/**
 * The possible values of a field, `undefined` for none: all of its values, or the constants that it is compared with and
 * one of each class between and outside of them. `conditions`: conditions on it; `asked`: constants of predicates.
 */
export function classesOf(property: JsonObject, conditions: readonly JsonObject[], asked: readonly Json[]): readonly (Json | undefined)[] {
  const missing = property.default === undefined ? [undefined] : [];
  if (property.const !== undefined && property.type !== "boolean") return [...missing, property.const];
  if (Array.isArray(property.enum)) return [...missing, ...listed(property.enum)];
  const type = property.type === "integer" ? "number" : property.type;
  if (type === "boolean") return [...missing, true, false];
  const parts = [property, ...listed(property.allOf).filter(isObject), ...conditions];
  const named = [...parts.flatMap((part) => [...listed(part.enum), ...(part.const === undefined ? [] : [part.const])]), ...asked];
  const may = (one: string): boolean => type === undefined || type === one;
  const values: readonly Json[] = [
    ...named.filter((value) => may(typeOfJson(value))),
    ...(may("number") ? figuresOf(parts, named, property.type === "integer") : []),
    ...(may("string") ? textsOf(parts) : []),
    ...(type === "array" ? lengthsOf(parts, "minItems", "maxItems", 0).map((length): Json => Array<Json>(length).fill("x")) : []),
    ...(may("object") && (type !== undefined || parts.some((part) => isObject(part.properties))) ? [{}] : []),
  ];
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  // An object's own schema constrains its properties.
  return [...missing, ...[...distinct.values()].filter((value) => isObject(value) || validityOf(value, property) !== false)];
}

/** The numbers at every bound, between each two, and outside of the outermost. */
function figuresOf(parts: readonly JsonObject[], named: readonly Json[], whole: boolean): readonly number[] {
  const at = [...parts.flatMap((part) => BOUNDS.map((keyword) => part[keyword])), ...named].filter((one) => typeof one === "number");
  const bounds = [...new Set(at)].sort((a, b) => a - b);
  if (bounds.length === 0) return [1];
  if (whole) return bounds.flatMap((bound) => [Math.ceil(bound) - 1, Math.ceil(bound), Math.floor(bound), Math.floor(bound) + 1]);
  const between = bounds.slice(1).map((bound, index) => (bound + (bounds[index] ?? bound)) / 2);
  return [Math.min(...bounds) - 1, ...bounds, ...between, Math.max(...bounds) + 1];
}

/** A text of every length that conditions distinguish. */
function textsOf(parts: readonly JsonObject[]): readonly string[] {
  // An empty text counts as missing.
  return lengthsOf(parts, "minLength", "maxLength", 1).map(freeText);
}

/** Lengths around every bound, from `shortest` on; an arbitrary length without bounds. */
function lengthsOf(parts: readonly JsonObject[], least: string, most: string, shortest: number): readonly number[] {
  const bounds = parts.flatMap((part) => [part[least], part[most]]).filter((one) => typeof one === "number");
  const named = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]).filter((length) => length >= shortest);
  return named.length === 0 ? [shortest + 1] : [...new Set(named)];
}
