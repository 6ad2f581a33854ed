/** One state as the space has it: the class of every variable. */

import type { DepositorState, Resolution } from "../../engine/events.js";
import { scopeOf } from "../../engine/scope.js";
import type { Json } from "../../language/definition.js";
import { evaluate, test } from "../../language/predicate.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ListShape } from "./lists.js";
import { NOW } from "./state-classes.js";
import type { Space } from "./state-space.js";

function itemsAt(scope: { readonly [name: string]: Json }, path: string): readonly Json[] {
  const value = evaluate({ var: path }, scope);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isOfKind(shape: ListShape, item: Json, yes: ReadonlySet<string>): boolean {
  const asked = new Set(shape.kinds.flatMap((kind) => [...kind.yes]));
  const scope = item as { readonly [name: string]: Json };
  return [...asked].every((text) => test(JSON.parse(text) as Json, scope) === yes.has(text));
}

/** The states of the space that a state on a route is: one, but for what is read beyond the state. */
export function cubeOf(space: Space, state: DepositorState, route: Resolution["route"]): Bdd {
  const { diagrams } = space;
  const scope = scopeOf(state, NOW, route);
  const kinds = new Map<string, boolean>();
  for (const shape of space.lists.values()) {
    const beyond = itemsAt(scope, shape.path).slice(shape.places);
    for (const [index, { yes }] of shape.kinds.entries())
      kinds.set(
        `${shape.path}.+${index}`,
        beyond.some((item) => isOfKind(shape, item, yes)),
      );
  }
  const bits = space.variables
    .filter(({ stands }) => stands !== "open")
    .map((variable) => {
      if (variable.stands === "kind") return space.is(variable, kinds.get(variable.name) === true ? 1 : 0);
      if (variable.stands === "member") return space.is(variable, test(JSON.parse(variable.name) as Json, scope) ? 1 : 0);
      return space.is(variable, space.classOf(variable, evaluate({ var: variable.name }, scope) ?? null));
    });
  return bits.reverse().reduce((all, one) => diagrams.and(one, all));
}

/** Whether a state lies in a set. */
export function lies(space: Space, cube: Bdd, set: Bdd): boolean {
  return space.diagrams.and(cube, set) !== FALSE;
}
