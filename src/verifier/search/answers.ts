/** Exports the fields of a bank answer after which the state is in a set, for the replay. */
import type { DepositorState } from "../../engine/events.js";
import type { Json } from "../../language/definition.js";
import { rootOf } from "../../language/logic-reads.js";
import type { Becomes, GoodAnswer } from "../../language/outcomes.js";
import { NOW } from "../abstraction/state-classes.js";
import type { StateSpace, Variable } from "../abstraction/state-space.js";
import type { MutableObject } from "../abstraction/witness.js";
import { arbitraryValue, listItems, setAt, smallestValuation } from "../abstraction/witness.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";

/** A value for a field that no predicate reads. */
function unobservableValue(becomes: Becomes | undefined, variables: { readonly [name: string]: Json }): Json {
  if (typeof becomes !== "object" || becomes === null) return becomes ?? null;
  if ("variable" in becomes) return variables[becomes.variable] ?? null;
  return { text: "x", instant: NOW, list: [{ uuid: "x" }], record: {} }[becomes.any] as Json;
}

/** An object with the representatives of its fields' classes. */
function objectOfClasses(space: StateSpace, path: string, classValue: (variable: Variable) => Json): MutableObject {
  const made: MutableObject = {};
  for (const field of space.typeOf(path)?.required ?? []) setAt(made, field, arbitraryValue(space.typeOf(`${path}.${field}`)));
  for (const variable of space.variables) {
    if (variable.role !== "path" || !variable.name.startsWith(`${path}.`)) continue;
    const value = classValue(variable);
    // A null field that isn't nullable means that its object is null.
    if (value !== null || space.isNullable(variable.name) === true) setAt(made, variable.name.slice(path.length + 1), value);
  }
  return made;
}

/** The wanted states whose lists have as many classes of items as possible: a later step may need an item of any class. */
function withItemsOfEachClass(space: StateSpace, wanted: Bdd, lists: readonly string[]): Bdd {
  const classes = space.variables.filter(({ role, name }) => role === "item-class" && lists.some((list) => name.startsWith(`${list}.+`)));
  return classes.reduce((states: Bdd, variable) => {
    const more = space.bdd.and(states, space.hasClass(variable, 1));
    return more === FALSE ? states : more;
  }, wanted);
}

/** The fields of an answer after which the state is in `wanted`. `variables`: the variables of the call. */
export function answerFields(
  space: StateSpace,
  wanted: Bdd,
  answer: GoodAnswer,
  state: DepositorState,
  variables: { readonly [name: string]: Json },
): { readonly [field: string]: Json } {
  const lists = Object.keys(answer.becomes).filter((path) => space.kindOf(path) === "list");
  const valuation = smallestValuation(space, withItemsOfEachClass(space, wanted, lists));
  const classValue = (variable: Variable): Json => variable.values[valuation.get(variable) ?? 0] ?? null;
  const fields: MutableObject = {};
  for (const [path, values] of Object.entries(answer.becomes)) {
    const slice = rootOf(path);
    const variable = space.variable(path);
    const [first] = values;
    if (lists.includes(path)) setAt(fields, path, listItems(space, path, valuation) ?? unobservableValue(first, variables));
    else if (lists.some((list) => path.startsWith(`${list}.`))) continue;
    else if (typeof first === "object" && first !== null && "variable" in first) setAt(fields, path, variables[first.variable] ?? null);
    else if (space.kindOf(path) === "object")
      setAt(
        fields,
        path,
        variable !== undefined && classValue(variable) === null ? null : (objectOfClasses(space, path, classValue) as Json),
      );
    else setAt(fields, path, variable === undefined ? unobservableValue(first, variables) : classValue(variable));
    // An answer creates a null object as a whole.
    if (path !== slice && state[slice] === null) {
      const whole = objectOfClasses(space, slice, classValue);
      for (const [key, value] of Object.entries(whole))
        if ((fields[slice] as MutableObject)[key] === undefined) (fields[slice] as MutableObject)[key] = value;
    }
  }
  return fields as { readonly [field: string]: Json };
}
