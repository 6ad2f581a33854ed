/** The scope that predicates are asked in: the state with its instants in one form, `now` and `route`. */
import type { Json } from "./definition.js";
import type { DepositorState, Resolution } from "./events.js";
import { WrongValue } from "./failures.js";
import type { Scope } from "./predicate.js";

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** An instant in `Date.toISOString`'s form, in which the order of texts is the order of times; anything else as it is. */
function inOneForm(text: string): string {
  if (!instantForm.test(text)) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

const normalised = new WeakMap<object, Json>();

/**
 * The value with its instants in one form. Lists stay as they are: what is inside one is read only in the scope of an
 * item, where there is no other instant to hold it against.
 */
function withInstants(value: Json): Json {
  if (typeof value === "string") return inOneForm(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known = normalised.get(value);
  if (known !== undefined) return known;
  let changed = false;
  const copy: Record<string, Json> = {};
  for (const [key, part] of Object.entries(value)) {
    const next = withInstants(part);
    if (next !== part) changed = true;
    copy[key] = next;
  }
  const result = changed ? copy : value;
  normalised.set(value, result);
  return result;
}

/** The instant of reading: what is passed, else the state's own `now`; milliseconds or any ISO form. The engine has no clock. */
export function instantOf(state: DepositorState, now: string | number | undefined): string {
  const given = now ?? state.now;
  const text = typeof given === "number" ? new Date(given).toISOString() : given;
  if (typeof text !== "string" || Number.isNaN(Date.parse(text))) throw new WrongValue("now", "an ISO 8601 instant or milliseconds");
  return new Date(Date.parse(text)).toISOString();
}

/** The scope of a state at an instant, on a route, with further names (`data`, `form`, `item`, `result`, `error`). */
export function scopeOf(state: DepositorState, now: string, route: Resolution["route"] | null, more: Scope = {}): Scope {
  const scope: Record<string, Json> = {};
  for (const [slice, value] of Object.entries(state)) scope[slice] = withInstants(value);
  scope.now = now;
  if (route !== null) scope.route = { path: route.path, params: route.params, search: route.search, state: route.state };
  return Object.assign(scope, more);
}
