/** Tests branches of a form's schema and its objects: their conditions are evaluated wherever sample data decide them. */
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validityOf } from "../../src/compiler/schema-evaluation.js";
import { classesOf } from "../../src/compiler/value-classes.js";
import type { Json } from "../../src/language/definition.js";
import { foundIn } from "../rules/rule-examples.js";

const branchFindings = (schema: object) =>
  foundIn({ "schemas/forms/credentials.json": schema })
    .filter(({ rule }) => rule === "condition-constant" || rule === "branches-not-checked")
    .map(({ rule, message }) => `${rule}: ${message}`);

const home = (more: object) => ({
  properties: { home: { type: "object", properties: { kind: { type: "string", enum: ["own", "rent"] } }, ...more } },
});

describe("an object within a form", () => {
  it("has no branch that no value of the object can reach", () => {
    expect(
      branchFindings(home({ if: { properties: { kind: { const: "ship" } }, required: ["kind"] }, then: { required: ["kind"] } })),
    ).toEqual(['condition-constant: "then" never applies: its condition holds for nothing that can be typed']);
    expect(branchFindings(home({ if: { properties: { kind: { const: "own" } } }, then: { required: ["kind"] } }))).toEqual([]);
  });

  it("is checked under a condition outside of it, for all of its values, and for its presence", () => {
    const when = (home: object, more: object = {}) => ({
      if: { properties: { home }, ...more },
      then: { properties: { more: { type: "string" } } },
    });
    const never = 'condition-constant: "then" never applies: its condition holds for nothing that can be typed';
    const schema = home({ required: ["kind"] });
    const kind = (value: object) => ({ properties: { kind: value }, required: ["kind"] });
    expect(branchFindings({ ...schema, ...when(kind({ const: "ship" }), { required: ["home"] }) })).toEqual([never]);
    expect(branchFindings({ ...schema, ...when(kind({ const: "own" }), { required: ["home"] }) })).toEqual([]);
    // Without a home, its kind has no branch.
    expect(branchFindings({ ...schema, ...when(kind({ const: "ship" })) })).toEqual([]);
    expect(branchFindings({ ...schema, ...when({ not: { required: ["kind"] } }, { required: ["home"] }) })).toEqual([never]);
    expect(branchFindings({ ...home({}), ...when({ not: { required: ["kind"] } }, { required: ["home"] }) })).toEqual([]);
  });
});

