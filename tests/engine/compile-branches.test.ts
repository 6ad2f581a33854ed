/** Branches of what lies within a form's schema: an object's own are judged by what stands in it. */
import { describe, expect, it } from "vitest";
import { foundIn } from "./rule-examples.js";

const branchFindings = (schema: object) =>
  foundIn({ "schemas/forms/login.json": schema })
    .filter(({ rule }) => rule.startsWith("branch"))
    .map(({ rule, message }) => `${rule}: ${message}`);

const home = (more: object) => ({
  properties: { home: { type: "object", properties: { kind: { type: "string", enum: ["own", "rent"] } }, ...more } },
});

describe("an object within a form", () => {
  it("has no branch that its own values cannot reach", () => {
    expect(
      branchFindings(home({ if: { properties: { kind: { const: "ship" } }, required: ["kind"] }, then: { required: ["kind"] } })),
    ).toEqual(['branch-unreachable: "then" never applies: its condition holds for nothing that can be typed']);
    expect(branchFindings(home({ if: { properties: { kind: { const: "own" } } }, then: { required: ["kind"] } }))).toEqual([]);
  });

  it("leaves open what a condition outside says of it", () => {
    const outside = { if: { properties: { home: { properties: { kind: { const: "own" } } } } }, else: { required: ["home"] } };
    expect(branchFindings({ ...home({}), ...outside })).toEqual([]);
  });
});

it("a form whose answers cannot all be gone through says so, once", () => {
  const names = Array.from("abcdefghij");
  const properties = Object.fromEntries(names.map((name) => [name, { type: "boolean" }]));
  const wide = (asked: readonly string[]) => ({ properties, if: { required: asked }, then: { properties: { more: { type: "string" } } } });
  expect(branchFindings(wide(names))).toEqual([expect.stringMatching(/^branches-unjudged: .* more than 20000 combinations/)]);
  expect(branchFindings(wide(names.slice(0, 9)))).toEqual([]);
});
