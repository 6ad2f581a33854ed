/** Screens over the space: whom each admits, and whom it sends where. */
import { gateOf } from "../../engine/admission.js";
import type { Hop } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import type { BundleCore, Origin, ScreenRoute } from "../../language/bundle.js";
import type { Json, Value } from "../../language/definition.js";
import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { constant } from "./assignments.js";

/** One way on from a screen: who goes, where to, by what. */
export interface Sending {
  readonly by: NonNullable<Hop["ended"]>["by"];
  readonly name: string;
  readonly to: string;
  readonly target: ScreenRoute;
  readonly when: Bdd;
  readonly at: Origin;
}

export interface ScreenSpace {
  readonly screen: ScreenRoute;
  readonly path: string;
  readonly admits: Bdd;
  readonly sendings: readonly Sending[];
  /** Whom no row takes; the compiler asks for a last row without `when`, so nobody. */
  readonly lost: Bdd;
}

/** A path that can be asked for: parameters filled in. */
export function askable(screen: ScreenRoute): string {
  const path = screen.paths.find((one) => one !== "*") ?? "/no-such-path";
  return path.replace(/:[A-Za-z_]\w*/g, "x");
}

/** Fixes what the path of a screen says: `route.path`, and parameters that are there. */
export function onPath(space: Space, set: Bdd, path: string): Bdd {
  return fixed(space, set, new Map([["route.path", path]]));
}

/** Fixes the route as it is after a redirect: nothing but the path. */
export function afterRedirect(space: Space, set: Bdd, path: string): Bdd {
  return afterGo(space, set, path, {});
}

/** Fixes the route as it is after a `go` with route state: of a key whose value is not constant, what is in the set for every value. */
export function afterGo(space: Space, set: Bdd, path: string, state: Readonly<Record<string, Value>>): Bdd {
  const { diagrams } = space;
  const values = new Map<string, Json>([["route.path", path]]);
  const open = new Set<number>();
  for (const variable of space.variables) {
    const { name } = variable;
    if (!name.startsWith("route.") || name === "route.path") continue;
    const written = constant(state[name.replace("route.state.", "")] ?? null);
    if (name === "route.search") values.set(name, "");
    else if ("value" in written) values.set(name, written.value);
    else for (const level of space.levelsOf(name, (one) => one === variable)) open.add(level);
  }
  const within = fixed(space, set, values);
  return open.size === 0 ? within : diagrams.not(diagrams.forget(diagrams.not(within), open));
}

/** Routes of a path: route state keys that are known, keys that may be anything ("" stands for the search), the rest empty. */
export function fixedRoute(space: Space, path: string, known: ReadonlyMap<string, Json>, open: ReadonlySet<string>): Bdd {
  const all: Bdd[] = [];
  for (const variable of space.variables) {
    if (!variable.name.startsWith("route.")) continue;
    const key = variable.name === "route.search" ? "" : variable.name.replace("route.state.", "");
    if (open.has(key)) continue;
    const value = variable.name === "route.path" ? path : key === "" ? "" : (known.get(key) ?? null);
    all.push(space.is(variable, space.classOf(variable, value)));
  }
  return space.diagrams.all(all);
}

/** The class of a value: the one that every atom of the variable answers alike. */
function fixed(space: Space, set: Bdd, values: ReadonlyMap<string, Json>): Bdd {
  const bits = new Map<number, boolean>();
  for (const [name, value] of values) {
    const variable = space.variable(name);
    if (variable === undefined) continue;
    const index = space.classOf(variable, value);
    for (let bit = 0; bit < variable.bits; bit += 1) bits.set(variable.base + bit, (index >> bit) % 2 === 1);
  }
  return bits.size === 0 ? set : space.diagrams.restrict(set, bits);
}

function screenSpace(core: BundleCore, space: Space, screen: ScreenRoute): ScreenSpace {
  const { diagrams } = space;
  const path = askable(screen);
  const sendings: Sending[] = [];
  const send = (by: Sending["by"], name: string, to: string, when: Bdd, at: Origin): void => {
    sendings.push({ by, name, to, target: matchPath(core, to).screen, when: onPath(space, when, path), at });
  };
  let left: Bdd = TRUE;
  for (const name of screen.gates) {
    const gate = gateOf(core, name);
    const holds = space.holds(gate.when.logic);
    send("gate", name, gate.go, diagrams.and(left, holds), gate.at);
    left = diagrams.minus(left, holds);
  }
  const guard = space.holds(screen.guard.logic);
  const admits = onPath(space, diagrams.and(left, guard), path);
  left = diagrams.minus(left, guard);
  const rows = [
    ...screen.otherwise.map((row, index) => ({ row, by: "otherwise" as const, name: `${screen.id}.otherwise.${index}` })),
    ...core.otherwise.map((row, index) => ({ row, by: "app" as const, name: `app.otherwise.${index}` })),
  ];
  for (const { row, by, name } of rows) {
    const holds = row.when === undefined ? TRUE : space.holds(row.when.logic);
    send(by, name, row.go, diagrams.and(left, holds), row.at);
    left = diagrams.minus(left, holds);
  }
  return { screen, path, admits, sendings, lost: left === FALSE ? FALSE : onPath(space, left, path) };
}

/** All screens of the core, by id. */
export function screenSpaces(core: BundleCore, space: Space): ReadonlyMap<string, ScreenSpace> {
  return new Map(Object.values(core.screens).map((screen) => [screen.id, screenSpace(core, space, screen)]));
}

/** Every predicate that routing asks: they decide what must be told apart. */
export function routingLogic(core: BundleCore): readonly Json[] {
  const rows = [
    ...core.otherwise,
    ...Object.values(core.screens).flatMap(({ otherwise }) => otherwise),
    ...Object.values(core.decisions).flatMap(({ rows: own, given }) => [...own, ...(given === undefined ? [] : [{ when: given }])]),
  ];
  return [
    ...Object.values(core.screens).map(({ guard }) => guard.logic),
    ...Object.values(core.gates).map(({ when }) => when.logic),
    ...rows.flatMap(({ when }) => (when === undefined ? [] : [when.logic])),
  ];
}
