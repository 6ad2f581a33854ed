/** Tests of exceptions in rules: a redirect loop behind a decision is a finding, and no exception ends the check. */
import { describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { RULES } from "../../src/language/rules/registry.js";
import type { FlowSource } from "../../src/language/source.js";
import { TooManyNodes } from "../../src/verifier/bdd/diagrams.js";
import { prove } from "../../src/verifier/prove.js";
import { internalError, runRule } from "../../src/verifier/rules/internal-error.js";
import { messages } from "../../src/verifier/rules/messages.js";

const REGISTRATION = "flows/registration.flow.json";

/** The shipped flows, with a landing page whose failed guard redirects to the page itself. */
async function withLoop(): Promise<FlowSource> {
  const { files } = await readSource(".");
  const flow = JSON.parse(files.get(REGISTRATION) ?? "") as { screens: Record<string, Record<string, unknown>> };
  Object.assign(flow.screens["registration.landing"] ?? {}, {
    guard: { and: ["registering", "hasAlerts"] },
    fallback: "/registration/landing",
  });
  return { files: new Map([...files, [REGISTRATION, JSON.stringify(flow, null, 2)]]) };
}

describe("a decision to a screen that redirects to itself", () => {
  test("is a finding of the redirect and of the decision, without an exception", async () => {
    const source = await withLoop();
    const { bundle, problems } = compile(source, "harbor");
    if (bundle === null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === "error")));
    const { findings } = prove(source, "harbor", bundle, compile);
    const rules = findings.map(({ rule }) => rule);
    expect(rules).toContain("redirect-loop");
    expect(rules).toContain("decision-refused");
    expect(rules).not.toContain("internal-error");
    // Everything else follows from the loop.
    const roots = findings.filter(({ rule, causedBy }) => causedBy === undefined && RULES[rule].severity === "error");
    expect(roots.map(({ rule, owner }) => [rule, owner])).toEqual([["redirect-loop", "screen:registration.landing"]]);
  }, 180_000);
});

describe("an exception in a rule", () => {
  const at = { file: REGISTRATION, line: 6, column: 5, layer: "base" as const };
  const fail = (error: Error) => (): never => {
    throw error;
  };

  test("is a finding that names the rule and the location", () => {
    const found = runRule({ rule: "dead-end", owner: "screen:registration.landing", at: [at] }, fail(new TypeError("broken")));
    const message = messages.internalError("dead-end", "screen:registration.landing", "TypeError: broken");
    expect(message).toBe("The rule dead-end failed on screen registration.landing: TypeError: broken");
    expect(found).toEqual([internalError("dead-end", new TypeError("broken"), "screen:registration.landing", [at])]);
    expect(found[0]).toMatchObject({ rule: "internal-error", message, at: [at] });
  });

  test("is rethrown when it is the limit of nodes", () => {
    expect(() => runRule({ rule: "dead-end" }, fail(new TooManyNodes(1)))).toThrow(TooManyNodes);
  });
});
