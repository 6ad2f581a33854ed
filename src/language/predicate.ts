/** json-logic as the flows may use it: a closed list of operators, evaluated and judged true exactly as json-logic-js does. */

import type { RulesLogic } from "json-logic-js";
import jsonLogic from "json-logic-js";
import type { CompiledPredicate } from "./bundle.js";
import type { Json, Value } from "./definition.js";
import { LogicInData, UnknownOperator } from "./failures.js";
import { formatDate, formatDateTime, formatMoney, formatPercent } from "./formats.js";
import { areDistinct, sumOf } from "./lists.js";

/** What predicates and values read: the state's slices, `now`, `route`, and `data`, `failed`, `form`, `item`, `result`, `error` where they exist. */
export type Scope = { readonly [name: string]: Json };

/** Operators of predicates. */
export const PREDICATE_OPERATORS: ReadonlySet<string> = new Set([
  "var",
  "==",
  "===",
  "!=",
  "!==",
  "<",
  "<=",
  ">",
  ">=",
  "and",
  "or",
  "!",
  "!!",
  "if",
  "in",
  "some",
  "all",
  "none",
]);

/** What values may use on top. */
export const VALUE_OPERATORS: ReadonlySet<string> = new Set([
  ...PREDICATE_OPERATORS,
  "cat",
  "+",
  "-",
  "*",
  "filter",
  "map",
  "reduce",
  "missing",
  "merge",
  "min",
  "max",
  "substr",
  "sum",
  "count",
  "distinct",
  "entry",
  "ifPresent",
  "money",
  "date",
  "dateTime",
  "percent",
]);

/** Locale of the formatting operators during one (synchronous) evaluation: json-logic-js gives its operations no other way to it. */
let formattingLocale = "en-US";

jsonLogic.add_operation("money", (value: unknown) => formatMoney(value, formattingLocale));
jsonLogic.add_operation("date", (value: unknown) => formatDate(value, formattingLocale));
jsonLogic.add_operation("dateTime", (value: unknown) => formatDateTime(value, formattingLocale));
jsonLogic.add_operation("percent", (value: unknown) => formatPercent(value, formattingLocale));

jsonLogic.add_operation("sum", (list: unknown) => sumOf(Array.isArray(list) ? list : []));
jsonLogic.add_operation("count", (list: unknown) => (Array.isArray(list) ? list.length : 0));
jsonLogic.add_operation("distinct", (list: unknown) => areDistinct(Array.isArray(list) ? list : []));

/** The entry of a table (which the compiler put in the place of its name) for a key; null where there is none. */
jsonLogic.add_operation("entry", (table: Readonly<Record<string, Json>>, key: unknown) =>
  typeof key === "string" && Object.hasOwn(table, key) ? (table[key] ?? null) : null,
);

/** A value as text between two others (a separator, a unit); nothing where the value is null or the empty text. */
jsonLogic.add_operation("ifPresent", (value: Json | undefined, before: Json = "", after: Json = "") =>
  value === null || value === undefined || value === "" ? "" : [before, value, after].map((part) => String(part ?? "")).join(""),
);

const knownPredicates = new WeakSet<object>();
const knownValues = new WeakSet<object>();

/** json-logic-js takes an object with exactly one key as logic and any other as data. */
export function isLogic(node: Json): node is { readonly [operator: string]: Json } {
  return typeof node === "object" && node !== null && !Array.isArray(node) && Object.keys(node).length === 1;
}

function assertOperators(node: Json, allowed: ReadonlySet<string>, known: WeakSet<object>): void {
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

function apply(logic: Json, scope: Scope): Json {
  // json-logic-js's own types leave out the operators that were added; what it evaluates is JSON either way.
  return jsonLogic.apply(logic as RulesLogic, scope) as Json;
}

/** json-logic-js's truth: an empty list is false as well. */
export function truthy(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Whether plain json-logic holds. Throws {@link UnknownOperator} for an operator outside the list, wherever it stands. */
export function test(logic: Json, scope: Scope): boolean {
  assertOperators(logic, PREDICATE_OPERATORS, knownPredicates);
  return truthy(apply(logic, scope));
}

/** Whether a compiled predicate holds; none at all always does. */
export function holds(predicate: CompiledPredicate | undefined, scope: Scope): boolean {
  return predicate === undefined || test(predicate.logic, scope);
}

/** The value of json-logic; anything else is itself. */
export function evaluate(value: Value, scope: Scope, locale = "en-US"): Json {
  assertOperators(value, VALUE_OPERATORS, knownValues);
  formattingLocale = locale;
  return apply(value, scope);
}

/**
 * The value of a template: as {@link evaluate}, but an object that is no logic (any number of keys, none of them alone
 * an operator) is built field by field, so that `{"input": {"basic": {"var": "form"}}}` means what it says.
 */
export function build(template: Value, scope: Scope, locale = "en-US"): Json {
  if (typeof template !== "object" || template === null) return template;
  if (Array.isArray(template)) return (template as readonly Json[]).map((part) => build(part, scope, locale));
  const entries = Object.entries(template);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && VALUE_OPERATORS.has(only[0])) return evaluate(template, scope, locale);
  return Object.fromEntries(entries.map(([key, part]) => [key, build(part, scope, locale)]));
}
