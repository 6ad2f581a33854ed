/**
 * Exports three-valued evaluation of predicates (Kleene's strong logic of indeterminacy, 1952): true, false, or unknown (null)
 * where the predicate reads something that is not known. The compiler uses it for forms, the engine for data that failed to load.
 */
import type { Json } from "./definition.js";
import { isLogic, type Scope, test } from "./predicate.js";

/** True, false, or null for unknown. */
export type Truth = boolean | null;

/** Whether the value at a path is known. */
export type Known = (path: string) => boolean;

/**
 * Evaluates a predicate with three values. Paths for which `known` returns false are unknown; by default a path is known
 * when the scope has its first name.
 */
export function evaluateThreeValued(
  logic: Json,
  scope: Scope,
  known: Known = (path) => Object.hasOwn(scope, path.split(".")[0] ?? ""),
): Truth {
  if (typeof logic === "boolean") return logic;
  if (!isLogic(logic)) return null;
  const [operator = "", written = null] = Object.entries(logic)[0] ?? [];
  const operands: readonly Json[] = Array.isArray(written) ? (written as readonly Json[]) : [written];
  const [first = null] = operands;
  switch (operator) {
    case "and":
      return allOf(operands.map((operand) => evaluateThreeValued(operand, scope, known)));
    case "or":
      return anyOf(operands.map((operand) => evaluateThreeValued(operand, scope, known)));
    case "!": {
      const truth = evaluateThreeValued(first, scope, known);
      return truth === null ? null : !truth;
    }
    case "!!":
      return evaluateThreeValued(first, scope, known);
    default:
      return pathsIn(logic).every(known) ? test(logic, scope) : null;
  }
}

/** Three-valued conjunction. */
export function allOf(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(null) ? null : true;
}

/** Three-valued disjunction. */
export function anyOf(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(null) ? null : false;
}

/** Every path that a `var` of the logic reads. */
export function pathsIn(logic: Json): readonly string[] {
  if (Array.isArray(logic)) return (logic as readonly Json[]).flatMap(pathsIn);
  if (!isLogic(logic)) return [];
  const [operator = "", operand = null] = Object.entries(logic)[0] ?? [];
  const only: Json = Array.isArray(operand) ? ((operand as readonly Json[])[0] ?? null) : operand;
  if (operator === "var") return [typeof only === "string" ? only : ""];
  return pathsIn(operand);
}

/** Every constant that the logic contains. */
export function literalsIn(logic: Json): readonly Json[] {
  if (Array.isArray(logic)) return (logic as readonly Json[]).flatMap(literalsIn);
  if (!isLogic(logic)) return [logic];
  const [operator = "", operand = null] = Object.entries(logic)[0] ?? [];
  return operator === "var" ? [] : literalsIn(operand);
}
