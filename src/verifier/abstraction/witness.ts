/** Exports witnesses: the smallest concrete state of a set, with the fewest non-initial values, for findings and the search. */

import type { DepositorState, Location } from "../../engine/events.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import type { StaticType } from "../../language/static-types.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { isNullable, kindOf, type TypeOf } from "./path-types.js";
import { NOW } from "./state-classes.js";
import type { StateSpace, Variable } from "./state-space.js";

/** A state in the format of `flows resolve`, with the search and route state of its location. */
export interface Witness {
  readonly state: DepositorState;
  readonly location: Omit<Location, "pathname">;
}

interface Choice {
  readonly cost: number;
  readonly index: number;
  readonly next: Bdd;
}

/**
 * The class of each variable in a smallest state of a set: a shortest path from the root to TRUE, where a class other than
 * the first costs 1. Variables that the set doesn't depend on are absent and have their first class.
 */
export function smallestValuation(space: StateSpace, set: Bdd): ReadonlyMap<Variable, number> {
  const { bdd } = space;
  const best = new Map<Bdd, Choice>();
  const variableAt = (node: Bdd): Variable | undefined => space.variableOfLevel(bdd.level(node));
  const follow = (node: Bdd, variable: Variable, index: number): Bdd => {
    let at = node;
    for (let bit = 0; bit < variable.bits; bit += 1) {
      if (bdd.level(at) === variable.base + bit) at = (index >> bit) % 2 === 1 ? bdd.high(at) : bdd.low(at);
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
  const valuation = new Map<Variable, number>();
  let node = set;
  while (node > TRUE) {
    const variable = variableAt(node);
    const choice = best.get(node);
    if (variable === undefined || choice === undefined) break;
    valuation.set(variable, choice.index);
    node = choice.next;
  }
  return valuation;
}

/** A state or an input that is still being filled in (`setAt`); finished ones are read-only JSON. */
export type MutableObject = { [key: string]: Json | MutableObject };

/** Sets the value at a path and creates missing objects around it. */
export function setAt(root: MutableObject, path: string, value: Json): void {
  const keys = path.split(".");
  let node = root;
  for (const key of keys.slice(0, -1)) {
    const next = node[key];
    if (isObject(next)) node = next as MutableObject;
    else {
      const made: MutableObject = {};
      node[key] = made;
      node = made;
    }
  }
  const last = keys.at(-1) ?? "";
  const present = node[last];
  if (!isObject(value)) node[last] = value;
  // All states share the representative of a class, so an object is copied. An object that already has fields stays.
  else if (typeof present !== "object" || present === null) node[last] = { ...value };
}

/** A value for a required field that no predicate reads. */
export function arbitraryValue(type: StaticType | null): Json {
  if (type === null) return null;
  const kind = kindOf(type);
  if (kind === "boolean") return true;
  if (kind === "enum") return type.values?.find((value) => value !== null) ?? null;
  if (kind === "number") return 0;
  if (kind === "list") return [];
  return isNullable(type) ? null : kind === "object" ? {} : kind === "instant" ? NOW : "x";
}

/** Adds the required fields of an object. `chosenOf`: the value in the valuation; undefined for a path that no predicate reads. */
function fillRequired(root: MutableObject, path: string, typeOf: TypeOf, chosenOf: (path: string) => Json | undefined): void {
  const keys = path.split(".");
  let node: Json | MutableObject | undefined = root;
  for (const key of keys) node = isObject(node) ? (node as MutableObject)[key] : undefined;
  if (!isObject(node)) return;
  for (const field of typeOf(path)?.required ?? []) {
    if ((node as MutableObject)[field] !== undefined && (node as MutableObject)[field] !== null) continue;
    const type = typeOf(`${path}.${field}`);
    const valuation = chosenOf(`${path}.${field}`);
    // A null of the valuation stays null if the type allows it: another value would be in another class.
    (node as MutableObject)[field] =
      valuation === undefined || (valuation === null && !(type !== null && isNullable(type))) ? arbitraryValue(type) : valuation;
  }
}

/** The items of a list with variables, in the classes of a valuation; null for another path. */
export function listItems(space: StateSpace, path: string, valuation: ReadonlyMap<Variable, number>): readonly Json[] | null {
  const list = space.lists.get(path);
  if (list === undefined) return null;
  const value = (name: string): Json => {
    const variable = space.variable(name);
    return variable === undefined ? null : (variable.values[valuation.get(variable) ?? 0] ?? null);
  };
  const items: Json[] = [];
  for (let index = 0; index < list.indexedItems && value(`${path}.${index}`) !== null; index += 1) {
    const item: MutableObject = { uuid: `${path}-${index}` };
    for (const field of list.fields) {
      const part = value(`${path}.${index}.${field.name}`);
      if (part !== null) setAt(item, field.name, part);
    }
    items.push(item as Json);
  }
  for (const [index, { representative }] of list.itemClasses.entries()) {
    if (value(`${path}.+${index}`) !== true) continue;
    const item: MutableObject = { uuid: `${path}-class-${index}` };
    for (const [name, part] of representative) if (part !== null) setAt(item, name, part);
    items.push(item as Json);
  }
  return items;
}

/** The smallest state of a set, which must not be empty. */
export function witnessOf(space: StateSpace, set: Bdd, typeOf: TypeOf): Witness {
  const valuation = smallestValuation(space, space.bdd.and(set, space.valid));
  const root: MutableObject = {};
  const touched = new Set<string>();
  for (const variable of space.variables) {
    const index = valuation.get(variable) ?? 0;
    if (variable.role !== "path" || index === 0 || [...space.lists.keys()].some((list) => variable.name.startsWith(`${list}.`))) continue;
    setAt(root, variable.name, variable.values[index] ?? null);
    const keys = variable.name.split(".");
    for (let end = 1; end <= keys.length; end += 1) touched.add(keys.slice(0, end).join("."));
  }
  const chosenOf = (path: string): Json | undefined => {
    const variable = space.variable(path);
    return variable === undefined ? undefined : (variable.values[valuation.get(variable) ?? 0] ?? null);
  };
  for (const path of touched) fillRequired(root, path, typeOf, chosenOf);
  for (const list of space.lists.keys()) {
    const items = listItems(space, list, valuation);
    if (items !== null && items.length > 0) setAt(root, list, items as Json);
  }
  for (const [text, { member, list }] of space.memberships) {
    const variable = space.variable(text);
    const value = space.variable(member);
    if (variable === undefined || value === undefined || (valuation.get(variable) ?? 0) === 0) continue;
    setAt(root, list, [value.values[valuation.get(value) ?? 0] ?? null]);
  }
  const { route, ...state } = root;
  const given = (isObject(route) ? route : {}) as MutableObject;
  return {
    state: { ...(state as DepositorState), now: space.instantIn(valuation) },
    location: { search: typeof given.search === "string" ? given.search : "", state: (given.state ?? null) as Json },
  };
}
