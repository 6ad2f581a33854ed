/** Tests of the registry of rules: each example is compiled and proven, and shows its rule, severity and message. */
import { describe, expect, it } from "vitest";
import { CATEGORIES, RULES, type RuleId } from "../../src/language/rules/registry.js";
import { foundIn } from "./rule-examples.js";

const ids = CATEGORIES.flatMap(({ rules }) => rules);

/** No file shows it: it reports an exception of the checker. */
const WITHOUT_EXAMPLE: readonly RuleId[] = ["internal-error"];

const examples = ids.flatMap((rule) =>
  RULES[rule].examples.map(({ patch, message }) => ({ rule, severity: RULES[rule].severity, patch, message })),
);

describe("the registry", () => {
  it("has each rule in one category", () => {
    expect([...ids].sort()).toEqual(Object.keys(RULES).sort());
  });

  it("has sentences for each rule, and an example", () => {
    for (const rule of ids) {
      expect(RULES[rule].finds, rule).toMatch(/^[A-Z`].*\.$/);
      expect(RULES[rule].fix, rule).toMatch(/^[A-Z`].*\.$/);
    }
    expect(ids.filter((rule) => RULES[rule].examples.length === 0)).toEqual(WITHOUT_EXAMPLE);
  });
});

describe("the examples", () => {
  it("patch a definition without findings", () => {
    expect(foundIn({})).toEqual([]);
  });

  it.each(examples)("show $rule: $message", ({ rule, severity, patch, message }) => {
    const found = foundIn(patch).filter((problem) => problem.rule === rule);
    // The message of the proof continues with other places, the path and the depositor.
    expect(found.filter((problem) => problem.message === message || problem.message.startsWith(`${message}; `))).not.toEqual([]);
    expect(new Set(found.map((problem) => problem.severity))).toEqual(new Set([severity]));
  });
});
