/** A predicate of what is typed into a form: true, false, or not known where it asks for more than the form. */
import type { Json } from "../language/definition.js";
import { isLogic, type Scope, test } from "../language/predicate.js";

export type Truth = boolean | null;

export function kleene(logic: Json, scope: Scope): Truth {
  if (typeof logic === "boolean") return logic;
  if (!isLogic(logic)) return null;
  const [operator = "", written = null] = Object.entries(logic)[0] ?? [];
  const operands: readonly Json[] = Array.isArray(written) ? (written as readonly Json[]) : [written];
  const [first = null] = operands;
  switch (operator) {
    case "and":
      return all(operands.map((operand) => kleene(operand, scope)));
    case "or":
      return any(operands.map((operand) => kleene(operand, scope)));
    case "!": {
      const truth = kleene(first, scope);
      return truth === null ? null : !truth;
    }
    case "!!":
      return kleene(first, scope);
    default:
      return known(logic, scope) ? test(logic, scope) : null;
  }
}

export function all(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(null) ? null : true;
}

export function any(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(null) ? null : false;
}

/** Whether the scope holds everything that is read. */
function known(logic: Json, scope: Scope): boolean {
  return pathsIn(logic).every((path) => (path.split(".")[0] ?? "") in scope);
}

/** Every path that is read. */
export function pathsIn(logic: Json): readonly string[] {
  if (Array.isArray(logic)) return (logic as readonly Json[]).flatMap(pathsIn);
  if (!isLogic(logic)) return [];
  const [operator = "", operand = null] = Object.entries(logic)[0] ?? [];
  const only: Json = Array.isArray(operand) ? ((operand as readonly Json[])[0] ?? null) : operand;
  if (operator === "var") return [typeof only === "string" ? only : ""];
  return pathsIn(operand);
}

/** Every text, figure and truth that a logic holds something against. */
export function literalsIn(logic: Json): readonly Json[] {
  if (Array.isArray(logic)) return (logic as readonly Json[]).flatMap(literalsIn);
  if (!isLogic(logic)) return [logic];
  const [operator = "", operand = null] = Object.entries(logic)[0] ?? [];
  return operator === "var" ? [] : literalsIn(operand);
}
