/** Exports the reader of json-logic's structure: the operator, the operands, and how each of them is read. */

import type { Json } from "./definition.js";
import { isObject } from "./json.js";
import { type Reads, readingOf, TEXT_OPERATORS } from "./operators.js";

/** An operator by its name and its operands; json-logic takes a single operand without a list. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly Json[];
}

/** json-logic-js takes an object with exactly one key as logic and any other as data. */
export function isLogic(node: Json): node is { readonly [operator: string]: Json } {
  return isObject(node) && Object.keys(node).length === 1;
}

/** The operands of an operator: a single one becomes a list. */
function asList(operand: Json): readonly Json[] {
  return Array.isArray(operand) ? (operand as readonly Json[]) : [operand];
}

/** The operation of a node; null for a constant, a list or the name of a predicate. */
export function operationOf(node: Json): Operation | null {
  if (!isLogic(node)) return null;
  const [operator = "", operand = null] = Object.entries(node)[0] ?? [];
  return { operator, operands: asList(operand) };
}

/** The path that `{"var": path}` reads, also with a default; null for any other node. */
export function variablePath(node: Json): string | null {
  const operation = operationOf(node);
  const [path = null] = operation?.operands ?? [];
  return operation?.operator === "var" && typeof path === "string" ? path : null;
}

/** As {@link variablePath}; null for a `var` with a default, whose value may be another. */
export function plainPath(node: Json): string | null {
  return operationOf(node)?.operands.length === 1 ? variablePath(node) : null;
}

/** An operand and how it is read. */
export interface Operand {
  readonly node: Json;
  readonly reads: Exclude<Reads, "same">;
}

/** The operands of an operation of the table, given how the whole is read; none for an unknown operator. */
export function operandsOf({ operator, operands }: Operation, whole: "predicate" | "value"): readonly Operand[] {
  const definition = TEXT_OPERATORS.get(operator);
  if (definition === undefined) return [];
  return operands.map((node, index) => ({ node, reads: readingOf(definition, index, operands.length, whole) }));
}

/** The operands of a connective, which are conditions themselves, unlike the operands of a comparison. */
export function conditionsIn(node: Json): readonly Json[] {
  const operation = operationOf(node);
  return operation === null
    ? []
    : operandsOf(operation, "predicate").flatMap((operand) => (operand.reads === "predicate" ? [operand.node] : []));
}

/** The names of predicates that a condition reads itself (not those that these read in turn). */
export function namesIn(condition: Json): readonly string[] {
  return typeof condition === "string" ? [condition] : conditionsIn(condition).flatMap(namesIn);
}
