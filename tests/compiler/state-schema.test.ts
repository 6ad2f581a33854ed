/** Tests the findings about the schema of the state with seeded faults. */
import { describe, expect, it } from "vitest";
import { problemsOf, smallSource } from "../support/small-flows.js";

const STATE = "schemas/state.schema.json";
const shipped = smallSource().files.get(STATE) ?? "";

/** The declaration of return codes, which faults replace. */
const CODE = '"return_code": { "type": ["string", "null"], "pattern": "^R\\\\d{2}$" }';

/** The findings in the file and their rules, with the texts at their locations. */
function foundIn(declaration: string): readonly (readonly [rule: string, written: string, message: string])[] {
  expect(shipped).toContain(CODE);
  const text = shipped.replace(CODE, declaration);
  const lines = text.split("\n");
  return problemsOf({ [STATE]: text }).flatMap(({ file, line, column, rule, message }) => {
    const written = /^("[^"]*"|.)/.exec(lines[line - 1]?.slice(column - 1) ?? "")?.[0] ?? "";
    return file === STATE && rule !== "unused" ? [[rule, written, message] as const] : [];
  });
}

describe("a field of the state", () => {
  it.each([
    [
      "a misspelled keyword",
      '"return_code": { "typ": ["string", "null"] }',
      ["unknown-keyword", '"typ"', '"typ" is not known here; did you mean "type"?'],
    ],
    [
      "a misspelled type",
      '"return_code": { "type": "strng" }',
      ["invalid-schema", '"strng"', 'Not a valid JSON Schema: "strng" is not a valid type; did you mean "string"?'],
    ],
    [
      "a misspelled type among several",
      '"return_code": { "type": ["strng", "null"] }',
      ["invalid-schema", '"strng"', 'Not a valid JSON Schema: "strng" is not a valid type; did you mean "string"?'],
    ],
    [
      "an enum that is no list",
      '"return_code": { "enum": "R01" }',
      ["invalid-schema", '"R01"', "Not a valid JSON Schema: /properties/transactions/items/properties/return_code/enum must be array"],
    ],
    [
      "a pattern that is no regular expression",
      '"return_code": { "type": "string", "pattern": "^R[0-9$" }',
      ["invalid-schema", '"^R[0-9$"', "Not a regular expression: /^R[0-9$/u: Unterminated character class"],
    ],
    [
      "a misspelled keyword of the language",
      '"return_code": { "type": "string", "x-raed": "The tests." }',
      ["unknown-keyword", '"x-raed"', '"x-raed" is not known here; did you mean "x-read"?'],
    ],
  ])("with %s is reported at its place", (_name, declaration, expected) => {
    expect(foundIn(declaration)).toEqual([expected]);
  });

  it("has any keyword of JSON Schema and of the language", () => {
    expect(
      foundIn(
        `"return_code": { "title": "Code", "type": ["string", "null"], "maxLength": 3, "x-read": "x", "x-extensible-enum": ["R01"] }`,
      ),
    ).toEqual([]);
  });
});
