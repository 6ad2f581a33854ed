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

function isInItemClass(list: ListAbstraction, item: Json, satisfied: ReadonlySet<string>): boolean {
  const predicates = new Set(list.itemClasses.flatMap((itemClass) => [...itemClass.satisfied]));
  const scope = item as { readonly [name: string]: Json };
  return [...predicates].every((text) => test(JSON.parse(text) as Json, scope) === satisfied.has(text));
}

/** The cube of a concrete state on a route; free inputs stay nondeterministic. */
export function cubeOf(space: StateSpace, state: DepositorState, route: Resolution["route"]): Bdd {
  const { bdd } = space;
  const scope = scopeOf(state, NOW, route);
  const itemClasses = new Map<string, boolean>();
  for (const list of space.lists.values()) {
    const rest = itemsAt(scope, list.path).slice(list.indexedItems);
    for (const [index, { satisfied }] of list.itemClasses.entries())
      itemClasses.set(
        `${list.path}.+${index}`,
        rest.some((item) => isInItemClass(list, item, satisfied)),
      );
  }
  const bits = space.variables
    .filter(({ role }) => role !== "free")
    .map((variable) => {
      if (variable.role === "item-class") return space.hasClass(variable, itemClasses.get(variable.name) === true ? 1 : 0);
      if (variable.role === "membership") return space.hasClass(variable, test(JSON.parse(variable.name) as Json, scope) ? 1 : 0);
      return space.hasClass(variable, space.classOf(variable, evaluate({ var: variable.name }, scope) ?? null));
    });
  return bits.reverse().reduce((all, one) => bdd.and(one, all));
}

/** Whether a cube and a set have a state in common. */
export function intersects(space: StateSpace, cube: Bdd, set: Bdd): boolean {
  return space.bdd.and(cube, set) !== FALSE;
}
