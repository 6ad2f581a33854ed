/** The smallest state of a set: the one with the fewest parts that are not at their initial value. */

import type { DepositorState, Location } from "../../engine/events.js";
import type { Json } from "../../language/definition.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { PathType } from "./path-types.js";
import { NOW } from "./state-classes.js";
import type { Space, Variable } from "./state-space.js";

/** A state as `flows resolve` takes it, and the route state and search of a location that go with it. */
export interface Witness {
  readonly state: DepositorState;
  readonly location: Omit<Location, "pathname">;
}

interface Choice {
  readonly cost: number;
  readonly index: number;
  readonly next: Bdd;
}

/** The class of each variable in a cheapest state of a set; variables that don't matter are at their first class. */
export function cheapest(space: Space, set: Bdd): ReadonlyMap<Variable, number> {
  const { diagrams } = space;
  const ordered = [...space.variables].sort((a, b) => a.base - b.base).filter((variable) => variable.bits > 0);
  const best = new Map<Bdd, Choice>();
  const variableAt = (node: Bdd): Variable | undefined => ordered.find((variable) => diagrams.level(node) < variable.base + variable.bits);
  const follow = (node: Bdd, variable: Variable, index: number): Bdd => {
    let at = node;
    for (let bit = 0; bit < variable.bits; bit += 1) {
      if (diagrams.level(at) === variable.base + bit) at = (index >> bit) % 2 === 1 ? diagrams.high(at) : diagrams.low(at);
    }
    return at;
  };
  const solve = (node: Bdd): number => {
    if (node === FALSE) return Number.POSITIVE_INFINITY;
    if (node === TRUE) return 0;
    const known = best.get(node);
    if (known !== undefined) return known.cost;
    const variable = variableAt(node);
    if (variable === undefined) return 0;
    let found: Choice = { cost: Number.POSITIVE_INFINITY, index: 0, next: FALSE };
    for (const index of variable.values.keys()) {
      const next = follow(node, variable, index);
      const cost = solve(next) + (index === 0 ? 0 : 1);
      if (cost < found.cost) found = { cost, index, next };
    }
    best.set(node, found);
    return found.cost;
  };
  solve(set);
  const chosen = new Map<Variable, number>();
  let node = set;
  while (node > TRUE) {
    const variable = variableAt(node);
    const choice = best.get(node);
    if (variable === undefined || choice === undefined) break;
    chosen.set(variable, choice.index);
    node = choice.next;
  }
  return chosen;
}

export type Mutable = { [key: string]: Json | Mutable };

/** Puts a value at a path; objects missing on the way are made. */
export function put(root: Mutable, path: string, value: Json): void {
  const keys = path.split(".");
  let node = root;
  for (const key of keys.slice(0, -1)) {
    const next = node[key];
    if (typeof next === "object" && next !== null && !Array.isArray(next)) node = next as Mutable;
    else {
      const made: Mutable = {};
      node[key] = made;
      node = made;
    }
  }
  const last = keys.at(-1) ?? "";
  const present = node[last];
  if (typeof value !== "object" || value === null || Array.isArray(value)) node[last] = value;
  // A class's own value is shared by all states: parts are put into a copy. An object that has parts already stays.
  else if (typeof present !== "object" || present === null) node[last] = { ...value };
}

/** A value for a field that must be there and that no predicate reads. */
export function anyOf(type: PathType | null): Json {
  if (type === null) return null;
  if (type.kind === "boolean") return true;
  if (type.kind === "enum") return type.values[0] ?? null;
  if (type.kind === "number") return 0;
  if (type.kind === "list") return [];
  return type.nullable ? null : type.kind === "object" ? {} : type.kind === "instant" ? NOW : "x";
}

/** `chosenOf`: what the proof chose for a path that predicates read; undefined for one that none reads. */
function fillRequired(
  root: Mutable,
  path: string,
  typeOf: (path: string) => PathType | null,
  chosenOf: (path: string) => Json | undefined,
): void {
  const keys = path.split(".");
  let node: Json | Mutable | undefined = root;
  for (const key of keys) node = typeof node === "object" && node !== null && !Array.isArray(node) ? (node as Mutable)[key] : undefined;
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  for (const field of typeOf(path)?.required ?? []) {
    if ((node as Mutable)[field] !== undefined && (node as Mutable)[field] !== null) continue;
    const type = typeOf(`${path}.${field}`);
    const chosen = chosenOf(`${path}.${field}`);
    // Null that was chosen stays null where it may be: another value would be another depositor.
    (node as Mutable)[field] = chosen === undefined || (chosen === null && type?.nullable !== true) ? anyOf(type) : chosen;
  }
}

/** The items of a list that is told apart, of the classes chosen; null for another path. */
export function itemsOf(space: Space, path: string, chosen: ReadonlyMap<Variable, number>): readonly Json[] | null {
  const shape = space.lists.get(path);
  if (shape === undefined) return null;
  const value = (name: string): Json => {
    const variable = space.variable(name);
    return variable === undefined ? null : (variable.values[chosen.get(variable) ?? 0] ?? null);
  };
  const items: Json[] = [];
  for (let place = 0; place < shape.places && value(`${path}.${place}`) !== null; place += 1) {
    const item: Mutable = { uuid: `${path}-${place}` };
    for (const field of shape.fields) {
      const part = value(`${path}.${place}.${field.name}`);
      if (part !== null) put(item, field.name, part);
    }
    items.push(item as Json);
  }
  for (const [index, kind] of shape.kinds.entries()) {
    if (value(`${path}.+${index}`) !== true) continue;
    const item: Mutable = { uuid: `${path}-kind-${index}` };
    for (const [name, part] of kind.item) if (part !== null) put(item, name, part);
    items.push(item as Json);
  }
  return items;
}

/** The smallest state of a set, which must not be empty. */
export function witnessOf(space: Space, set: Bdd, typeOf: (path: string) => PathType | null): Witness {
  const chosen = cheapest(space, space.diagrams.and(set, space.valid));
  const root: Mutable = {};
  const touched = new Set<string>();
  for (const variable of space.variables) {
    const index = chosen.get(variable) ?? 0;
    if (variable.stands !== "path" || index === 0 || [...space.lists.keys()].some((list) => variable.name.startsWith(`${list}.`))) continue;
    put(root, variable.name, variable.values[index] ?? null);
    const keys = variable.name.split(".");
    for (let end = 1; end <= keys.length; end += 1) touched.add(keys.slice(0, end).join("."));
  }
  const chosenOf = (path: string): Json | undefined => {
    const variable = space.variable(path);
    return variable === undefined ? undefined : (variable.values[chosen.get(variable) ?? 0] ?? null);
  };
  for (const path of touched) fillRequired(root, path, typeOf, chosenOf);
  for (const list of space.lists.keys()) {
    const items = itemsOf(space, list, chosen);
    if (items !== null && items.length > 0) put(root, list, items as Json);
  }
  for (const [text, { member, list }] of space.members) {
    const variable = space.variable(text);
    const value = space.variable(member);
    if (variable === undefined || value === undefined || (chosen.get(variable) ?? 0) === 0) continue;
    put(root, list, [value.values[chosen.get(value) ?? 0] ?? null]);
  }
  const { route, ...state } = root;
  const given = (typeof route === "object" && route !== null && !Array.isArray(route) ? route : {}) as Mutable;
  return {
    state: { ...(state as DepositorState), now: NOW },
    location: { search: typeof given.search === "string" ? given.search : "", state: (given.state ?? null) as Json },
  };
}
