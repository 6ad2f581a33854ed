/** A form's data by dotted path: what is picked, kept, dropped and compared. */
import type { Json } from "../language/definition.js";

type Branch = { [name: string]: Json };

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path; undefined where there is none. */
export function valueAt(data: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = data;
  for (const name of path.split(".")) value = isBranch(value) ? value[name] : undefined;
  return value;
}

/** The data with another value at a path (undefined takes it away). The data itself is left alone. */
export function withValue(data: Json, path: string, value: Json | undefined): Json {
  const [name = "", ...rest] = path.split(".");
  const branch: Branch = isBranch(data) ? { ...data } : {};
  if (rest.length > 0) {
    if (value === undefined && !isBranch(branch[name])) return branch;
    branch[name] = withValue(branch[name] ?? {}, rest.join("."), value);
  } else if (value === undefined) delete branch[name];
  else branch[name] = value;
  return branch;
}

/** Of these sources only what the form asks for; an earlier source wins, and null or nothing is no answer. */
export function pick(paths: readonly string[], ...sources: readonly Json[]): Json {
  let picked: Json = {};
  for (const path of paths) {
    const given = sources.map((source) => valueAt(source, path)).find((value) => value !== undefined && value !== null);
    if (given !== undefined) picked = withValue(picked, path, given);
  }
  return picked;
}

/** The data without the values at these paths; the same data when there are none. */
export function without(data: Json, paths: readonly string[]): Json {
  return paths.filter((path) => valueAt(data, path) !== undefined).reduce((rest, path) => withValue(rest, path, undefined), data);
}
