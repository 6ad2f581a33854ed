/** Exports the target of a `go`: a path of the flows with its parameters, search and route state. */
import type { BundleCore, CompiledAction } from "../language/bundle.js";
import type { Json, Value } from "../language/definition.js";
import { ForeignPath, WrongValue } from "../language/failures.js";
import type { Effect } from "../language/keywords.js";
import type { Scope } from "../language/predicate.js";
import { buildEach, evaluate } from "../language/predicate.js";
import type { Command } from "./events.js";
import { matchPath } from "./paths.js";

type Go = Extract<Command, { kind: "go" }>;

function text(value: Json, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new WrongValue(where, "a text or a number");
}

function filled(core: BundleCore, path: string, params: Readonly<Record<string, Value>>, scope: Scope): string {
  return path.replace(/:([A-Za-z_]\w*)/g, (_whole, name: string) =>
    encodeURIComponent(text(evaluate(params[name] ?? null, scope, core.formats), `The parameter ${name} of ${path}`)),
  );
}

/** The search of a target: what its path carries after `?`, and its `search`; null values are left out. */
function searchOf(core: BundleCore, written: string, search: Readonly<Record<string, Value>>, scope: Scope): string {
  const query = new URLSearchParams(written);
  for (const [key, value] of Object.entries(search)) {
    const part = evaluate(value, scope, core.formats);
    if (part !== null) query.set(key, text(part, `The search key ${key}`));
  }
  const result = query.toString();
  // A key without a value ("?confirm") reads as it was written.
  return result === "" ? "" : `?${result.replace(/=(?=&|$)/g, "")}`;
}

/** The target of an action that only navigates, which a link can show; null for any other. */
export function soleTarget(action: CompiledAction | undefined): NonNullable<Effect["go"]> | null {
  if (action === undefined || action.confirm !== undefined || action.call !== undefined) return null;
  const [effect, ...others] = action.then ?? [];
  if (effect?.go === undefined || others.length > 0 || Object.keys(effect).length > 1) return null;
  return effect.go;
}

/**
 * The address of a target, for a link; null where its path comes from a value that is not a path of the flows. The
 * control is a button then, and raising its action reports the failure.
 */
export function addressOf(core: BundleCore, go: NonNullable<Effect["go"]>, scope: Scope): string | null {
  if (typeof go !== "string" && typeof go.path !== "string" && pathFrom(core, go.path, scope) === null) return null;
  const { path, search } = target(core, go, scope);
  return path + search;
}

/**
 * The command of a `go`. A path that comes from a value (a link, route state) must be a path of the flows, so that it
 * never leaves the app. If it is not one, the second argument of its `var` replaces it.
 */
export function target(core: BundleCore, go: NonNullable<Effect["go"]>, scope: Scope): Go {
  if (typeof go === "string") return at(core, go, {}, {}, null, false, scope);
  const state = go.state === undefined ? null : buildEach(go.state, scope, core.formats);
  const path = typeof go.path === "string" ? go.path : dynamicPath(core, go.path, scope);
  return at(core, path, go.params ?? {}, go.search ?? {}, state, go.replace ?? false, scope);
}

function dynamicPath(core: BundleCore, read: { readonly var: Json }, scope: Scope): string {
  const path = pathFrom(core, read, scope);
  if (path === null) throw new ForeignPath(String(evaluate({ var: read.var }, scope)));
  return path;
}

/** The value or, if it is not a path of the flows, its replacement; null where neither is one. */
function pathFrom(core: BundleCore, read: { readonly var: Json }, scope: Scope): string | null {
  const value = evaluate({ var: read.var }, scope);
  const replacement: Json = Array.isArray(read.var) ? ((read.var as readonly Json[])[1] ?? null) : null;
  return [value, replacement].find((path): path is string => isPathOfFlows(core, path)) ?? null;
}

/** Whether a value is a path of the flows (with or without a search). */
export function isPathOfFlows(core: BundleCore, value: Json): value is string {
  return typeof value === "string" && matchPath(core, value.split("?", 1)[0] ?? "").known;
}

function at(
  core: BundleCore,
  written: string,
  params: Readonly<Record<string, Value>>,
  search: Readonly<Record<string, Value>>,
  state: Json,
  replace: boolean,
  scope: Scope,
): Go {
  const [pattern = "", ...query] = written.split("?");
  const path = filled(core, pattern, params, scope);
  if (!matchPath(core, path).known) throw new ForeignPath(path);
  return { kind: "go", path, search: searchOf(core, query.join("?"), search, scope), state, replace };
}
