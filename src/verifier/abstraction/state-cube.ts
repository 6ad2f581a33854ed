/** Exports the bits of a concrete state (the class of every variable), for the replay. */
import type { DepositorState, Resolution } from "../../engine/events.js";
import { scopeOf } from "../../engine/scope.js";
import type { Json } from "../../language/definition.js";
import { evaluate, test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { TRUE } from "../bdd/diagrams.js";
import { Unanalysable } from "./atoms.js";
import type { ListAbstraction } from "./lists.js";
import { NOW } from "./state-classes.js";
import type { StateSpace, Variable } from "./state-space.js";

/** The value of each bit, by level: 0, 1, or FREE for the bits of free inputs, which a state does not determine. */
export type StateBits = Uint8Array;

const FREE = 2;

function itemsAt(scope: { readonly [name: string]: Json }, path: string): readonly Json[] {
  const value = evaluate({ var: path }, scope);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Predicates of variables, parsed once: a replay evaluates them for every state. */
const parsed = new WeakMap<StateSpace, Map<string, Json>>();

function holdsIn(space: StateSpace, predicate: string, scope: { readonly [name: string]: Json }): boolean {
  const known = parsed.get(space) ?? new Map<string, Json>();
  parsed.set(space, known);
  const logic = known.get(predicate) ?? (JSON.parse(predicate) as Json);
  known.set(predicate, logic);
  return test(logic, scope);
}

/** Classes of items by list: states share most of their items. */
const itemClassIndexes = new WeakMap<ListAbstraction, WeakMap<object, number>>();

/** The index of the class of an item: the class whose predicates, and no others, hold for it. */
function itemClassOf(space: StateSpace, list: ListAbstraction, item: Json): number {
  const all = itemClassIndexes.get(list) ?? new WeakMap<object, number>();
  itemClassIndexes.set(list, all);
  const known = typeof item === "object" && item !== null ? all.get(item) : undefined;
  if (known !== undefined) return known;
  const scope = item as { readonly [name: string]: Json };
  const predicates = new Set(list.itemClasses.flatMap(({ satisfied }) => [...satisfied]));
  const holding = new Set([...predicates].filter((predicate) => holdsIn(space, predicate, scope)));
  const index = list.itemClasses.findIndex(
    ({ satisfied }) => satisfied.size === holding.size && [...satisfied].every((text) => holding.has(text)),
  );
  if (index < 0) throw new Unanalysable(item, `no class of the items of ${list.path} contains it`);
  if (typeof item === "object" && item !== null) all.set(item, index);
  return index;
}

/** The keys of the paths of variables, split once. */
const keysOf = new WeakMap<Variable, readonly string[]>();

/** The value at the path of a variable, as `var` of json-logic reads it. */
function valueAt(scope: { readonly [name: string]: Json }, variable: Variable): Json {
  const keys = keysOf.get(variable) ?? variable.name.split(".");
  keysOf.set(variable, keys);
  let value: Json | undefined = scope;
  for (const key of keys) {
    if (value === null || value === undefined) return null;
    value = (value as { readonly [name: string]: Json })[key];
  }
  return value ?? null;
}

/** The bits of a concrete state on a route. */
export function bitsOf(space: StateSpace, state: DepositorState, route: Resolution["route"]): StateBits {
  const scope = scopeOf(state, NOW, route);
  const itemClasses = new Set<string>();
  for (const list of space.lists.values()) {
    for (const item of itemsAt(scope, list.path).slice(list.indexedItems))
      itemClasses.add(`${list.path}.+${itemClassOf(space, list, item)}`);
  }
  const classOf = (variable: Variable): number => {
    if (variable.role === "item-class") return itemClasses.has(variable.name) ? 1 : 0;
    if (variable.role === "membership") return holdsIn(space, variable.name, scope) ? 1 : 0;
    return space.classOf(variable, valueAt(scope, variable));
  };
  const bits = new Uint8Array(space.levels).fill(FREE);
  for (const variable of space.variables) {
    if (variable.role === "free") continue;
    const index = classOf(variable);
    for (let bit = 0; bit < variable.bits; bit += 1) bits[variable.base + bit] = (index >> bit) % 2;
  }
  return bits;
}

/** The set of the states with these bits. */
export function cubeOf({ bdd }: StateSpace, bits: StateBits): Bdd {
  let cube: Bdd = TRUE;
  for (let level = bits.length - 1; level >= 0; level -= 1) {
    if (bits[level] === FREE) continue;
    const one = bdd.variable(level);
    cube = bdd.and(bits[level] === 1 ? one : bdd.not(one), cube);
  }
  return cube;
}

/** Whether a set has a state with these bits; follows the diagram of the set, and creates no nodes. */
export function intersects({ bdd }: StateSpace, bits: StateBits, set: Bdd): boolean {
  const refused = new Set<Bdd>();
  const walk = (from: Bdd): boolean => {
    let node = from;
    while (node > TRUE) {
      const bit = bits[bdd.level(node)];
      if (bit === FREE) {
        if (refused.has(node)) return false;
        if (walk(bdd.low(node)) || walk(bdd.high(node))) return true;
        refused.add(node);
        return false;
      }
      node = bit === 1 ? bdd.high(node) : bdd.low(node);
    }
    return node === TRUE;
  };
  return walk(set);
}
