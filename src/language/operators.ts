/**
 * Exports the operators of json-logic that definitions may use: one table for everything that checks, links, evaluates or
 * documents logic. The verifier adds one column of its own (`verifier/abstraction/operator-encodings.ts`).
 */
import { percentOf } from "./decimal-operators.js";
import type { Json } from "./definition.js";
import {
  type Formats,
  formatDate,
  formatDateTime,
  formatLocalDate,
  formatMoney,
  formatPercent,
  formatShortMoney,
  formatWholeMoney,
} from "./formats.js";
import { areDistinct, sumOf } from "./list-operators.js";
import { allOf, anyOf, not, type Truth } from "./truth-values.js";

/**
 * How an operand is read. `predicate`: a text is the name of a predicate. `value`: a text is itself. `same`: as the whole
 * expression. `itemPredicate`, `itemValue`: in the scope of each item of the first operand, where no predicate is named.
 * `stepValue`: as `itemValue`, in the scope of `current` and `accumulator`. `table`: the name of a table of the app.
 */
export type Reads = "predicate" | "value" | "same" | "itemPredicate" | "itemValue" | "stepValue" | "table";

/** The kinds of values that an operator can use as its operands; an operator without one takes any value. */
export type Takes = "list" | "figures" | "texts" | "textsOrLists" | "text" | "date" | "instant";

/**
 * The type of the result. `first`: that of the first operand. `listOfSecond`: a list of the second operand. `operand`: one
 * of the operands (in a condition, a truth). `branch`: one of the results of `if`. `read`: the type of the path's or
 * table's value.
 */
export type Gives = "boolean" | "number" | "text" | "listOfTexts" | "first" | "listOfSecond" | "operand" | "branch" | "read" | "any";

/**
 * Which operands are not null where the result is true. `all`: those of every operand. `some`: those that all operands have
 * in common. `negated`: those of the operand where it is false. `operand`: the operand, which is a path. `notOperand`: the
 * operand where the result is false. `equal`, `unequal`: by the constant that the path is compared with. `member`: by the list.
 */
export type RulesOutNull = "all" | "some" | "negated" | "operand" | "notOperand" | "equal" | "unequal" | "member" | "nothing";

/** An operator: its signature, its evaluation, and its evaluation over values that may be unknown. */
export interface OperatorDefinition {
  /** The smallest and the largest number of operands. */
  readonly least: number;
  readonly most: number;
  operand(index: number, count: number): Reads;
  readonly takes?: Takes;
  /** What the types of the operands must have in common. */
  readonly compares?: "equality" | "order" | "membership";
  readonly gives: Gives;
  /**
   * Which operands give the result its semantic type; `only`: all of them where they have no more than one. Without it, the
   * result has a semantic type only where it has the type of an operand.
   */
  readonly means?: "first" | "second" | "all" | "only";
  readonly rulesOutNull: RulesOutNull;
  /** `json-logic`: json-logic-js evaluates it itself. `formats` throws FormatsMissing in an evaluation without formats. */
  readonly evaluate: "json-logic" | ((operands: readonly unknown[], formats: () => Formats) => Json);
  /** `strict`: unknown where it reads something unknown; otherwise the truth that follows from those of the operands. */
  readonly threeValued: "strict" | ((operands: readonly Truth[]) => Truth);
}

const MANY = Number.POSITIVE_INFINITY;
const VALUES = (): Reads => "value";
const PREDICATES = (): Reads => "predicate";
const AS_WHOLE = (): Reads => "same";
const overItems =
  (second: Reads) =>
  (index: number): Reads =>
    index === 1 ? second : "value";

