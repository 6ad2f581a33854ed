/** Tests the values that the search for scenarios tries: those that conditions distinguish, and the bounds of fields. */
import { describe, expect, it } from "vitest";
import { triedValues } from "../../src/scenarios/tried-values.js";
import { variedAnswers, variedSlices } from "../../src/scenarios/varied-values.js";

describe("varied slices", () => {
  it("have the constants that a condition compares a value with", () => {
    const logic = { "===": [{ var: "transfer.status" }, "FAILED"] };
    expect(variedSlices(logic, { transfer: { status: "PASSED", amount: 1 } })).toEqual([
      { transfer: { status: "FAILED", amount: 1 } },
      { transfer: { status: null, amount: 1 } },
    ]);
  });

  it("have each value of a list, and the numbers beside a bound", () => {
    expect(variedSlices({ in: [{ var: "a.b" }, ["x", "y"]] }, { a: { b: "x" } })).toContainEqual({ a: { b: "y" } });
    expect(variedSlices({ ">": [{ var: "a.b" }, 3] }, { a: { b: 3 } })).toEqual(expect.arrayContaining([{ a: { b: 2 } }, { a: { b: 4 } }]));
  });

  it("change the first item of a list for a name of its items", () => {
    const logic = { some: [{ var: "accounts" }, { "===": [{ var: "status" }, "OPEN"] }] };
    expect(variedSlices(logic, { accounts: [{ status: "SHUT" }, { status: "SHUT" }] })).toContainEqual({
      accounts: [{ status: "OPEN" }, { status: "SHUT" }],
    });
  });

  it("add no name that the state does not have, and no value of another kind", () => {
    expect(variedSlices({ "===": [{ var: "a.c" }, "x"] }, { a: { b: "x" } })).toEqual([]);
    expect(variedSlices({ "===": [{ var: "a.b" }, 1] }, { a: { b: "x" } })).toEqual([{ a: { b: null } }]);
  });
});

it("varies an answer by what the effects compare", () => {
  expect(variedAnswers([{ when: { "===": [{ var: "result.status" }, "DONE"] } }], { status: "PENDING" })).toContainEqual({
    status: "DONE",
  });
});

describe("tried values of a field", () => {
  const valuesOf = (property: object) =>
    triedValues({ properties: { field: property } } as never, { field: "12" }, "2026-11-21")
      .get("field")
      ?.map(({ value }) => value);

  it("are at the bounds of a length and beyond them", () => {
    expect(valuesOf({ type: "string", minLength: 2, maxLength: 4 })).toEqual(
      expect.arrayContaining(["1", "12", "122", "1222", "12222", null]),
    );
  });

  it("are nothing and no option for a choice, whose options are seen on the screen", () => {
    expect(valuesOf({ enum: ["a", "b"] })).toEqual(expect.arrayContaining([null, "?"]));
    expect(valuesOf({ enum: ["a", "b"] })).not.toContain("a");
  });

  it("are the days around an age, and the cents around an amount", () => {
    expect(valuesOf({ type: "string", "x-minimum-age": 18 })).toEqual(expect.arrayContaining(["2008-11-20", "2008-11-21", "2008-11-22"]));
    expect(valuesOf({ type: "string", "x-minimum-amount": 1 })).toEqual(expect.arrayContaining(["0.99", "1.00", "1.01"]));
  });
});