describe("a condition on numbers, lengths and formats of texts", () => {
  const NEVER = ["then"];
  const ALWAYS = ["else"];
  const cases: readonly (readonly [string, object, object, readonly string[]])[] = [
    ["an age that is refused anyway", { type: "integer", minimum: 18 }, { maximum: 17 }, NEVER],
    ["an age that may be", { type: "integer", minimum: 18 }, { minimum: 65 }, []],
    ["a bound beyond the field's own", { type: "number", maximum: 100 }, { exclusiveMinimum: 100 }, NEVER],
    ["the very bound", { type: "number", maximum: 100 }, { minimum: 100 }, []],
    ["between two figures, where there is no whole one", { type: "integer" }, { exclusiveMinimum: 3, exclusiveMaximum: 4 }, NEVER],
    ["between two figures", { type: "number" }, { exclusiveMinimum: 3, exclusiveMaximum: 4 }, []],
    ["a text that is too long", { type: "string", maxLength: 5 }, { minLength: 6 }, NEVER],
    ["a text of the longest", { type: "string", maxLength: 5 }, { minLength: 5 }, []],
    ["a text of any length", { type: "string", minLength: 2 }, { minLength: 2 }, ALWAYS],
    ["a pattern of none of the values", { type: "string", enum: ["a1", "b2"] }, { pattern: "^c" }, NEVER],
    ["a pattern of one of the values", { type: "string", enum: ["a1", "b2"] }, { pattern: "^b" }, []],
    ["a pattern of all of the values", { type: "string", enum: ["a1", "b2"] }, { pattern: "[12]$" }, ALWAYS],
    ["a format of none of the values", { type: "string", enum: ["a1", "b2"] }, { format: "uuid" }, NEVER],
    ["a pattern of what is typed freely", { type: "string" }, { pattern: "^[0-9]+$" }, []],
    ["an empty list", { type: "array", minItems: 1, items: { type: "string" } }, { maxItems: 0 }, NEVER],
    ["a list of two", { type: "array", items: { type: "string" } }, { minItems: 2 }, []],
    ["one of two that exclude each other", { type: "integer" }, { oneOf: [{ minimum: 3 }, { minimum: 3 }] }, NEVER],
    ["a condition within the condition", { type: "integer" }, { if: { minimum: 3 }, then: { maximum: 2 }, else: false }, NEVER],
  ];
  it.each(cases)("is evaluated: %s", (_what, field, condition, never) => {
    const schema = {
      properties: { it: field },
      // A condition on a value does not apply to a missing value.
      if: { properties: { it: condition }, ...(never === ALWAYS ? {} : { required: ["it"] }) },
      then: { properties: { more: { type: "string" } } },
      else: { properties: { less: { type: "string" } } },
    };
    expect(branchFindings(schema).map((one) => /"(\w+)" never/.exec(one)?.[1])).toEqual(never);
  });

  it("has the same result as Ajv, wherever it is known", () => {
    const ajv = new Ajv({ strict: false });
    const texts = fc.constantFrom("", "a", "ab", "abc", "12");
    const figures = fc.integer({ min: -2, max: 4 });
    const leaf = fc.oneof(
      fc.record({ const: fc.oneof(texts, figures, fc.boolean()) }),
      fc.record({ enum: fc.uniqueArray(texts, { minLength: 1 }) }),
      fc.record({ minimum: figures, exclusiveMaximum: figures }),
      fc.record({ multipleOf: fc.constantFrom(2, 3) }),
      fc.record({ minLength: fc.nat(3), pattern: fc.constantFrom("^a", "[0-9]", "b$") }),
      fc.record({ minItems: fc.nat(2) }),
      fc.record({ type: fc.constantFrom("string", "integer", "number", "object", "array", "boolean") }),
      fc.record({ required: fc.constantFrom(["x"], ["y"], ["x", "y"]) }),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ not: tie("schema") }),
        fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
        fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }),
        fc.record({ properties: fc.record({ x: tie("schema"), y: tie("schema") }, { requiredKeys: [] }) }),
      ),
    }));
    const value = fc.oneof(
      texts,
      figures,
      fc.boolean(),
      fc.array(texts, { maxLength: 3 }),
      fc.record({ x: fc.oneof(texts, figures), y: fc.record({ x: texts }) }, { requiredKeys: [] }),
    );
    let known = 0;
    fc.assert(
      fc.property(schema, value, (one, data) => {
        const truth = validityOf(data as Json, one as Json);
        if (truth === null) return;
        known += 1;
        expect(truth).toBe(ajv.compile(one as object)(data));
      }),
      { numRuns: 1500 },
    );
    expect(known).toBeGreaterThan(1000);
  });

  it("is evaluated for representatives of all inputs: numbers and lengths", () => {
    const bound = fc.integer({ min: 0, max: 6 });
    const keyword = fc.constantFrom("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "const");
    const conditions = fc.array(fc.tuple(keyword, bound), { minLength: 1, maxLength: 4 });
    const distinguished = (schemas: readonly Json[], values: readonly (Json | undefined)[]) =>
      [
        ...new Set(values.filter((one) => one !== undefined).map((one) => schemas.map((schema) => validityOf(one, schema)).join(" "))),
      ].sort();
    fc.assert(
      fc.property(conditions, fc.boolean(), (pairs, whole) => {
        const schemas = pairs.map(([word, at]) => ({ [word]: at }));
        const everything = Array.from({ length: 37 }, (_, index) => -4 + index / (whole ? 1 : 4));
        const all = whole ? Array.from({ length: 20 }, (_, index) => index - 5) : everything.concat(5.5, 6, 6.5, 7, 8);
        expect(distinguished(schemas, classesOf({ type: whole ? "integer" : "number" }, schemas, []))).toEqual(distinguished(schemas, all));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("minLength", "maxLength"), bound), { minLength: 1, maxLength: 4 }), (pairs) => {
        const schemas = pairs.map(([word, at]) => ({ [word]: at }));
        const all = Array.from({ length: 9 }, (_, index) => "x".repeat(index + 1));
        expect(distinguished(schemas, classesOf({ type: "string" }, schemas, []))).toEqual(distinguished(schemas, all));
      }),
    );
  });
});

it("a form with too many combinations is reported once", () => {
  const names = Array.from("abcdefghij");
  const properties = Object.fromEntries(names.map((name) => [name, { type: "boolean" }]));
  const wide = (asked: readonly string[]) => ({ properties, if: { required: asked }, then: { properties: { more: { type: "string" } } } });
  expect(branchFindings(wide(names))).toEqual([expect.stringMatching(/^branches-not-checked: .* more than 20000 combinations/)]);
  expect(branchFindings(wide(names.slice(0, 9)))).toEqual([]);
});