/** Evaluated by json-logic-js, with operands that are values. */
const VALUE = { operand: VALUES, rulesOutNull: "nothing", evaluate: "json-logic", threeValued: "strict" } as const;
const COMPARISON = { ...VALUE, least: 2, most: 2, gives: "boolean" } as const;
const ORDER = { ...COMPARISON, compares: "order" } as const;
const QUANTIFIER = { ...COMPARISON, operand: overItems("itemPredicate"), takes: "list", rulesOutNull: "operand" } as const;
const FIGURES = { ...VALUE, least: 1, most: MANY, takes: "figures", gives: "number" } as const;
const OF_LIST = { ...VALUE, least: 1, most: 1, takes: "list" } as const;
const FORMAT = { ...VALUE, least: 1, most: 1, gives: "text", means: "first" } as const;

const isTable = (value: unknown): value is { readonly [key: string]: Json } => typeof value === "object" && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

const OF_CONDITIONS = {
  "==": { ...COMPARISON, compares: "equality", rulesOutNull: "equal" },
  "===": { ...COMPARISON, compares: "equality", rulesOutNull: "equal" },
  "!=": { ...COMPARISON, compares: "equality", rulesOutNull: "unequal" },
  "!==": { ...COMPARISON, compares: "equality", rulesOutNull: "unequal" },
  ">": ORDER,
  ">=": ORDER,
  "<": { ...ORDER, most: 3 },
  "<=": { ...ORDER, most: 3 },
  "!": {
    ...VALUE,
    least: 1,
    most: 1,
    operand: PREDICATES,
    gives: "boolean",
    rulesOutNull: "negated",
    threeValued: ([truth = null]) => not(truth),
  },
  "!!": {
    ...VALUE,
    least: 1,
    most: 1,
    operand: PREDICATES,
    gives: "boolean",
    rulesOutNull: "all",
    threeValued: ([truth = null]) => truth,
  },
  and: { ...VALUE, least: 1, most: MANY, operand: AS_WHOLE, gives: "operand", rulesOutNull: "all", threeValued: allOf },
  or: { ...VALUE, least: 1, most: MANY, operand: AS_WHOLE, gives: "operand", rulesOutNull: "some", threeValued: anyOf },
  if: {
    ...VALUE,
    least: 2,
    most: MANY,
    operand: (index, count) => (index % 2 === 0 && index < count - 1 ? "predicate" : "same"),
    gives: "branch",
  },
  in: { ...COMPARISON, compares: "membership", rulesOutNull: "member" },
  some: QUANTIFIER,
  all: QUANTIFIER,
  none: { ...QUANTIFIER, rulesOutNull: "notOperand" },
  var: { ...VALUE, least: 1, most: 2, gives: "read", rulesOutNull: "operand" },
} satisfies Record<string, OperatorDefinition>;

const OF_VALUES = {
  filter: { ...VALUE, least: 2, most: 2, operand: overItems("itemPredicate"), takes: "list", gives: "first" },
  map: { ...VALUE, least: 2, most: 2, operand: overItems("itemValue"), takes: "list", gives: "listOfSecond" },
  reduce: { ...VALUE, least: 3, most: 3, operand: overItems("stepValue"), takes: "list", gives: "any", means: "second" },
  cat: { ...VALUE, least: 1, most: MANY, takes: "textsOrLists", gives: "text", means: "only" },
  "+": FIGURES,
  "-": { ...FIGURES, most: 2 },
  "*": { ...FIGURES, least: 2 },
  merge: { ...VALUE, least: 1, most: MANY, gives: "any" },
  missing: { ...VALUE, least: 1, most: MANY, gives: "listOfTexts" },
  min: { ...FIGURES, means: "all" },
  max: { ...FIGURES, means: "all" },
  substr: { ...VALUE, least: 2, most: 3, takes: "text", gives: "text", means: "first" },
  sum: { ...OF_LIST, gives: "number", evaluate: ([list]) => sumOf(listOf(list)) },
  count: { ...OF_LIST, gives: "number", evaluate: ([list]) => listOf(list).length },
  distinct: { ...OF_LIST, gives: "boolean", evaluate: ([list]) => areDistinct(listOf(list)) },
  // In cents, rounded half up; null where an operand is not a number.
  percentOf: { ...VALUE, least: 2, most: 2, takes: "figures", gives: "text", evaluate: ([percent, amount]) => percentOf(percent, amount) },
  // The compiler replaces the name of the table or list of options by its entries.
  entry: {
    ...VALUE,
    least: 2,
    most: 2,
    operand: (index) => (index === 0 ? "table" : "value"),
    gives: "read",
    evaluate: ([table, key]) => (isTable(table) && typeof key === "string" && Object.hasOwn(table, key) ? (table[key] ?? null) : null),
  },
  // A value between two texts (a separator, a unit); an empty text where the value is null or empty.
  ifPresent: {
    ...VALUE,
    least: 1,
    most: 3,
    takes: "texts",
    gives: "text",
    means: "first",
    evaluate: ([value, before = "", after = ""]) =>
      value === null || value === undefined || value === "" ? "" : [before, value, after].map((part) => String(part ?? "")).join(""),
  },
} satisfies Record<string, OperatorDefinition>;

