/** The operators of json-logic that a definition may use: how many operands each takes and how each is read. */

/** `predicate`: a text is the name of a predicate. `value`: a text is itself. `same`: as the whole is read. `item…`: in the scope of one item. */
export type Reads = "predicate" | "value" | "same" | "itemPredicate" | "itemValue" | "stepValue";

export interface Operator {
  readonly least: number;
  readonly most: number;
  operand(index: number, count: number): Reads;
}

const every = (reads: Reads) => (): Reads => reads;
const value2: Operator = { least: 2, most: 2, operand: every("value") };
const overItems = (second: Reads): Operator => ({ least: 2, most: 2, operand: (index) => (index === 0 ? "value" : second) });
const figures = (least: number, most: number): Operator => ({ least, most, operand: every("value") });

const SHARED = {
  "==": value2,
  "===": value2,
  "!=": value2,
  "!==": value2,
  ">": value2,
  ">=": value2,
  "<": figures(2, 3),
  "<=": figures(2, 3),
  "!": { least: 1, most: 1, operand: every("predicate") },
  "!!": { least: 1, most: 1, operand: every("predicate") },
  and: { least: 1, most: Number.POSITIVE_INFINITY, operand: every("same") },
  or: { least: 1, most: Number.POSITIVE_INFINITY, operand: every("same") },
  if: {
    least: 2,
    most: Number.POSITIVE_INFINITY,
    operand: (index: number, count: number): Reads => (index % 2 === 0 && index < count - 1 ? "predicate" : "same"),
  },
  in: value2,
  some: overItems("itemPredicate"),
  all: overItems("itemPredicate"),
  none: overItems("itemPredicate"),
  var: { least: 1, most: 2, operand: every("value") },
} satisfies Record<string, Operator>;

/** What a predicate may say. */
export const PREDICATES: ReadonlyMap<string, Operator> = new Map(Object.entries(SHARED));

/** What a value may say. */
export const VALUES: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...PREDICATES,
  ["filter", overItems("itemPredicate")],
  ["map", overItems("itemValue")],
  ["reduce", { least: 3, most: 3, operand: (index) => (index === 1 ? "stepValue" : "value") }],
  ["cat", figures(1, Number.POSITIVE_INFINITY)],
  ["+", figures(1, Number.POSITIVE_INFINITY)],
  ["-", figures(1, 2)],
  ["*", figures(2, Number.POSITIVE_INFINITY)],
  ["merge", figures(1, Number.POSITIVE_INFINITY)],
  ["missing", figures(1, Number.POSITIVE_INFINITY)],
  ["min", figures(1, Number.POSITIVE_INFINITY)],
  ["max", figures(1, Number.POSITIVE_INFINITY)],
  ["substr", figures(2, 3)],
  // Of one list: the exact sum of its figures, how many it has, whether no two of them are equal.
  ["sum", figures(1, 1)],
  ["count", figures(1, 1)],
  ["distinct", figures(1, 1)],
  // The first names a table of the app.
  ["entry", value2],
  ["ifPresent", figures(1, 3)],
]);

const shown: Operator = figures(1, 1);

/** What the values of words may say: money, dates and percentages as people read them. */
export const WORD_VALUES: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...VALUES,
  ["money", shown],
  ["date", shown],
  ["dateTime", shown],
  ["percent", shown],
]);

export function arityOf(operator: Operator): string {
  if (operator.most === Number.POSITIVE_INFINITY) return `${operator.least} or more operands`;
  if (operator.least === operator.most) return `${operator.least} operand${operator.least === 1 ? "" : "s"}`;
  return `${operator.least} to ${operator.most} operands`;
}
