/** Tests that the precondition of a decision has mutants that strengthen it, and none that only weaken it. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { mutantsOf } from "../../src/mutation/mutants.js";
import { bundleOf } from "../flows/shipped.js";

const FILE = "flows/decisions.json";

const { core } = bundleOf("harbor");

/** What the mutants of these kinds change in a decision with this precondition and a row with this condition. */
function changes(kinds: readonly string[], precondition: Json, when: Json = "passed"): readonly string[] {
  const text = JSON.stringify({ decisions: { next: { precondition, rows: { first: { when, go: "/login" } } } } });
  return mutantsOf({ files: new Map([[FILE, text]]) }, core)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id, change }) => `${id.includes("/precondition") ? "precondition" : "row"}: ${change}`);
}

describe("the mutants of a decision's precondition", () => {
  it("leave out no conjunct, and no disjunct of a negation", () => {
    expect(changes(["operand"], { and: ["loggedIn", "passed"] })).toEqual([]);
    expect(changes(["operand"], { "!": [{ or: ["failed", "viewOnly"] }] })).toEqual([]);
    expect(changes(["operand"], { and: ["loggedIn", { "!": [{ or: ["failed", "viewOnly"] }] }] })).toEqual([]);
  });

  it("leave out a disjunct, and a conjunct of a negation", () => {
    expect(changes(["operand"], { or: ["failed", "viewOnly"] })).toEqual([
      "precondition: or became and",
      'precondition: "failed" was removed from or',
      'precondition: "viewOnly" was removed from or',
    ]);
    expect(changes(["operand"], { "!": [{ and: ["failed", "viewOnly"] }] })).toHaveLength(3);
    expect(changes(["operand"], { "!": [{ "!": [{ or: ["failed", "viewOnly"] }] }] })).toHaveLength(3);
  });

  it("narrow a comparison, and do not widen it", () => {
    const compared = (operator: string): Json => ({ [operator]: [{ var: "auth.expiresAt" }, { var: "now" }] });
    expect(changes(["comparison"], compared(">="))).toEqual(["precondition: >= became >"]);
    expect(changes(["comparison"], compared(">"))).toEqual([]);
    expect(changes(["comparison"], { "!": [compared(">")] })).toEqual(["precondition: > became >="]);
    expect(changes(["comparison"], { "!": [compared(">=")] })).toEqual([]);
    expect(changes(["comparison"], compared("==="))).toEqual(["precondition: === became !=="]);
  });

  it("negate it, and are made below operators that have no direction", () => {
    expect(changes(["condition"], { and: ["loggedIn", "passed"] })).toContain("precondition: the condition was negated");
    expect(changes(["operand"], { "===": [{ and: ["loggedIn", "passed"] }, true] })).toHaveLength(3);
  });

  it("do not limit those of the conditions of rows", () => {
    expect(changes(["operand"], "loggedIn", { and: ["failed", "viewOnly"] })).toEqual([
      "row: and became or",
      'row: "failed" was removed from and',
      'row: "viewOnly" was removed from and',
    ]);
  });
});