/** They format values as people read them, in the app's formats and the brand's locale. */
const OF_TEXTS = {
  money: { ...FORMAT, takes: "figures", evaluate: ([value], formats) => formatMoney(value, formats()) },
  shortMoney: { ...FORMAT, takes: "figures", evaluate: ([value], formats) => formatShortMoney(value, formats()) },
  wholeMoney: { ...FORMAT, takes: "figures", evaluate: ([value], formats) => formatWholeMoney(value, formats()) },
  date: { ...FORMAT, takes: "date", evaluate: ([value], formats) => formatDate(value, formats()) },
  localDate: { ...FORMAT, takes: "instant", evaluate: ([value], formats) => formatLocalDate(value, formats()) },
  dateTime: { ...FORMAT, takes: "instant", evaluate: ([value], formats) => formatDateTime(value, formats()) },
  percent: { ...FORMAT, takes: "figures", evaluate: ([value], formats) => formatPercent(value, formats()) },
} satisfies Record<string, OperatorDefinition>;

/** The operators of conditions; values use them as well. */
export type ConditionOperator = keyof typeof OF_CONDITIONS;

/** All operators. */
export type Operator = ConditionOperator | keyof typeof OF_VALUES | keyof typeof OF_TEXTS;

type Operators = ReadonlyMap<string, OperatorDefinition>;

/** The operators in predicates, by name. The verifier encodes each of them, and no other (`operator-encodings.ts`). */
export const CONDITION_OPERATORS: Operators = new Map(Object.entries(OF_CONDITIONS));

/** The operators in values outside of texts: those of predicates and those that compute, without those that format. */
export const VALUE_OPERATORS: Operators = new Map<string, OperatorDefinition>([...CONDITION_OPERATORS, ...Object.entries(OF_VALUES)]);

/** The operators in the values of texts: all of them. */
export const TEXT_OPERATORS: Operators = new Map<string, OperatorDefinition>([...VALUE_OPERATORS, ...Object.entries(OF_TEXTS)]);

/** Whether a name is an operator of conditions. */
export function isConditionOperator(name: string): name is ConditionOperator {
  return Object.hasOwn(OF_CONDITIONS, name);
}

/** How an operand is read, given how the whole expression is. */
export function readingOf(
  operator: OperatorDefinition,
  index: number,
  count: number,
  whole: "predicate" | "value",
): Exclude<Reads, "same"> {
  const reads = operator.operand(index, count);
  return reads === "same" ? whole : reads;
}

/** Whether an operand is evaluated for each item of the first one. */
export function isOverItems(reads: Reads): boolean {
  return reads === "itemPredicate" || reads === "itemValue" || reads === "stepValue";
}

/** The number of operands in words. */
export function arityOf(operator: OperatorDefinition): string {
  if (operator.most === MANY) return `${operator.least} or more operands`;
  if (operator.least === operator.most) return `${operator.least} operand${operator.least === 1 ? "" : "s"}`;
  return `${operator.least} to ${operator.most} operands`;
}
