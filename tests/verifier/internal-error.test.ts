/** Tests of exceptions in rules: each is a finding, and none ends the check. */
import { describe, expect, test } from "vitest";
import { TooManyNodes } from "../../src/verifier/bdd/diagrams.js";
import { internalError, runRule } from "../../src/verifier/rules/internal-error.js";
import { messages } from "../../src/verifier/rules/messages.js";

const REGISTRATION = "flows/registration.flow.json";

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
