/** Tests the findings about a form's schema with seeded faults and correct schemas. */
import { describe, expect, it } from "vitest";
import { unknownKeyword } from "../../src/language/problems.js";
import * as schemas from "../../src/language/schema-problems.js";
import { at, LOGIN_SCHEMA, problemsOf, SECOND_BRAND, smallSource } from "../support/small-flows.js";

const LOGIN = "schemas/forms/credentials.json";
type Json = Readonly<Record<string, unknown>>;

/** The small form's schema with additional properties or keywords. */
const changed = (properties: Json, more: Json = {}) => ({
  [LOGIN]: { ...LOGIN_SCHEMA, ...more, properties: { ...LOGIN_SCHEMA.properties, ...properties } },
});

/** All findings in the schema's file, as the rule and the text at the location. No field asks for the properties that tests add. */
function foundIn(changes: Record<string, unknown>, slug?: string): readonly (readonly [rule: string, written: string, message: string])[] {
  const { files } = smallSource(changes);
  return problemsOf(changes, slug)
    .filter(({ file, rule }) => (file.startsWith("schemas/") && rule !== "unused") || file.endsWith("overlay.json"))
    .map(({ file, line, column, rule, message }) => {
      const text = (files.get(file) ?? "").split("\n")[line - 1]?.slice(column - 1) ?? "";
      return [rule, text.replace(/,$/, ""), message];
    });
}

