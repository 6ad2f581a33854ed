/** Exports where a form's fields are in its data, through the items of lists: for forms, checks and the gateway. */
import type { Json } from "../language/definition.js";
import type { FieldPlace } from "../language/field-places.js";
import { isObject } from "../language/json.js";
import { ITEMS, stepsOf } from "../language/logic-reads.js";

/** The places of a field: one for a field outside of lists, one for each item for a field of items. */
export function placesOf(field: string, data: Json): readonly FieldPlace[] {
  let found: readonly { readonly place: FieldPlace; readonly value: Json }[] = [{ place: { path: "" }, value: data }];
  for (const step of stepsOf(field)) {
    found = found.flatMap(({ place, value }) => {
      if (step !== ITEMS) {
        const path = place.path === "" ? step : `${place.path}.${step}`;
        return [{ place: { ...place, path }, value: isObject(value) && Object.hasOwn(value, step) ? (value[step] ?? null) : null }];
      }
      return (Array.isArray(value) ? (value as readonly Json[]) : []).map((item, index) => {
        const path = `${place.path}.${index}`;
        return { place: { path, around: { path, item, position: index + 1 } }, value: item };
      });
    });
  }
  return found.map(({ place }) => place);
}

/** The field of a place in data: `people.0.share` -> `people[].share`. */
export function fieldOf(path: string): string {
  return path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? ITEMS : `.${name}`))
    .join("")
    .slice(1);
}
