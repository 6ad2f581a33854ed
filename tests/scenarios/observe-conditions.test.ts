/** Tests the record of conditions: both halves of a predicate, and which conditions decide it (unique-cause MC/DC). */
import { expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { conditionsOf, decidesName } from "../../src/scenarios/coverage.js";
import { ConditionRecord } from "../../src/scenarios/observe-conditions.js";

const A = { "===": [{ var: "a" }, true] };
const B = { "!!": [{ var: "b" }] };
const BOTH = { and: [A, B] };
const at = { file: "flows/predicates.json", line: 1, column: 1, layer: "base" } as const;

function observed(logic: Json, ...states: { readonly [name: string]: Json }[]): readonly string[] {
  const record = new ConditionRecord({ predicates: { both: { logic, named: logic, at } } });
  for (const state of states) record.observe(state);
  return [...record.observations()];
}

it("finds the conditions that and, or and not combine", () => {
  expect(conditionsOf({ and: [A, { or: [{ "!": [B] }, A] }] })).toEqual([A, { var: "b" }]);
  expect(conditionsOf(A)).toEqual([]);
});

it("has one half after one observation, and both after two", () => {
  expect(observed(BOTH, { a: true, b: true })).toEqual(["true both"]);
  expect(observed(BOTH, { a: true, b: true }, { a: false, b: false })).toEqual(["true both", "false both"]);
});

it("finds that a condition decides when it alone differs, and the result does", () => {
  const decides = (logic: Json): string => `decides ${decidesName("both", logic)}`;
  expect(observed(BOTH, { a: true, b: true }, { a: false, b: true })).toEqual(["true both", "false both", decides(A)]);
  expect(observed(BOTH, { a: false, b: false }, { a: false, b: true })).toEqual(["false both"]);
});
