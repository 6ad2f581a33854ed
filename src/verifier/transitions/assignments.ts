/** What writing to the state makes of a set of states. */
import type { Json } from "../../language/definition.js";
import type { Becomes } from "../../language/outcomes.js";
import type { Space, Variable } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { Operation } from "./relations.js";

/** A value that is written: one that is known, some of a kind, or anything. */
export type Written = { readonly value: Json } | { readonly some: "text" | "instant" | "record" | "anything" };

/** What an outcome's value may be, given what the call was given. */
export function writtenBy(becomes: Becomes, variables: Readonly<Record<string, Json>>): readonly Written[] {
  if (typeof becomes !== "object" || becomes === null) return [{ value: becomes }];
  if ("any" in becomes) return [{ some: becomes.any === "list" ? "anything" : becomes.any }];
  return possibleValues(variables[becomes.variable]);
}

/** What a value of the flows may be: each of the constants that an `if` chooses from; a failure has words; else anything. */
export function possibleValues(value: Json | undefined): readonly Written[] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const { if: chosen, var: read } = value as { readonly if?: Json; readonly var?: Json };
    if (Array.isArray(chosen)) {
      const args = chosen as readonly Json[];
      const last = args.length % 2 === 1 ? args[args.length - 1] : null;
      return [...args.filter((_one, index) => index % 2 === 1), ...(last === undefined ? [] : [last])].flatMap(possibleValues);
    }
    if (read === "error.message") return [{ some: "text" }];
  }
  return [constant(value)];
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

/** What stands above a path and may be missing, the outermost first: its variable, and where it is missing. */
function above(space: Space, path: string): readonly { readonly name: string; readonly missing: Bdd }[] {
  const keys = path.split(".").slice(0, -1);
  return keys.flatMap((_key, index) => {
    const name = keys.slice(0, index + 1).join(".");
    const variable = space.variable(name);
    return variable === undefined ? [] : [{ name, missing: space.is(variable, variable.values.indexOf(null)) }];
  });
}

/** The bits that a write to the path may change, and what they are after it. */
function writing(space: Space, path: string, values: readonly Written[]): { readonly levels: ReadonlySet<number>; readonly now: Bdd } {
  const { diagrams } = space;
  const levels = space.levelsOf(
    `written ${path}`,
    ({ stands, name }) => stands !== "open" && (name === path || name.startsWith(`${path}.`) || membersOf(space, name, path)),
  );
  if (levels.size === 0) return { levels, now: TRUE };
  const variable = space.variable(path);
  return {
    levels,
    now: variable === undefined ? wholes(space, path, values) : diagrams.any(values.map((written) => fits(space, variable, written))),
  };
}

/** Items that are written to may be anything after. */
function wholeList(path: string): string | null {
  const [list, item] = path.split("[]");
  return list !== undefined && item !== undefined ? list : null;
}

/** A path is written; each of the values is possible. Objects above it become there; where one was missing, its other parts may be anything. */
export function written(space: Space, path: string, values: readonly Written[]): Operation {
  const list = wholeList(path);
  if (list !== null) return written(space, list, [{ some: "anything" }]);
  const { diagrams, valid } = space;
  const objects = above(space, path);
  const { levels, now } = writing(space, path, values);
  const fixed = diagrams.and(now, valid);
  return {
    after: (set) => {
      if (set === FALSE) return FALSE;
      let found = set;
      for (const { name, missing } of objects) {
        const made = diagrams.forget(diagrams.and(found, missing), under(space, name));
        found = diagrams.or(diagrams.minus(found, missing), diagrams.minus(made, missing));
      }
      return diagrams.and(diagrams.forget(found, levels), fixed);
    },
    before: (set) => {
      let found = diagrams.forget(diagrams.and(set, fixed), levels);
      for (const { name, missing } of [...objects].reverse()) {
        const there = diagrams.minus(found, missing);
        found = diagrams.or(there, diagrams.and(missing, diagrams.forget(there, under(space, name))));
      }
      return diagrams.and(found, valid);
    },
  };
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
export function resetTo(space: Space, slices: (slice: string) => boolean): Operation {
  const { diagrams } = space;
  const concerned = space.variables.filter((variable) => variable.stands !== "open" && slices(space.sliceOf(variable)));
  const levels = space.levelsOf(`reset ${concerned.map(({ name }) => name).join()}`, (variable) => concerned.includes(variable));
  const fixed = diagrams.all([...concerned.map((variable) => space.is(variable, 0)), space.valid]);
  return {
    after: (set) => diagrams.and(diagrams.forget(set, levels), fixed),
    before: (set) => diagrams.and(diagrams.forget(diagrams.and(set, fixed), levels), space.valid),
  };
}
