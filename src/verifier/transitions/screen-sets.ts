/** Exports the sets of states that each screen admits or redirects, for transitions, the search and rules. */
import { gateOf } from "../../engine/admission.js";
import type { Hop } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import type { BundleCore, Origin, ScreenRoute } from "../../language/bundle.js";
import type { Json, Value } from "../../language/definition.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { constantValue } from "./assignments.js";

/** One redirect of a screen: its cause, its target, and the states that it redirects. */
export interface Redirect {
  readonly by: NonNullable<Hop["redirect"]>["by"];
  readonly name: string;
  readonly to: string;
  readonly target: ScreenRoute;
  readonly when: Bdd;
  readonly at: Origin;
}

export interface ScreenSets {
  readonly screen: ScreenRoute;
  readonly path: string;
  readonly admits: Bdd;
  readonly redirects: readonly Redirect[];
  /** States without any row; empty, since the compiler requires a last row without `when`. */
  readonly unmatched: Bdd;
}

/** A path of the screen with values for its parameters. */
export function samplePath(screen: ScreenRoute): string {
  const path = screen.paths.find((one) => one !== "*") ?? "/no-such-path";
  return path.replace(/:[A-Za-z_]\w*/g, "x");
}

/** Fixes `route.path` to the path of a screen. */
export function fixPath(space: StateSpace, set: Bdd, path: string): Bdd {
  return fixVariables(space, set, new Map([["route.path", path]]));
}

/** Fixes the route after a redirect: the path, no search, no route state. */
export function afterRedirect(space: StateSpace, set: Bdd, path: string): Bdd {
  return afterGo(space, set, path, {});
}

/** Fixes the route after a `go` with route state. A key whose value isn't constant keeps the states that are in the set for every value. */
export function afterGo(space: StateSpace, set: Bdd, path: string, state: Readonly<Record<string, Value>>): Bdd {
  const { bdd } = space;
  const values = new Map<string, Json>([["route.path", path]]);
  const open = new Set<number>();
  for (const variable of space.variables) {
    const { name } = variable;
    if (!name.startsWith("route.") || name === "route.path") continue;
    const value = constantValue(state[name.replace("route.state.", "")] ?? null);
    if (name === "route.search") values.set(name, "");
    else if ("value" in value) values.set(name, value.value);
    else for (const level of space.levelsOf(name, (one) => one === variable)) open.add(level);
  }
  const within = fixVariables(space, set, values);
  return open.size === 0 ? within : bdd.not(bdd.exists(bdd.not(within), open));
}

/** Routes of a path: `known` keys of the route state, `open` keys with any value ("" is the search), other keys null. */
export function routeCube(space: StateSpace, path: string, known: ReadonlyMap<string, Json>, open: ReadonlySet<string>): Bdd {
  const all: Bdd[] = [];
  for (const variable of space.variables) {
    if (!variable.name.startsWith("route.")) continue;
    const key = variable.name === "route.search" ? "" : variable.name.replace("route.state.", "");
    if (open.has(key)) continue;
    const value = variable.name === "route.path" ? path : key === "" ? "" : (known.get(key) ?? null);
    all.push(space.hasClass(variable, space.classOf(variable, value)));
  }
  return space.bdd.all(all);
}

/** The set with some variables fixed to the classes of values. */
function fixVariables(space: StateSpace, set: Bdd, values: ReadonlyMap<string, Json>): Bdd {
  const bits = new Map<number, boolean>();
  for (const [name, value] of values) {
    const variable = space.variable(name);
    if (variable === undefined) continue;
    const index = space.classOf(variable, value);
    for (let bit = 0; bit < variable.bits; bit += 1) bits.set(variable.base + bit, (index >> bit) % 2 === 1);
  }
  return bits.size === 0 ? set : space.bdd.restrict(set, bits);
}

function setsOfScreen(core: BundleCore, space: StateSpace, screen: ScreenRoute): ScreenSets {
  const { bdd } = space;
  const path = samplePath(screen);
  const redirects: Redirect[] = [];
  const redirect = (by: Redirect["by"], name: string, to: string, when: Bdd, at: Origin): void => {
    redirects.push({ by, name, to, target: matchPath(core, to).screen, when: fixPath(space, when, path), at });
  };
  let left: Bdd = TRUE;
  for (const name of screen.gates) {
    const gate = gateOf(core, name);
    const holds = space.holds(gate.when.logic);
    redirect("gate", name, gate.go, bdd.and(left, holds), gate.at);
    left = bdd.diff(left, holds);
  }
  const guard = space.holds(screen.guard.logic);
  const admits = fixPath(space, bdd.and(left, guard), path);
  left = bdd.diff(left, guard);
  const rows = [
    ...screen.fallback.map((row, index) => ({ row, by: "fallback" as const, name: `${screen.id}.fallback.${index}` })),
    ...core.fallback.map((row, index) => ({ row, by: "app" as const, name: `app.fallback.${index}` })),
  ];
  for (const { row, by, name } of rows) {
    const holds = row.when === undefined ? TRUE : space.holds(row.when.logic);
    redirect(by, name, row.go, bdd.and(left, holds), row.at);
    left = bdd.diff(left, holds);
  }
  return { screen, path, admits, redirects, unmatched: left === FALSE ? FALSE : fixPath(space, left, path) };
}

/** The sets of all screens, by id. */
export function screenSets(core: BundleCore, space: StateSpace): ReadonlyMap<string, ScreenSets> {
  return new Map(Object.values(core.screens).map((screen) => [screen.id, setsOfScreen(core, space, screen)]));
}

/** Every predicate of guards, gates, redirects and decisions: they determine the state classes of a comparison. */
export function routingLogic(core: BundleCore): readonly Json[] {
  const rows = [
    ...core.fallback,
    ...Object.values(core.screens).flatMap(({ fallback }) => fallback),
    ...Object.values(core.decisions).flatMap(({ rows: own, precondition }) => [
      ...own,
      ...(precondition === undefined ? [] : [{ when: precondition }]),
    ]),
  ];
  return [
    ...Object.values(core.screens).map(({ guard }) => guard.logic),
    ...Object.values(core.gates).map(({ when }) => when.logic),
    ...rows.flatMap(({ when }) => (when === undefined ? [] : [when.logic])),
  ];
}

/** The screen at a path; undefined for a path that no screen has. */
export function screenAt(core: BundleCore, screens: ReadonlyMap<string, ScreenSets>, path: string): ScreenSets | undefined {
  const match = matchPath(core, path);
  return match.known ? screens.get(match.screen.id) : undefined;
}
