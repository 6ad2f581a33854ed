/** What the bank answers, field by field, so that the state becomes one of a set. */

import type { DepositorState } from "../../engine/events.js";
import type { Json } from "../../language/definition.js";
import type { Becomes, GoodAnswer } from "../../language/outcomes.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Space, Variable } from "../abstraction/state-space.js";
import type { Mutable } from "../abstraction/witness.js";
import { anyOf, cheapest, itemsOf, put } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";

/** A value that no predicate tells from others of its kind. */
function untold(becomes: Becomes | undefined, variables: { readonly [name: string]: Json }): Json {
  if (typeof becomes !== "object" || becomes === null) return becomes ?? null;
  if ("variable" in becomes) return variables[becomes.variable] ?? null;
  return { text: "x", instant: NOW, list: [{ uuid: "x" }], record: {} }[becomes.any] as Json;
}

/** An object whose parts are told apart, each part with its class's value. */
function record(space: Space, path: string, classValue: (variable: Variable) => Json): Mutable {
  const made: Mutable = {};
  for (const field of space.typeOf(path)?.required ?? []) put(made, field, anyOf(space.typeOf(`${path}.${field}`)));
  for (const variable of space.variables) {
    if (variable.stands !== "path" || !variable.name.startsWith(`${path}.`)) continue;
    const value = classValue(variable);
    // What is null may be the whole of what is above.
    if (value !== null || space.typeOf(variable.name)?.nullable === true) put(made, variable.name.slice(path.length + 1), value);
  }
  return made;
}

/** The fields of an answer after which the state lies in `wanted`. `variables`: what the call was given. */
export function answerFields(
  space: Space,
  wanted: Bdd,
  answer: GoodAnswer,
  state: DepositorState,
  variables: { readonly [name: string]: Json },
): { readonly [field: string]: Json } {
  const chosen = cheapest(space, wanted);
  const classValue = (variable: Variable): Json => variable.values[chosen.get(variable) ?? 0] ?? null;
  const fields: Mutable = {};
  const paths = Object.keys(answer.becomes);
  const lists = paths.filter((path) => space.typeOf(path)?.kind === "list");
  for (const [path, values] of Object.entries(answer.becomes)) {
    const [slice = ""] = path.split(".");
    const variable = space.variable(path);
    const [first] = values;
    if (lists.includes(path)) put(fields, path, itemsOf(space, path, chosen) ?? untold(first, variables));
    else if (lists.some((list) => path.startsWith(`${list}.`))) continue;
    else if (typeof first === "object" && first !== null && "variable" in first) put(fields, path, variables[first.variable] ?? null);
    else if (space.typeOf(path)?.kind === "object")
      put(fields, path, variable !== undefined && classValue(variable) === null ? null : (record(space, path, classValue) as Json));
    else put(fields, path, variable === undefined ? untold(first, variables) : classValue(variable));
    // An object that was missing comes as a whole.
    if (path !== slice && state[slice] === null) {
      const whole = record(space, slice, classValue);
      for (const [key, value] of Object.entries(whole))
        if ((fields[slice] as Mutable)[key] === undefined) (fields[slice] as Mutable)[key] = value;
    }
  }
  return fields as { readonly [field: string]: Json };
}
