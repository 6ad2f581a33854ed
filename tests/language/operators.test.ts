/** Tests the table of operators, and what reads logic by it: the inliner, the reader of paths, three-valued evaluation. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { type Definitions, inlineNames } from "../../src/language/inline-names.js";
import { literalsIn, overlaps, pathsRead, rootOf, stepsOf } from "../../src/language/logic-reads.js";
import { conditionsIn, namesIn } from "../../src/language/operation.js";
import { TEXT_OPERATORS } from "../../src/language/operators.js";
import { evaluate } from "../../src/language/predicate.js";
import { evaluateThreeValued } from "../../src/language/three-valued.js";
import { FORMATS } from "../support/formats.js";

const alerts = { var: "alerts" };
const unread = { "==": [{ var: "read_at" }, null] };

describe("every operator", () => {
  test.each([...TEXT_OPERATORS])("%s has an order of operands that its arity allows", (_name, { least, most, operand }) => {
    expect(least).toBeLessThanOrEqual(most);
    expect(Array.from({ length: least }, (_none, index) => operand(index, least))).toHaveLength(least);
  });
});

describe("an amount in a text", () => {
  test.each<[string, Json, string]>([
    ["money", 1, "$1.00"],
    ["shortMoney", 1, "$1"],
    ["shortMoney", "1.50", "$1.50"],
    ["shortMoney", "250000.00", "$250,000"],
    ["wholeMoney", "1.50", "$2"],
  ])("%s of %s is %s", (operator, amount, text) => {
    expect(evaluate({ [operator]: amount }, {}, FORMATS)).toBe(text);
  });
});

describe("the inliner", () => {
  const table = { CA: "900", HI: "967" };
  const definitions: Definitions = { predicate: (name) => ({ "!!": { var: name } }), table: () => table };
  test.each<[string, Json, Json]>([
    ["a name", "a", { "!!": { var: "a" } }],
    ["names in connectives", { and: ["a", { "!": "b" }] }, { and: [{ "!!": { var: "a" } }, { "!": { "!!": { var: "b" } } }] }],
    ["no text that is compared", { "==": [{ var: "x" }, "a"] }, { "==": [{ var: "x" }, "a"] }],
    ["the condition of `if`", { if: ["a", true, false] }, { if: [{ "!!": { var: "a" } }, true, false] }],
    ["a table", { "!!": { entry: ["zips", { var: "x" }] } }, { "!!": { entry: [table, { var: "x" }] } }],
    [
      "a table that the items of a list read",
      { "!!": { map: [alerts, { entry: ["zips", { var: "state" }] }] } },
      { "!!": { map: [alerts, { entry: [table, { var: "state" }] }] } },
    ],
    ["no name in the items of a list", { some: [alerts, { and: ["a"] }] }, { some: [alerts, { and: ["a"] }] }],
  ])("replaces %s", (_what, condition, inlined) => {
    expect(inlineNames(condition, "predicate", definitions)).toEqual(inlined);
  });

  test("leaves texts of values alone", () => {
    expect(inlineNames({ cat: ["a", { if: ["b", "c", "d"] }] }, "value", definitions)).toEqual({
      cat: ["a", { if: [{ "!!": { var: "b" } }, "c", "d"] }],
    });
  });
});

describe("the reader of paths", () => {
  test.each<[string, Json, readonly string[]]>([
    ["a path and its default", { var: ["a.b", { var: "c" }] }, ["a.b", "c"]],
    ["what is read of items", { some: [alerts, unread] }, ["alerts[].read_at"]],
    ["a list of which no field is read", { some: [alerts, true] }, ["alerts"]],
    ["a filtered list", { map: [{ filter: [alerts, unread] }, { var: "uuid" }] }, ["alerts[].read_at", "alerts[].uuid"]],
    ["steps", { reduce: [alerts, { "+": [{ var: "current.n" }, { var: "accumulator" }] }, { var: "first" }] }, ["alerts[].n", "first"]],
    ["logic at any depth of data", { rows: [{ when: { logic: { "!!": { var: "a" } }, named: "x" } }] }, ["a"]],
    ["no constant", { "==": ["a", 1] }, []],
  ])("finds %s", (_what, logic, paths) => {
    expect(pathsRead(logic)).toEqual(paths);
  });

  test("knows the parts of a path", () => {
    expect(stepsOf("people[].names[].first")).toEqual(["people", "[]", "names", "[]", "first"]);
    expect(rootOf("alerts[].read_at")).toBe("alerts");
    expect([overlaps("a", "a.b"), overlaps("a[].b", "a"), overlaps("ab", "a")]).toEqual([true, true, false]);
    expect(literalsIn({ in: [{ var: "a" }, ["x", 1]] })).toEqual(["x", 1]);
    expect(conditionsIn({ if: ["a", { "!!": "b" }, true] })).toEqual(["a", { "!!": "b" }, true]);
    expect(namesIn({ and: ["a", { or: ["b", { "==": [{ var: "x" }, "c"] }] }] })).toEqual(["a", "b"]);
  });
});

describe("three-valued evaluation", () => {
  const unknown = { "!!": { var: "unknown" } };
  test.each<[Json, boolean | null]>([
    [unknown, null],
    [{ "!": unknown }, null],
    [{ and: [unknown, false] }, false],
    [{ and: [unknown, true] }, null],
    [{ or: [unknown, true] }, true],
    [{ or: [unknown, { "!": { var: "known" } }] }, null],
    [{ "===": [{ var: "known" }, 1] }, true],
    [{ some: [{ var: "list" }, { var: "x" }] }, null],
  ])("%j is %j", (logic, truth) => {
    expect(evaluateThreeValued(logic, { known: 1, list: [{ x: 1 }] })).toBe(truth);
  });
});
