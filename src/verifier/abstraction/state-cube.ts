/** Exports the cube of a concrete state (the class of every variable), for the replay. */
import type { DepositorState, Resolution } from "../../engine/events.js";
import { scopeOf } from "../../engine/scope.js";
import type { Json } from "../../language/definition.js";
import { evaluate, test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ListAbstraction } from "./lists.js";
import { NOW } from "./state-classes.js";
import type { StateSpace } from "./state-space.js";

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

/** The index of the class of an item: the class whose predicates, and no others, hold for it; -1 where there is none. */
function itemClassOf(space: StateSpace, { itemClasses }: ListAbstraction, item: Json): number {
  const scope = item as { readonly [name: string]: Json };
  const predicates = new Set(itemClasses.flatMap(({ satisfied }) => [...satisfied]));
  const holding = new Set([...predicates].filter((predicate) => holdsIn(space, predicate, scope)));
  return itemClasses.findIndex(({ satisfied }) => satisfied.size === holding.size && [...satisfied].every((text) => holding.has(text)));
}

/** The cube of a concrete state on a route; free inputs stay nondeterministic. */
export function cubeOf(space: StateSpace, state: DepositorState, route: Resolution["route"]): Bdd {
  const { bdd } = space;
  const scope = scopeOf(state, NOW, route);
  const itemClasses = new Map<string, boolean>();
  for (const list of space.lists.values()) {
    const rest = itemsAt(scope, list.path).slice(list.indexedItems);
    for (const item of rest) itemClasses.set(`${list.path}.+${itemClassOf(space, list, item)}`, true);
  }
  const bits = space.variables
    .filter(({ role }) => role !== "free")
    .map((variable) => {
      if (variable.role === "item-class") return space.hasClass(variable, itemClasses.get(variable.name) === true ? 1 : 0);
      if (variable.role === "membership") return space.hasClass(variable, holdsIn(space, variable.name, scope) ? 1 : 0);
      return space.hasClass(variable, space.classOf(variable, evaluate({ var: variable.name }, scope) ?? null));
    });
  return bits.reverse().reduce((all, one) => bdd.and(one, all));
}

/** Whether a cube and a set have a state in common. */
export function intersects(space: StateSpace, cube: Bdd, set: Bdd): boolean {
  return space.bdd.and(cube, set) !== FALSE;
}
