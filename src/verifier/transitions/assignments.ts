/** Exports assignments to the state as relations, for effects and answers of the bank. */

import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import type { Becomes } from "../../language/outcomes.js";
import type { StateSpace, Variable } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { Relation } from "./relations.js";

/** An assigned value: a known value, any value of a type, or any value. */
export type AssignedValue = { readonly value: Json } | { readonly some: "text" | "instant" | "record" | "anything" };

/** The possible values of an answer's `becomes` entry; `variables` are the variables of the call. */
export function valuesOfAnswer(becomes: Becomes, variables: Readonly<Record<string, Json>>): readonly AssignedValue[] {
  if (typeof becomes !== "object" || becomes === null) return [{ value: becomes }];
  if ("any" in becomes) return [{ some: becomes.any === "list" ? "anything" : becomes.any }];
  return possibleValues(variables[becomes.variable]);
}

/** The possible values of an expression: the constant branches of an `if`, some text for `error.message`, else any value. */
export function possibleValues(value: Json | undefined): readonly AssignedValue[] {
  if (isObject(value)) {
    const { if: chosen, var: read } = value as { readonly if?: Json; readonly var?: Json };
    if (Array.isArray(chosen)) {
      const args = chosen as readonly Json[];
      const last = args.length % 2 === 1 ? args[args.length - 1] : null;
      return [...args.filter((_one, index) => index % 2 === 1), ...(last === undefined ? [] : [last])].flatMap(possibleValues);
    }
    if (read === "error.message") return [{ some: "text" }];
  }
  return [constantValue(value)];
}

/** The value of a constant; any value for an expression. */
export function constantValue(value: Json | undefined): AssignedValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null
    ? { value }
    : { some: "anything" };
}

function classesOf(space: StateSpace, variable: Variable, value: AssignedValue): Bdd {
  const { bdd } = space;
  if ("value" in value) return space.hasClass(variable, space.classOf(variable, value.value));
  const indexes = [...variable.values.keys()].filter((index) => {
    const representative = variable.values[index];
    if (value.some === "anything") return true;
    if (value.some === "text") return typeof representative === "string" && representative !== "";
    return representative !== null;
  });
  return bdd.any(indexes.map((index) => space.hasClass(variable, index)));
}

function levelsUnder(space: StateSpace, path: string): ReadonlySet<number> {
  return space.levelsOf(`under ${path}`, ({ role, name }) => role !== "free" && (name === path || name.startsWith(`${path}.`)));
}

/** The nullable objects that contain a path, outermost first: the name of the variable, and the states where the object is null. */
function enclosingObjects(space: StateSpace, path: string): readonly { readonly name: string; readonly missing: Bdd }[] {
  const keys = path.split(".").slice(0, -1);
  return keys.flatMap((_key, index) => {
    const name = keys.slice(0, index + 1).join(".");
    const variable = space.variable(name);
    return variable === undefined ? [] : [{ name, missing: space.hasClass(variable, variable.values.indexOf(null)) }];
  });
}

/** The bits that an assignment to the path may change, and their values after it. */
function assignedLevels(
  space: StateSpace,
  path: string,
  values: readonly AssignedValue[],
): { readonly levels: ReadonlySet<number>; readonly assigned: Bdd } {
  const { bdd } = space;
  const levels = space.levelsOf(
    `assigned ${path}`,
    ({ role, name }) => role !== "free" && (name === path || name.startsWith(`${path}.`) || isMembershipOf(space, name, path)),
  );
  if (levels.size === 0) return { levels, assigned: TRUE };
  const variable = space.variable(path);
  return {
    levels,
    assigned: variable === undefined ? wholeValue(space, path, values) : bdd.any(values.map((value) => classesOf(space, variable, value))),
  };
}

/** The list of a path into its items (`list[].field`), whose abstraction an assignment to items loses; null for another path. */
function listOfItems(path: string): string | null {
  const [list, item] = path.split("[]");
  return list !== undefined && item !== undefined ? list : null;
}

/** Assigns one of the values to a path. Null objects around it become objects, whose other fields are then nondeterministic. */
export function assignment(space: StateSpace, path: string, values: readonly AssignedValue[]): Relation {
  const list = listOfItems(path);
  if (list !== null) return assignment(space, list, [{ some: "anything" }]);
  const { bdd, valid } = space;
  const enclosing = enclosingObjects(space, path);
  const { levels, assigned } = assignedLevels(space, path, values);
  const fixed = bdd.and(assigned, valid);
  return {
    image: (set) => {
      if (set === FALSE) return FALSE;
      let found = set;
      for (const { name, missing } of enclosing) {
        const made = bdd.andExists(found, missing, levelsUnder(space, name));
        found = bdd.or(bdd.diff(found, missing), bdd.diff(made, missing));
      }
      return bdd.and(bdd.exists(found, levels), fixed);
    },
    preimage: (set) => {
      let found = bdd.andExists(set, fixed, levels);
      for (const { name, missing } of [...enclosing].reverse()) {
        const there = bdd.diff(found, missing);
        found = bdd.or(there, bdd.and(missing, bdd.exists(there, levelsUnder(space, name))));
      }
      return bdd.and(found, valid);
    },
  };
}

/** The parts of an object or a list that is assigned as a whole: empty for its initial value, else nondeterministic. */
function wholeValue(space: StateSpace, path: string, values: readonly AssignedValue[]): Bdd {
  const empty = values.every((value) => "value" in value && (value.value === null || value.value === "initial"));
  if (!empty) return TRUE;
  const parts = space.variables.filter((variable) => variable.name.startsWith(`${path}.`));
  return space.bdd.all(parts.map((variable) => space.hasClass(variable, 0)));
}

/** Whether a membership variable reads the path or a part of it. */
function isMembershipOf(space: StateSpace, name: string, path: string): boolean {
  const membership = space.memberships.get(name);
  const reads = (other: string): boolean => other === path || other.startsWith(`${path}.`);
  return membership !== undefined && (reads(membership.member) || reads(membership.list));
}

/** Resets slices to their initial value, the first class of every variable. */
export function resetSlices(space: StateSpace, slices: (slice: string) => boolean): Relation {
  const { bdd } = space;
  const variables = space.variables.filter((variable) => variable.role !== "free" && slices(space.sliceOf(variable)));
  const levels = space.levelsOf(`reset ${variables.map(({ name }) => name).join()}`, (variable) => variables.includes(variable));
  const fixed = bdd.all([...variables.map((variable) => space.hasClass(variable, 0)), space.valid]);
  return {
    image: (set) => bdd.and(bdd.exists(set, levels), fixed),
    preimage: (set) => bdd.and(bdd.andExists(set, fixed, levels), space.valid),
  };
}
