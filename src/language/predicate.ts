/** Exports the evaluation of conditions and values: json-logic with the operators of the table and no other. */

import jsonLogic from "json-logic-js";
import type { CompiledPredicate } from "./bundle.js";
import { type Condition, compileCondition, compileValue, truthy } from "./compiled-logic.js";
import type { Json, Value } from "./definition.js";
import { LogicInData, UnknownOperator } from "./failures.js";
import type { Formats } from "./formats.js";
import { formatsInUse, setFormats } from "./formats-in-use.js";
import { isLogic } from "./operation.js";
import { CONDITION_OPERATORS, type OperatorDefinition, TEXT_OPERATORS } from "./operators.js";

/**
 * The data that predicates and values read: the state's slices, `now`, `route`, and `data`, `failed`, `pending`,
 * `form`, `item`, `result`, `error` where they exist.
 */
export type Scope = { readonly [name: string]: Json };

/**
 * The scope with further names. V8 copies an object to an empty one at once; names that are added to such a copy one by one, as a
 * spread adds them, take ten times as long.
 */
export const withNames = (scope: Scope, ...names: readonly Scope[]): Scope => Object.assign({}, scope, ...names);

for (const [name, { evaluate }] of TEXT_OPERATORS)
  if (evaluate !== "json-logic") jsonLogic.add_operation(name, (...operands: readonly unknown[]) => evaluate(operands, formatsInUse));

export type { Condition };
export { truthy };

const isReference = (node: Json): node is Json & object => typeof node === "object" && node !== null;

const knownPredicates = new WeakSet<object>();
const knownValues = new WeakSet<object>();

function assertOperators(node: Json, allowed: ReadonlyMap<string, OperatorDefinition>, known: WeakSet<object>): void {
  if (typeof node !== "object" || node === null || known.has(node)) return;
  if (Array.isArray(node)) {
    for (const part of node as readonly Json[]) assertOperators(part, allowed, known);
  } else if (isLogic(node)) {
    for (const [operator, argument] of Object.entries(node)) {
      if (!allowed.has(operator)) throw new UnknownOperator(operator);
      assertOperators(argument, allowed, known);
    }
  } else if (Object.values(node).some((part) => typeof part === "object" && part !== null)) {
    throw new LogicInData(Object.keys(node));
  }
  known.add(node);
}

const conditions = new WeakMap<object, Condition>();

/** The evaluation of plain json-logic as a condition, with its operators checked. */
function checkedCondition(logic: Json): Condition {
  const known = isReference(logic) ? conditions.get(logic) : undefined;
  if (known !== undefined) return known;
  assertOperators(logic, CONDITION_OPERATORS, knownPredicates);
  const condition = compileCondition(logic);
  if (isReference(logic)) conditions.set(logic, condition);
  return condition;
}

/** Whether plain json-logic holds. Throws {@link UnknownOperator} for an operator that conditions do not have, at any depth. */
export function test(logic: Json, scope: Scope): boolean {
  return checkedCondition(logic)(scope);
}

const ALWAYS: Condition = () => true;

/** The evaluation of a compiled predicate, for callers that keep it; without a predicate, always true. */
export function conditionOf(predicate: CompiledPredicate | undefined): Condition {
  return predicate === undefined ? ALWAYS : checkedCondition(predicate.logic);
}

/** Whether a compiled predicate holds; without a predicate, true. */
export function holds(predicate: CompiledPredicate | undefined, scope: Scope): boolean {
  return predicate === undefined || test(predicate.logic, scope);
}

/** The value of json-logic; any other value is returned unchanged. Without formats, a formatting operator throws `FormatsMissing`. */
export function evaluate(value: Value, scope: Scope, formats: Formats | null = null): Json {
  assertOperators(value, TEXT_OPERATORS, knownValues);
  setFormats(formats);
  return compileValue(value)(scope);
}

/** The values of a map whose keys the language does not read as operators: variables, route state, the paths of `set`. */
export function buildEach(
  templates: Readonly<Record<string, Value>>,
  scope: Scope,
  formats: Formats | null = null,
): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(templates).map(([key, template]) => [key, build(template, scope, formats)]));
}

/**
 * The value of a template: as {@link evaluate}, but an object that is not logic (any number of keys, none of them alone
 * an operator) is built field by field: `{"input": {"basic": {"var": "form"}}}`.
 */
export function build(template: Value, scope: Scope, formats: Formats | null = null): Json {
  if (typeof template !== "object" || template === null) return template;
  if (Array.isArray(template)) return (template as readonly Json[]).map((part) => build(part, scope, formats));
  const entries = Object.entries(template);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && TEXT_OPERATORS.has(only[0])) return evaluate(template, scope, formats);
  return Object.fromEntries(entries.map(([key, part]) => [key, build(part, scope, formats)]));
}
