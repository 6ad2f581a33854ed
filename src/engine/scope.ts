/** Exports the scope in which predicates are evaluated: the state with its instants in one form, `now` and `route`. */
import type { Json } from "../language/definition.js";
import { WrongValue } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import type { DepositorState, Resolution } from "./events.js";

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** An instant in `Date.toISOString`'s form, in which the order of texts is the order of times; anything else as it is. */
function inOneForm(text: string): string {
  // The fifth character rules out most texts cheaply, before the whole pattern is tested.
  if (text.charCodeAt(4) !== 45 || !instantForm.test(text)) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

const normalised = new WeakMap<object, Json>();

/**
 * The value with its instants in one form. Lists are unchanged: their contents are read only in the scope of an
 * item, which has no other instant to compare with.
 */
function withInstants(value: Json): Json {
  if (typeof value === "string") return inOneForm(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known = normalised.get(value);
  if (known !== undefined) return known;
  const object = value as { readonly [key: string]: Json };
  let result: Record<string, Json> | null = null;
  for (const key of Object.keys(object)) {
    const part = object[key] ?? null;
    const next = withInstants(part);
    if (next === part) continue;
    result ??= { ...object };
    result[key] = next;
  }
  normalised.set(value, result ?? value);
  return result ?? value;
}

/** The instant of reading: what is passed, else the state's own `now`; milliseconds or any ISO form. The engine has no clock. */
export function instantOf(state: DepositorState, now: string | number | undefined): string {
  const given = now ?? state.now;
  const text = typeof given === "number" ? new Date(given).toISOString() : given;
  if (typeof text !== "string" || Number.isNaN(Date.parse(text))) throw new WrongValue("now", "an ISO 8601 instant or milliseconds");
  return new Date(Date.parse(text)).toISOString();
}

const bases = new WeakMap<DepositorState, Scope>();

/** The state's part of its scopes: one state is read on many routes. */
function baseOf(state: DepositorState): Scope {
  const known = bases.get(state);
  if (known !== undefined) return known;
  const base: Record<string, Json> = {};
  for (const slice of Object.keys(state)) base[slice] = withInstants(state[slice] ?? null);
  bases.set(state, base);
  return base;
}

/** The scope of a state at an instant, on a route, with further names (`data`, `failed`, `form`, `item`, `result`, `error`). */
export function scopeOf(state: DepositorState, now: string, route: Resolution["route"] | null, more: Scope = {}): Scope {
  const scope: Record<string, Json> = { ...baseOf(state), now };
  if (route !== null) scope.route = { path: route.path, params: route.params, search: route.search, state: route.state };
  return Object.assign(scope, more);
}
