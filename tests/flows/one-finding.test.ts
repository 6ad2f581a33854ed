/** Tests that one mistake in the shipped flows is one finding, at the line that is wrong. */
import { expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { ROOT } from "../support/sources.js";

const shipped = await readSource(ROOT);

/** The places and rules of the findings about a file with a change. */
function found(file: string, change: (text: string) => string): readonly string[] {
  const before = shipped.files.get(file) ?? "";
  const files = new Map([...shipped.files, [file, change(before)]]);
  return compile({ files }, "harbor").problems.map((problem) => `${problem.file} ${problem.rule}`);
}

it("a field type for secrets that is not secret", () => {
  const type = /"cents": \{[^}]*"secret": true,/;
  expect(shipped.files.get("flows/fields.json")).toMatch(type);
  const open = (text: string) => text.replace(type, (whole) => whole.replace('"secret": true,', ""));
  expect(new Set(found("flows/fields.json", open))).toEqual(new Set(["flows/fields.json secret-kept"]));
});
