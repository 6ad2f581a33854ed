/** Exports the sets of states that each screen admits or redirects, for transitions, the search and rules. */
import { gateOf, rowName } from "../../engine/admission.js";
import type { Hop } from "../../engine/events.js";
import { matchPath } from "../../engine/paths.js";
import type { BundleCore, Origin, ScreenRoute } from "../../language/bundle.js";
import type { Json, Value } from "../../language/definition.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { constantValue } from "./assignments.js";
import { type Relation, setRoute } from "./relations.js";

/** One redirect of a screen: its cause, its target, and the states that it redirects. */
export interface Redirect {
  readonly by: NonNullable<Hop["redirect"]>["by"];
  readonly name: string;
  readonly to: string;
  readonly target: ScreenRoute;
  readonly when: Bdd;
  readonly at: Origin;
}

/** The states of a depositor who opens a screen at a path: those that it admits, and those that each row redirects. */
export interface ScreenSets {
  readonly screen: ScreenRoute;
  /** The screen's id; for a further path that predicates distinguish, the id and the path. */
  readonly key: string;
  readonly path: string;
  readonly admits: Bdd;
  readonly redirects: readonly Redirect[];
  /** States without any row; empty, since the compiler requires a last row without `when`. */
  readonly unmatched: Bdd;
}

/** The paths of the screen with values for their parameters; for `*`, the path of no screen. */
export function samplePaths({ paths }: ScreenRoute): readonly [string, ...string[]] {
  const [first = "/no-such-path", ...others] = [...paths.filter((one) => one !== "*"), ...(paths.includes("*") ? ["/no-such-path"] : [])];
  const filled = (path: string): string => path.replace(/:[A-Za-z_]\w*/g, "x");
  return [filled(first), ...others.map(filled)];
}

/** The screens by key: with an entry for each path that predicates distinguish from the screen's other paths. */
export type Screens = ReadonlyMap<string, ScreenSets>;

/** The sets of a screen at each path that predicates distinguish. */
export function placesOf(screens: Screens, id: string): readonly ScreenSets[] {
  return [...screens.values()].filter(({ screen }) => screen.id === id);
}

/** The sets of each screen over all of its paths, for rules about what happens at none of them. */
export function overAllPaths({ bdd }: StateSpace, screens: Screens): readonly ScreenSets[] {
  const merged = new Map<string, ScreenSets>();
  for (const place of screens.values()) {
    const known = merged.get(place.screen.id);
    merged.set(
      place.screen.id,
      known === undefined
        ? place
        : {
            ...known,
            admits: bdd.or(known.admits, place.admits),
            redirects: known.redirects.map((one, index) => ({ ...one, when: bdd.or(one.when, place.redirects[index]?.when ?? FALSE) })),
          },
    );
  }
  return [...merged.values()];
}

/** The sets of a screen at one of its paths. */
export function placeAt(screens: Screens, { id }: ScreenRoute, path: string): ScreenSets | undefined {
  return screens.get(`${id} ${path}`) ?? screens.get(id);
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
  for (const variable of space.routeVariables()) {
    const { name } = variable;
    if (name === "route.path") continue;
    const value = isParameter(name) ? constantValue({}) : constantValue(state[name.replace("route.state.", "")] ?? null);
    if (name === "route.search") values.set(name, "");
    else if ("value" in value) values.set(name, value.value);
    else for (const level of space.levelsOf(name, (one) => one === variable)) open.add(level);
  }
  const within = fixVariables(space, set, values);
  return open.size === 0 ? within : bdd.not(bdd.exists(bdd.not(within), open));
}

/** Whether a variable is a parameter of the path, which may have any value. */
function isParameter(name: string): boolean {
  return name.startsWith("route.params.");
}

/** Routes of a path: `known` keys of the route state, `open` keys with any value ("" is the search), other keys null. */
export function routeCube(space: StateSpace, path: string, known: ReadonlyMap<string, Json>, open: ReadonlySet<string>): Bdd {
  const all: Bdd[] = [];
  for (const variable of space.routeVariables()) {
    if (isParameter(variable.name)) continue;
    const key = variable.name === "route.search" ? "" : variable.name.replace("route.state.", "");
    if (open.has(key)) continue;
    const value = variable.name === "route.path" ? path : key === "" ? "" : (known.get(key) ?? null);
    all.push(space.hasClass(variable, space.classOf(variable, value)));
  }
  return space.bdd.all(all);
}

const redirectsTo = new WeakMap<StateSpace, Map<string, Relation>>();

/** The change of the route by a redirect: the path, no search, no route state. One relation for each path of a space. */
export function redirectTo(space: StateSpace, path: string): Relation {
  const all = redirectsTo.get(space) ?? new Map<string, Relation>();
  redirectsTo.set(space, all);
  const made = all.get(path) ?? setRoute(space, routeCube(space, path, new Map(), new Set()));
  all.set(path, made);
  return made;
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

function setsOfScreen(core: BundleCore, space: StateSpace, screen: ScreenRoute, path: string, key: string): ScreenSets {
  const { bdd } = space;
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
    ...screen.fallback.map((row) => ({ row, by: "fallback" as const, name: rowName(screen.id, row.key) })),
    ...core.fallback.map((row) => ({ row, by: "app" as const, name: rowName("app", row.key) })),
  ];
  for (const { row, by, name } of rows) {
    const holds = row.when === undefined ? TRUE : space.holds(row.when.logic);
    redirect(by, name, row.go, bdd.and(left, holds), row.at);
    left = bdd.diff(left, holds);
  }
  return { screen, key, path, admits, redirects, unmatched: left === FALSE ? FALSE : fixPath(space, left, path) };
}

/** The paths of a screen that predicates distinguish, each once. */
function distinctPaths(space: StateSpace, screen: ScreenRoute): readonly [string, ...string[]] {
  const [first, ...others] = samplePaths(screen);
  const variable = space.variable("route.path");
  if (variable === undefined) return [first];
  const seen = new Set([space.classOf(variable, first)]);
  return [first, ...others.filter((path) => !seen.has(space.classOf(variable, path)) && seen.add(space.classOf(variable, path)))];
}

/** The sets of all screens. */
export function screenSets(core: BundleCore, space: StateSpace): Screens {
  return new Map(
    Object.values(core.screens).flatMap((screen) =>
      distinctPaths(space, screen).map((path, index) => {
        const key = index === 0 ? screen.id : `${screen.id} ${path}`;
        return [key, setsOfScreen(core, space, screen, path, key)] as const;
      }),
    ),
  );
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
export function screenAt(core: BundleCore, screens: Screens, path: string): ScreenSets | undefined {
  const match = matchPath(core, path);
  return match.known ? placeAt(screens, match.screen, path) : undefined;
}
