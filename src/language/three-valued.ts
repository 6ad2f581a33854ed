/**
 * Exports three-valued evaluation of conditions: unknown (null) where the condition depends on something that is not known.
 * The compiler uses it for forms, the engine for data that failed to load.
 */
import type { Json } from "./definition.js";
import { ITEMS, pathsRead, rootOf } from "./logic-reads.js";
import { operationOf } from "./operation.js";
import { CONDITION_OPERATORS } from "./operators.js";
import { type Scope, test } from "./predicate.js";
import type { Truth } from "./truth-values.js";

/** Whether the value at a path is known. */
export type Known = (path: string) => boolean;

/**
 * Evaluates a condition with three values. Paths for which `known` returns false are unknown; by default a path is known
 * when the scope has its first name, except inside the items of a list.
 */
export function evaluateThreeValued(
  logic: Json,
  scope: Scope,
  known: Known = (path) => !path.includes(ITEMS) && Object.hasOwn(scope, rootOf(path)),
): Truth {
  if (typeof logic === "boolean") return logic;
  const operation = operationOf(logic);
  if (operation === null) return null;
  const evaluate = CONDITION_OPERATORS.get(operation.operator)?.threeValued ?? "strict";
  if (evaluate !== "strict") return evaluate(operation.operands.map((operand) => evaluateThreeValued(operand, scope, known)));
  return readsOf(logic as object).every(known) ? test(logic, scope) : null;
}

/** By the node of a condition, which never changes: the runtime evaluates the same ones again and again. */
const reads = new WeakMap<object, readonly string[]>();

function readsOf(logic: object): readonly string[] {
  const found = reads.get(logic) ?? pathsRead(logic);
  reads.set(logic, found);
  return found;
}
