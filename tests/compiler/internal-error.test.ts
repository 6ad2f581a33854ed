/** Tests that an exception in a stage of the compiler is a finding with the stage and its file. */
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { FLOW, smallSource } from "../support/small-flows.js";
import { readText } from "../support/sources.js";

/** The small flows with one of the language's own schemas changed, which no author can do. */
function broken(file: string, change: (text: string) => string) {
  return smallSource({ [file]: change(readText(file)), "flows/start.flow.json": FLOW });
}

describe("an exception in the compiler", () => {
  test("names the screen that was compiled, and its file", () => {
    const source = broken("schemas/blocks/text.json", (text) => text.replace('"title"', '"x-kind": "noSuchKind",\n  "title"'));
    const { bundle, problems } = compile(source, "first");
    expect(bundle).toBeNull();
    const [problem] = problems.filter(({ rule }) => rule === "internal-error");
    expect(problem?.file).toBe("flows/start.flow.json");
    expect(problem?.message).toMatch(/^The compiler failed in its stage "screen \w+": Error: .*noSuchKind$/);
  });

  test("names the stage before any screen", () => {
    const { problems } = compile(
      broken("schemas/flow.schema.json", () => "null"),
      "first",
    );
    expect(problems.filter(({ rule }) => rule === "internal-error").map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The compiler failed in its stage "overlay and normalisation": /),
    ]);
  });

  test("gives way to the errors of JSON in the language's schemas", () => {
    const { bundle, problems } = compile(
      broken("schemas/blocks/text.json", (text) => text.replace(/\}\s*$/, ",}\n")),
      "first",
    );
    expect(bundle).toBeNull();
    expect(problems.length).toBeGreaterThan(0);
    for (const { file, line, rule } of problems)
      expect({ file, rule, isAtEnd: line > 1 }).toEqual({ file: "schemas/blocks/text.json", rule: "syntax", isAtEnd: true });
  });
});