describe("a form's schema", () => {
  it.each<[string, Json, readonly [string, string]]>([
    ["lengths", { code: { type: "string", minLength: 9, maxLength: 8 } }, ["number-order", "9"]],
    ["figures", { code: { type: "integer", minimum: 5, exclusiveMaximum: 5 } }, ["number-order", "5"]],
    ["items", { code: { type: "array", minItems: 3, maxItems: 2 } }, ["number-order", "3"]],
    ["ages", { code: { type: "string", "x-minimum-age": 120, "x-maximum-age": 18 } }, ["number-order", "120"]],
    ["amounts", { code: { type: "string", "x-minimum-amount": "5.01", "x-maximum-amount": 5 } }, ["number-order", '"5.01"']],
    ["an amount that is none", { code: { type: "string", "x-minimum-amount": "1 dollar" } }, ["invalid-schema", '"1 dollar"']],
    ["an age that is none", { code: { type: "string", "x-minimum-age": "18" } }, ["invalid-schema", '"18"']],
    [
      "a default below a least amount",
      { code: { type: "string", "x-minimum-amount": 5, default: "4.99" } },
      ["schema-contradiction", '"4.99"'],
    ],
    ["a class that is not closed", { code: { type: "string", pattern: "[A-Z" } }, ["invalid-schema", '"[A-Z"']],
    ["an escape that is none with the flag u", { code: { type: "string", pattern: "\\S\\-" } }, ["invalid-schema", '"\\\\S\\\\-"']],
    ["a backslash too many", { code: { type: "string", pattern: "^\\\\d{8}$" } }, ["invalid-schema", '"^\\\\\\\\d{8}$"']],
    ["a default that is no option", { code: { type: "string", enum: ["a", "b"], default: "c" } }, ["schema-contradiction", '"c"']],
    ["a default of another type", { code: { type: "boolean", default: "true" } }, ["schema-contradiction", '"true"']],
    ["a constant of another type", { code: { type: "boolean", const: "true" } }, ["schema-contradiction", '"true"']],
    ["an option of another type", { code: { type: "string", enum: ["a", 3] } }, ["schema-contradiction", "3"]],
    [
      "an option that its format refuses",
      { code: { type: "string", format: "date", enum: ["2026-11-21", "2026-11-31"] } },
      ["schema-contradiction", '"2026-11-31"'],
    ],
    ["a keyword of texts beside a box", { code: { type: "boolean", minLength: 1 } }, ["schema-contradiction", '"minLength": 1']],
    ["a keyword of figures beside a text", { code: { type: "string", maximum: 100 } }, ["schema-contradiction", '"maximum": 100']],
    ["a box that is ticked from the start", { code: { type: "boolean", const: true, default: true } }, ["schema-contradiction", "true"]],
    ["a misspelled keyword of the language", { code: { type: "string", "x-minimun-age": 18 } }, ["unknown-keyword", '"x-minimun-age": 18']],
  ])("is reported at the error: %s", (_what, properties, expected) => {
    expect(foundIn(changed(properties)).map(([rule, text]) => [rule, text])).toEqual([expected]);
  });

  it("requires its own properties, in its conditions too", () => {
    const conditional = {
      if: { properties: { email: { const: "a@b.example" } }, required: ["email"] },
      then: { required: ["passwort"] },
      dependencies: { email: { required: ["password"] } },
      allOf: [{ not: { required: ["emall"] } }],
    };
    const found = foundIn(changed({}, { required: ["email", "pasword"], ...conditional }));
    expect(found.map(([rule, text]) => [rule, text])).toEqual([
      ["unknown-name", '"pasword"'],
      ["unknown-name", '"passwort"'],
      ["unknown-name", '"emall"'],
    ]);
    expect(found[0]?.[2]).toBe(schemas.requiredUnknown("pasword", ["email", "password"]).message);
    // What an object requires is required only with the object.
    const address = { address: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } };
    const optional = foundIn(changed(address));
    expect(optional.map(([, , message]) => message)).toEqual([schemas.requiredInOptional("address").message]);
    expect(foundIn(changed(address, { required: ["email", "password", "address"] }))).toEqual([]);
    expect(foundIn(changed(address, { then: { required: ["address"] }, if: { required: ["email"] } }))).toEqual([]);
    expect(foundIn(changed({ address: { ...address.address, default: { city: "Salem" } } }))).toEqual([]);
    // An object without named properties may require any property.
    expect(foundIn(changed({ custom: { type: "object", required: ["anything"] } }))).toEqual([]);
  });

  it("may use every consistent combination of keywords", () => {
    const sound = {
      code: { type: "string", minLength: 8, maxLength: 8, pattern: "^\\d{8}$", default: "12345678" },
      box: { type: "boolean", default: true },
      agreed: { type: "boolean", const: true },
      many: { type: ["array", "null"], minItems: 0, maxItems: 0, default: null },
      level: { enum: [1, 2, 3], default: 2 },
      born: { type: "string", format: "date", "x-minimum-age": 18, "x-maximum-age": 120 },
    };
    expect(foundIn(changed(sound))).toEqual([]);
  });

  it("is reported once, at its own location, when forms refer to it", () => {
    const source = {
      ...changed({ code: { $ref: "../shared.json#/definitions/code" }, again: { $ref: "../shared.json#/definitions/code" } }),
      "schemas/shared.json": {
        $id: "shared.json",
        definitions: { code: { type: "string", minLength: 3, maxLength: 2, "x-minimal-age": 3 } },
      },
    };
    const found = problemsOf(source).filter(({ file }) => file === "schemas/shared.json");
    expect(found).toContainEqual(
      at(smallSource(source), "schemas/shared.json", "3,", schemas.rangeCrossed("minLength", 3, "maxLength", 2)),
    );
    expect(found.map(({ rule }) => rule)).toEqual(["number-order", "unknown-keyword"]);
    expect(found[1]?.message).toContain(unknownKeyword("x-minimal-age", []).message);
  });

  it("is reported at the brand's overlay where that caused the conflict", () => {
    const overlay = (properties: Json) => ({
      [LOGIN]: { ...LOGIN_SCHEMA, properties: { ...LOGIN_SCHEMA.properties, password: { type: "string", minLength: 8, maxLength: 64 } } },
      "flows/brands/second/brand.json": SECOND_BRAND,
      "flows/brands/second/overlay.json": { language: 2, schemas: { "forms/credentials.json": { properties: { password: properties } } } },
    });
    expect(foundIn(overlay({ minLength: 65 }), "second").map(([rule, text]) => [rule, text])).toEqual([["number-order", "65"]]);
    expect(foundIn(overlay({ maxLength: 7 }), "second").map(([rule, text]) => [rule, text])).toEqual([["number-order", "7"]]);
    expect(foundIn(overlay({ maxLength: 128 }), "second")).toEqual([]);
  });

  it("has its file's name", () => {
    expect(foundIn(changed({}, { $id: "forms/signin.json" }))).toEqual([
      ["id-mismatch", '"forms/signin.json"', schemas.otherId("forms/signin.json", "forms/credentials.json").message],
    ]);
  });
});
