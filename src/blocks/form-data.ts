/** Exports reads and writes of form data by dotted path, for the form block. */
import type { Json } from "../language/definition.js";
import { isObject } from "./json-object.js";

/** The value at a path, or undefined. */
export function valueAt(data: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = data;
  for (const name of path.split(".")) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** A copy of the data with another value at a path; undefined removes the value. */
export function withValue(data: Json, path: string, value: Json | undefined): Json {
  const [name = "", ...rest] = path.split(".");
  const branch: Record<string, Json> = isObject(data) ? { ...data } : {};
  if (rest.length > 0) {
    if (value === undefined && !isObject(branch[name])) return branch;
    branch[name] = withValue(branch[name] ?? {}, rest.join("."), value);
  } else if (value === undefined) delete branch[name];
  else branch[name] = value;
  return branch;
}

/** The values at these paths, each from the first source that has one; null counts as missing. */
export function pick(paths: readonly string[], ...sources: readonly Json[]): Json {
  let picked: Json = {};
  for (const path of paths) {
    const given = sources.map((source) => valueAt(source, path)).find((value) => value !== undefined && value !== null);
    if (given !== undefined) picked = withValue(picked, path, given);
  }
  return picked;
}

/** The data without the values at these paths; the same object when there are none. */
export function without(data: Json, paths: readonly string[]): Json {
  return paths.filter((path) => valueAt(data, path) !== undefined).reduce((rest, path) => withValue(rest, path, undefined), data);
}
