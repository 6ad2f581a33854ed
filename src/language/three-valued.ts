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
  return typeof logic === "object" && logic !== null ? evaluationOf(logic)(scope, known) : truthOf(logic);
}

type Evaluation = (scope: Scope, known: Known) => Truth;

const truthOf = (constant: Json): Truth => (typeof constant === "boolean" ? constant : null);

/** By the node of a condition, which never changes: the runtime evaluates the same ones again and again. */
const evaluations = new WeakMap<object, Evaluation>();

function evaluationOf(logic: Json & object): Evaluation {
  const made = evaluations.get(logic) ?? compiled(logic);
  evaluations.set(logic, made);
  return made;
}

function compiled(logic: Json & object): Evaluation {
  const operation = operationOf(logic);
  if (operation === null) return () => null;
  const { operator, operands } = operation;
  const combine = CONDITION_OPERATORS.get(operator)?.threeValued ?? "strict";
  if (combine !== "strict") return (scope, known) => combine(operands.map((operand) => evaluateThreeValued(operand, scope, known)));
  const reads = pathsRead(logic);
  return (scope, known) => (reads.every(known) ? test(logic, scope) : null);
}
