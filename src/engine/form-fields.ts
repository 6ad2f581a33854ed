/** Exports where a form's fields are in its data, through the items of lists: for forms, checks and the gateway. */
import type { Json } from "../language/definition.js";

/** One place of a field in a form's data. */
export interface FieldPlace {
  /** `people.0.share` for the field `people[].share`. */
  readonly path: string;
  /** The item of the innermost list around it; undefined outside of lists. */
  readonly around?: { readonly path: string; readonly item: Json /** From 1. */; readonly position: number };
}

const ITEMS = "[]";

function valueUnder(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return (value as readonly Json[])[Number(name)];
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;
}

/** The value at a path of data (`people.0.share`); undefined where there is none. */
export function valueAt(data: Json | undefined, path: string): Json | undefined {
  let value = data;
  for (const name of path.split(".")) value = valueUnder(value, name);
  return value;
}

/** The places of a field: one for a field outside of lists, one for each item for a field of items. */
export function placesOf(field: string, data: Json): readonly FieldPlace[] {
  let places: readonly FieldPlace[] = [{ path: "" }];
  for (const step of field.split(".")) {
    const name = step.endsWith(ITEMS) ? step.slice(0, -ITEMS.length) : step;
    places = places.map((place) => ({ ...place, path: place.path === "" ? name : `${place.path}.${name}` }));
    if (name === step) continue;
    places = places.flatMap(({ path }) => {
      const list = valueAt(data, path);
      return (Array.isArray(list) ? (list as readonly Json[]) : []).map((item, index) => {
        const at = `${path}.${index}`;
        return { path: at, around: { path: at, item, position: index + 1 } };
      });
    });
  }
  return places;
}

/** The field of a place in data: `people.0.share` -> `people[].share`. */
export function fieldOf(path: string): string {
  return path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? ITEMS : `.${name}`))
    .join("")
    .slice(1);
}
