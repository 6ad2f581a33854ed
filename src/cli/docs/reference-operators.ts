/** Exports the operators' section of the reference, and an example of each operator for the test that compiles it. */
import type { Json } from "../../language/definition.js";
import {
  arityOf,
  CONDITION_OPERATORS,
  type Operator,
  type OperatorDefinition,
  TEXT_OPERATORS,
  VALUE_OPERATORS,
} from "../../language/operators.js";
import type { Section } from "./section.js";

interface OperatorText {
  readonly text: string;
  readonly example: Json;
}

const email = { var: "auth.email" };
const unread = { "!": { var: "read_at" } };
const alerts = { var: "alerts" };

/** The result of each operator. An operator without an entry here does not compile. */
export const OPERATOR_TEXTS: Readonly<Record<Operator, OperatorText>> = {
  var: { text: "The value at a path of the scope. The second operand replaces a missing value.", example: email },
  "==": {
    text: "Whether two values are equal; `null` and a missing value are equal.",
    example: { "==": [{ var: "progress.extended_status" }, "HOLD"] },
  },
  "===": {
    text: "Whether two values are equal and of one type.",
    example: { "===": [{ var: "progress.registration_last_step" }, "basic"] },
  },
  "!=": { text: "The opposite of `==`.", example: { "!=": [email, null] } },
  "!==": { text: "The opposite of `===`.", example: { "!==": [{ var: "progress.registration_status" }, "PASSED"] } },
  ">": { text: "Whether the first is greater.", example: { ">": [{ var: "now" }, "2026-01-01T00:00:00Z"] } },
  ">=": { text: "Whether the first is greater or equal.", example: { ">=": [{ var: "now" }, "2026-01-01T00:00:00Z"] } },
  "<": { text: "Whether the operands increase.", example: { "<": [{ var: "now" }, "2030-01-01T00:00:00Z"] } },
  "<=": {
    text: "Whether no operand is greater than the next. Test a value that may be null first.",
    example: { and: [{ "!==": [{ var: "auth.expiresAt" }, null] }, { "<=": [{ var: "auth.expiresAt" }, { var: "now" }] }] },
  },
  and: {
    text: "In a condition: whether all hold. In a value: the first that is false, or the last.",
    example: { and: ["loggedIn", "passed"] },
  },
  or: {
    text: "In a condition: whether one holds. In a value: the first that is true, or the last.",
    example: { or: ["onHold", "viewOnly"] },
  },
  "!": { text: "Whether the operand does not hold.", example: { "!": "loggedIn" } },
  "!!": { text: "Whether the operand is neither null, false, 0, an empty text nor an empty list.", example: { "!!": email } },
  if: { text: "Condition and result in pairs, then the result for the rest.", example: { if: ["loggedIn", true, false] } },
  in: {
    text: "Whether the first is an item of the list, or a part of the text. A value of an enum is only an item of a list.",
    example: { in: [{ var: "progress.extended_status" }, ["HOLD", "REVIEW"]] },
  },
  some: { text: "Whether the condition holds for an item. `var` reads the item.", example: { some: [alerts, unread] } },
  all: {
    text: "Whether the condition holds for every item of a list that is not empty.",
    example: { all: [alerts, { "!!": { var: "read_at" } }] },
  },
  none: { text: "Whether the condition holds for no item.", example: { none: [alerts, unread] } },
  filter: { text: "The items for which the condition holds.", example: { filter: [alerts, unread] } },
  map: { text: "The value for each item.", example: { map: [alerts, { var: "uuid" }] } },
  reduce: {
    text: "One value of a list: the second operand reads `current` and `accumulator`, the third is the first `accumulator`.",
    example: { reduce: [alerts, { "+": [{ var: "accumulator" }, 1] }, 0] },
  },
  sum: { text: "The exact sum of a list of amounts.", example: { sum: { map: [{ var: "transactions" }, { var: "amount" }] } } },
  count: { text: "How many items a list has.", example: { count: alerts } },
  distinct: { text: "Whether no two items of a list are equal.", example: { distinct: { map: [alerts, { var: "uuid" }] } } },
  cat: { text: "The operands as one text.", example: { cat: ["••• ", email] } },
  "+": { text: "The sum.", example: { "+": [1, 2] } },
  "-": { text: "The difference; with one operand, its opposite.", example: { "-": [10, 3] } },
  "*": { text: "The product.", example: { "*": [2, 3] } },
  min: { text: "The least.", example: { min: [10, 3] } },
  max: { text: "The greatest.", example: { max: [10, 3] } },
  merge: { text: "One list of several.", example: { merge: [alerts, alerts] } },
  missing: { text: "The paths, of those given, that have no value.", example: { missing: ["progress.first_name"] } },
  substr: { text: "A part of a text: from a place (from the end where it is negative), and a length.", example: { substr: [email, 0, 3] } },
  entry: {
    text: "The entry of a table of `app.flow.json` for a key; null where there is none.",
    example: { entry: ["zipPrefixes", "CA"] },
  },
  ifPresent: {
    text: "A value with a text before it and one after it; an empty text where the value is null or empty.",
    example: { ifPresent: [{ var: "progress.first_name" }, ", "] },
  },
  percentOf: {
    text: "A percentage of an amount, exact and rounded to cents: 4.08 of 2500.00 is 102.00; null where one is no number.",
    example: { percentOf: [{ var: "accounts.0.apy" }, { var: "accounts.0.balance" }] },
  },
  money: { text: "An amount as text: $1,234.50.", example: { money: "1234.50" } },
  shortMoney: { text: "An amount as text, with cents only where it has any: $1 or $1.50.", example: { shortMoney: 1.5 } },
  wholeMoney: { text: "An estimate as text, rounded to whole dollars: $1,235.", example: { wholeMoney: "1234.50" } },
  date: { text: "A calendar date as text: March 1, 2026.", example: { date: { var: "accounts.0.as_of" } } },
  localDate: { text: "The day of an instant, where the reader is.", example: { localDate: { var: "now" } } },
  dateTime: { text: "An instant as text, in the brand's locale.", example: { dateTime: { var: "now" } } },
  percent: { text: "A number as a percentage.", example: { percent: 4.25 } },
};

/** Where an operator may be used. */
function placesOf(name: string): string {
  if (CONDITION_OPERATORS.has(name)) return "conditions and values";
  return VALUE_OPERATORS.has(name) ? "values" : "values of texts";
}

function row(name: string, operator: OperatorDefinition): string {
  // The keys of the table are all of the operators.
  const { text, example } = OPERATOR_TEXTS[name as Operator];
  return `| \`${name}\` | ${arityOf(operator)} | ${placesOf(name)} | ${text} | \`${JSON.stringify(example).replaceAll("|", "\\|")}\` |`;
}

export function operatorSection(): Section {
  return {
    level: 2,
    heading: "Operators",
    lines: [
      'Conditions and values are [json-logic](https://jsonlogic.com) with these operators and no other. In a condition, a text is the name of a predicate; in a value, it is itself. A single operand needs no list. `{"value": "name"}` is a named value of the values file.',
      "",
      "| Operator | Operands | Used in | Gives | Example |",
      "|---|---|---|---|---|",
      ...[...TEXT_OPERATORS].map(([name, operator]) => row(name, operator)),
    ],
  };
}
