/** What writing to the state makes of a set of states. */
import type { Json } from "../definition.js";
import type { Bdd } from "./bdd.js";
import { FALSE, TRUE } from "./bdd.js";
import type { Becomes } from "./outcomes.js";
import type { Space, Variable } from "./space.js";

/** A value that is written: one that is known, some of a kind, or anything. */
export type Written = { readonly value: Json } | { readonly some: "text" | "instant" | "record" | "anything" };

/** What an outcome's value is, given what the call was given. */
export function writtenBy(becomes: Becomes, variables: Readonly<Record<string, Json>>): Written {
  if (typeof becomes !== "object" || becomes === null) return { value: becomes };
  if ("any" in becomes) return { some: becomes.any === "list" ? "anything" : becomes.any };
  return constant(variables[becomes.variable]);
}

/** A value of the flows that is the same whatever the state is; anything else may be anything. */
export function constant(value: Json | undefined): Written {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null
    ? { value }
    : { some: "anything" };
}

function fits(space: Space, variable: Variable, written: Written): Bdd {
  const { diagrams } = space;
  if ("value" in written) return space.is(variable, space.classOf(variable, written.value));
  const indexes = [...variable.values.keys()].filter((index) => {
    const value = variable.values[index];
    if (written.some === "anything") return true;
    if (written.some === "text") return typeof value === "string" && value !== "";
    return value !== null;
  });
  return diagrams.any(indexes.map((index) => space.is(variable, index)));
}

function under(space: Space, path: string): ReadonlySet<number> {
  return space.levelsOf(`under ${path}`, ({ stands, name }) => stands !== "open" && (name === path || name.startsWith(`${path}.`)));
}

/** Objects above a path become there; where one was missing, its other parts may be anything. */
function withAbove(space: Space, set: Bdd, path: string): Bdd {
  const { diagrams } = space;
  const keys = path.split(".");
  let found = set;
  for (let end = 1; end < keys.length; end += 1) {
    const name = keys.slice(0, end).join(".");
    const variable = space.variable(name);
    if (variable === undefined) continue;
    const missing = space.is(variable, variable.values.indexOf(null));
    const made = diagrams.forget(diagrams.and(found, missing), under(space, name));
    found = diagrams.or(diagrams.minus(found, missing), diagrams.all([made, diagrams.not(missing)]));
  }
  return found;
}

/** The states after a path was written; each of the values is possible. Items that are written to may be anything after. */
export function assigned(space: Space, set: Bdd, path: string, values: readonly Written[]): Bdd {
  const { diagrams } = space;
  const [list, item] = path.split("[]");
  if (list !== undefined && item !== undefined) return assigned(space, set, list, [{ some: "anything" }]);
  if (set === FALSE) return FALSE;
  const levels = space.levelsOf(
    `written ${path}`,
    ({ stands, name }) => stands !== "open" && (name === path || name.startsWith(`${path}.`) || membersOf(space, name, path)),
  );
  const above = withAbove(space, set, path);
  if (levels.size === 0) return diagrams.and(above, space.valid);
  const variable = space.variable(path);
  const now = variable === undefined ? wholes(space, path, values) : diagrams.any(values.map((written) => fits(space, variable, written)));
  return diagrams.all([diagrams.forget(above, levels), now, space.valid]);
}

/** An object or a list whose parts are told apart, written as a whole: empty at its initial value, else anything. */
function wholes(space: Space, path: string, values: readonly Written[]): Bdd {
  const empty = values.every((written) => "value" in written && (written.value === null || written.value === "initial"));
  if (!empty) return TRUE;
  const parts = space.variables.filter((variable) => variable.name.startsWith(`${path}.`));
  return space.diagrams.all(parts.map((variable) => space.is(variable, 0)));
}

/** Whether a membership variable speaks of the path, or of a part of it. */
function membersOf(space: Space, name: string, path: string): boolean {
  const membership = space.members.get(name);
  const concerns = (other: string): boolean => other === path || other.startsWith(`${path}.`);
  return membership !== undefined && (concerns(membership.member) || concerns(membership.list));
}

/** Slices set back: everything under them at its first class, which is the initial one. */
export function resetTo(space: Space, set: Bdd, slices: (slice: string) => boolean): Bdd {
  const { diagrams } = space;
  const concerned = space.variables.filter((variable) => variable.stands !== "open" && slices(space.sliceOf(variable)));
  const levels = space.levelsOf(`reset ${concerned.map(({ name }) => name).join()}`, (variable) => concerned.includes(variable));
  return diagrams.all([diagrams.forget(set, levels), ...concerned.map((variable) => space.is(variable, 0)), space.valid]);
}
