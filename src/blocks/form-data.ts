/** Exports reads and writes of form data by path, through the items of lists, for the form block. */
import type { Json } from "../language/definition.js";
import { isObject } from "./json-object.js";

/** The step of a field's path that denotes every item of a list: that of the language, of which blocks import types only. */
export const ITEMS = "[]";

/** The value at a path (`people.0.name`); undefined where there is none. */
export function valueAt(data: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = data;
  for (const name of path.split("."))
    value = Array.isArray(value) ? (value as readonly Json[])[Number(name)] : isObject(value) ? value[name] : undefined;
  return value;
}

/** A copy of the data with another value at a path; undefined removes the value. */
export function withValue(data: Json, path: string, value: Json | undefined): Json {
  const [name = "", ...rest] = path.split(".");
  if (Array.isArray(data)) {
    const items = data as readonly Json[];
    return items.map((item, index) =>
      String(index) !== name ? item : rest.length > 0 ? withValue(item, rest.join("."), value) : (value ?? null),
    );
  }
  const branch: Record<string, Json> = isObject(data) ? { ...data } : {};
  if (rest.length > 0) {
    const inner = branch[name];
    if (value === undefined && !isObject(inner) && !Array.isArray(inner)) return branch;
    branch[name] = withValue(inner ?? {}, rest.join("."), value);
  } else if (value === undefined) delete branch[name];
  else branch[name] = value;
  return branch;
}

/**
 * Of these sources only the fields of these paths; an earlier source wins, and null or nothing is no answer. A list with fields
 * of its items (`people`, `people[].name`) keeps its items, and of each only these fields.
 */
export function pick(fields: readonly string[], ...sources: readonly Json[]): Json {
  let picked: Json = {};
  for (const path of fields) {
    if (path.includes(ITEMS)) continue;
    const given = sources.map((source) => valueAt(source, path)).find((value) => value !== undefined && value !== null);
    if (given === undefined) continue;
    const inner = fields.flatMap((one) => (one.startsWith(`${path}${ITEMS}`) ? [one.slice(path.length + ITEMS.length)] : []));
    picked = withValue(picked, path, inner.length > 0 ? pickItems(inner, given) : given);
  }
  return picked;
}

/** `inner`: paths behind the items, `.name` for a field of an object, "" for an item that is a plain value. */
function pickItems(inner: readonly string[], list: Json): Json {
  if (!Array.isArray(list)) return [];
  const fields = inner.filter((path) => path.startsWith(".")).map((path) => path.slice(1));
  return (list as readonly Json[]).map((item) => (fields.length > 0 ? pick(fields, item) : item));
}

/** The data without the values at these paths; the same object when there are none. */
export function without(data: Json, paths: readonly string[]): Json {
  return paths.filter((path) => valueAt(data, path) !== undefined).reduce((rest, path) => withValue(rest, path, undefined), data);
}
