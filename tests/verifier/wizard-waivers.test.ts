/** Tests waivers on a row of a decision that names a wizard: they hold for the row of each of its steps. */
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { prove } from "../../src/verifier/prove.js";
import { wizardSource } from "../support/wizard-flows.js";

/** The findings about a decision whose first row takes the depositors of a step that the wizard's row has too. */
function findings(waivers: readonly object[] | undefined): readonly string[] {
  const early = { when: { "===": [{ var: "progress.registration_last_step" }, "employer"] }, go: "/employer" };
  const step = { wizard: "registration", ...(waivers === undefined ? {} : { waivers }) };
  const rows = { out: { when: { "!": ["loggedIn"] }, go: "/" }, early, step, else: { go: "/bank" } };
  const source = wizardSource({ resume: { description: "The page of the step.", rows } });
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return prove(source, "first", bundle, compile)
    .findings.filter(({ owner }) => owner.startsWith("decision:resume."))
    .map(({ rule, owner }) => `${rule} ${owner}`);
}

test("a finding about the row of a step is accepted where the row names the wizard", () => {
  expect(findings(undefined)).toEqual(["row-unreachable decision:resume.employer"]);
  expect(findings([{ rule: "row-unreachable", reason: "The row before takes them." }])).toEqual([]);
});

test("a waiver that matches the row of no step is a finding", () => {
  const unmatched = { rule: "decision-refused", target: "employer", when: true, reason: "There is none." };
  expect(findings([unmatched])).toEqual(["row-unreachable decision:resume.employer", "waiver-stale decision:resume.step"]);
});
