/** Tests of the search for the bracket that unbalances a JSON text. */
import { describe, expect, it } from "vitest";
import { unbalancedBracket } from "../../src/language/brackets.js";
import { readDocument } from "../../src/language/source.js";
import { unbalanced } from "../../src/language/syntax-problems.js";
import { filesBelow, readText } from "../support/sources.js";

/** What is found, as `line kind bracket`. */
function found(lines: readonly string[]): string | null {
  const text = lines.join("\n");
  const bracket = unbalancedBracket(text);
  return bracket === null ? null : `${text.slice(0, bracket.offset).split("\n").length} ${bracket.kind} ${bracket.bracket}`;
}

describe("an unbalanced bracket", () => {
  it.each<[string, readonly string[], string | null]>([
    ["balanced", ["{", '  "a": [1, {}],', '  "b": "}"', "}"], null],
    ["an object without its end, between others", ["{", '  "a": {', '    "x": 1', '  "b": {', '    "y": 2', "  }", "}"], "2 unclosed {"],
    ["a list without its end", ["{", '  "a": [', "    1", '  "b": 2', "}"], "2 unclosed ["],
    ["the last object without its end", ["{", '  "a": {', '    "x": 1', "}"], "2 unclosed {"],
    ["a bracket too many", ["{", '  "a": {', '    "x": 1', "    }", "  }", "}"], "4 surplus }"],
    ["a bracket after the end", ["{", "}", "}"], "3 surplus }"],
    ["a list closed as an object", ["{", '  "a": [1, 2},', '  "b": 1', "}"], "2 unclosed ["],
    ["an object closed as a list", ['{"a": 1]'], "1 surplus ]"],
    ["in one line", ['{"a": {"b": [1, 2]}'], "1 unclosed {"],
    ["brackets in a string that does not end", ["{", '  "a": "x {,', '  "b": 1', "}"], null],
  ])("%s", (_what, lines, expected) => expect(found(lines)).toBe(expected));

  it("is reported at its place, without the errors that follow from it", () => {
    const text = '{\n  "a": {\n    "x": 1\n  "b": { "y": 2 }\n}\n';
    const { problems } = readDocument("x.json", text, "base");
    expect(problems.map(({ line, column, message }) => ({ line, column, message }))).toEqual([
      { line: 2, column: 8, message: unbalanced({ bracket: "{", kind: "unclosed" }).message },
    ]);
  });

  it("is found wherever the end of an object or a list is removed from a flow", () => {
    const [file = ""] = filesBelow("flows").filter((one) => one.endsWith("support.flow.json"));
    const lines = readText(file).split("\n");
    expect(found(lines)).toBeNull();
    const closing = lines.flatMap((line, index) => (/^\s+[}\]],?$/.test(line) ? [index] : []));
    expect(closing.length).toBeGreaterThan(30);
    for (const index of closing) {
      const indent = lines[index]?.search(/\S/);
      const opening = lines.slice(0, index).findLastIndex((line) => line.search(/\S/) === indent);
      const missing = lines.filter((_line, other) => other !== index);
      expect(found(missing), `line ${index + 1}`).toMatch(new RegExp(`^${opening + 1} unclosed`));
    }
  });
});
