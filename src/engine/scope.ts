/** Exports the scope in which predicates are evaluated: the state with its instants in one form, `now` and `route`. */
import type { Json } from "../language/definition.js";
import { WrongValue } from "../language/failures.js";
import { type Scope, withNames } from "../language/predicate.js";
import type { DepositorState, Resolution } from "./events.js";

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** An instant in `Date.toISOString`'s form, in which texts sort like times; any other value is unchanged. */
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

/** The last instant, as it was given and in its one form: the screens of a state are resolved at the same instant again and again. */
let last: { readonly given: Json; readonly instant: string } | null = null;

/** The instant of the evaluation: the given one, else the state's own `now`; milliseconds or any ISO form. The engine has no clock. */
export function instantOf(state: DepositorState, now?: string | number): string {
  const given = now ?? state.now ?? null;
  if (last !== null && (given === last.given || given === last.instant)) return last.instant;
  const text = typeof given === "number" ? new Date(given).toISOString() : given;
  if (typeof text !== "string" || Number.isNaN(Date.parse(text))) throw new WrongValue("now", "an ISO 8601 instant or milliseconds");
  last = { given, instant: new Date(Date.parse(text)).toISOString() };
  return last.instant;
}

const bases = new WeakMap<DepositorState, Scope>();

/** The state's part of its scopes: one state is read on many routes. */
function baseOf(state: DepositorState): Scope {
  const known = bases.get(state);
  if (known !== undefined) return known;
  let base: Record<string, Json> | null = null;
  for (const slice of Object.keys(state)) {
    const value = state[slice] ?? null;
    const next = withInstants(value);
    if (next === state[slice]) continue;
    // A copy keeps the properties fast to read; V8 makes an object to which many keys are added one by one a hash table.
    base ??= { ...state };
    base[slice] = next;
  }
  bases.set(state, base ?? state);
  return base ?? state;
}

type Route = Resolution["route"];
type RoutedScope = Record<string, Json>;

const routedScopes = new WeakMap<DepositorState, RoutedScope>();

/**
 * The scope of a state at an instant, for readers that evaluate at once and keep nothing: `onRoute` changes its route. A
 * resolution evaluates on up to ten routes, and a copy of the state for each of them took most of its time.
 */
export function routedScope(state: DepositorState, now: string): Scope {
  const known = routedScopes.get(state);
  const scope: RoutedScope = known ?? (withNames(baseOf(state), { now, route: null }) as RoutedScope);
  if (known === undefined) routedScopes.set(state, scope);
  scope.now = now;
  return scope;
}

/** The scope of {@link routedScope}, now on this route. */
export function onRoute(scope: Scope, route: Route): Scope {
  (scope as RoutedScope).route = route as unknown as Json;
  return scope;
}

/** The scope of a state at an instant, on a route, with further names (`data`, `failed`, `form`, `item`, `result`, `error`). */
export function scopeOf(state: DepositorState, now: string, route: Route | null, more: Scope = {}): Scope {
  const names: Record<string, Json> = { now };
  if (route !== null) names.route = { path: route.path, params: route.params, search: route.search, state: route.state };
  return withNames(baseOf(state), names, more);
}
