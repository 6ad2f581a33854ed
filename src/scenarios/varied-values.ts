/** Exports variants of a state or an answer that conditions distinguish, for `flows coverage --write`. */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** A value that a condition compares a variable with. */
interface Compared {
  readonly path: string;
  readonly value: Json;
}

/** The comparisons of variables with constants in any logic, and the other truth of variables that are read alone. */
function comparisonsIn(logic: unknown): readonly Compared[] {
  const found = new Map<string, Compared>();
  const add = (path: string, value: Json): void => void found.set(`${path} ${JSON.stringify(value)}`, { path, value });
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) {
      for (const inner of part) visit(inner);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    for (const [operator, operands] of Object.entries(part)) {
      if (["===", "!==", ">", ">=", "<", "<="].includes(operator) && Array.isArray(operands)) compared(operands);
      if (operator === "in" && Array.isArray(operands)) listed(operands);
      if (operator === "var" && typeof operands === "string") for (const value of [true, false, null]) add(operands, value);
      visit(operands);
    }
  };
  const variableOf = (part: unknown): string | null =>
    typeof part === "object" && part !== null && "var" in part && typeof part.var === "string" ? part.var : null;
  const compared = (operands: readonly unknown[]): void => {
    for (const [one, other] of [operands, [...operands].reverse()]) {
      const path = variableOf(one);
      if (path === null || (typeof other === "object" && other !== null)) continue;
      add(path, other as Json);
      if (typeof other === "number") for (const value of [other - 1, other + 1]) add(path, value);
    }
  };
  const listed = ([one, list]: readonly unknown[]): void => {
    const path = variableOf(one);
    if (path !== null && Array.isArray(list)) for (const value of list as readonly Json[]) add(path, value);
  };
  visit(logic);
  return [...found.values()];
}

/** A copy with another value at a path that exists; null where it does not, or where the kind of value is another one. */
function withOther(data: Json, [name = "", ...rest]: readonly string[], value: Json): Json | null {
  if (Array.isArray(data)) {
    const [first = null, ...others] = data as readonly Json[];
    const steps = name === "0" ? rest : [name, ...rest];
    const changed = first === null || steps.length === 0 ? null : withOther(first, steps, value);
    return changed === null ? null : [changed, ...others];
  }
  if (!isObject(data) || !Object.hasOwn(data, name)) return null;
  const present = data[name] ?? null;
  if (rest.length > 0) {
    const inner = withOther(present, rest, value);
    return inner === null ? null : { ...data, [name]: inner };
  }
  const isOther = present !== value && (present === null || value === null || typeof present === typeof value);
  return isOther ? { ...data, [name]: value } : null;
}

/** Slices with one value that the logic distinguishes; a name without its slice is that of a list's items. */
export function variedSlices(logic: unknown, state: { readonly [slice: string]: Json }): readonly { readonly [slice: string]: Json }[] {
  const varied = new Map<string, { readonly [slice: string]: Json }>();
  const keep = (slice: string, value: Json | null): void => {
    if (value !== null) varied.set(`${slice} ${JSON.stringify(value)}`, { [slice]: value });
  };
  for (const { path, value } of comparisonsIn(logic)) {
    const [slice = "", ...rest] = path.split(".");
    if (rest.length > 0 && Object.hasOwn(state, slice)) keep(slice, withOther(state[slice] ?? null, rest, value));
    if (rest.length === 0 || slice === "item")
      for (const [name, list] of Object.entries(state))
        if (Array.isArray(list)) keep(name, withOther(list as Json, slice === "item" ? rest : [slice], value));
  }
  return [...varied.values()];
}

/** Answers with one value that the effects of an action distinguish. */
export function variedAnswers(effects: unknown, answer: Json): readonly Json[] {
  return comparisonsIn(effects).flatMap(({ path, value }) => {
    const [first = "", ...rest] = path.split(".");
    if (first !== "result" || rest.length === 0) return [];
    const varied = withOther(answer, rest, value);
    return varied === null ? [] : [varied];
  });
}
