/** Tests that the precondition of a decision has mutants that strengthen it, and none that only weaken it. */
import { beforeAll, describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { BundleCore } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { mutantsOf } from "../../src/mutation/mutants.js";
import { ROOT } from "../support/sources.js";

const FILE = "flows/decisions.json";

let core: BundleCore;
beforeAll(async () => {
  const { bundle } = compile(await readSource(ROOT), "harbor");
  if (bundle === null) throw new Error("The brand harbor does not compile.");
  core = bundle.core;
}, 60_000);

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
