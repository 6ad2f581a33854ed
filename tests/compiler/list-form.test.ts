/** Tests fields in the items of a list and checks over several fields: what the compiler accepts, reports and produces. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { CompiledForm } from "../../src/language/bundle.js";
import * as forms from "../../src/language/form-problems.js";
import * as problems from "../../src/language/problems.js";
import { FIELDS, listForm, PEOPLE_SCHEMA } from "../support/list-form.js";
import { problemsOf, smallSource } from "../support/small-flows.js";

const found = (more: Parameters<typeof listForm>[0]) =>
  problemsOf(listForm(more))
    .filter(({ rule }) => rule !== "unused")
    .map(({ rule, message }) => ({ rule, message }));
const finding = ({ rule, message }: problems.Finding) => ({ rule, message });
const field = (path: string, more: object) => ({ fields: { [path]: { ...FIELDS[path], ...more } } });
const check = (more: object) => ({ checks: { total: { require: true, field: "people", error: "No.", ...more } } });

describe("a list of fields", () => {
  const { bundle, problems: all } = compile(smallSource(listForm()), "first");
  const form = bundle?.journeys.start?.screens.page?.body[0] as unknown as CompiledForm;

  it("compiles, each field of the items with its keywords", () => {
    expect(all.filter(({ rule }) => rule !== "unused")).toEqual([]);
    expect(form.uiSchema).toMatchObject({
      people: {
        "ui:title": "Beneficiaries",
        "ui:options": { list: { add: "Add a beneficiary" }, orderable: false },
        items: {
          name: { "ui:title": "Legal name" },
          share: { "ui:options": { width: "half" } },
          "ui:order": ["name", "relation", "explanation", "ssn", "share"],
        },
      },
      "ui:order": ["people"],
    });
    expect(Object.entries(form.fields.items).filter(([, { secret }]) => secret)).toEqual([["people[].ssn", expect.anything()]]);
  });

  it("gives the gateway the checks that read the form alone", () => {
    expect(bundle?.forms["forms/people.json"]?.checks.map(({ key, reads }) => [key, reads])).toEqual([
      ["total", ["form.people[].share"]],
      ["more", ["form.people[].share"]],
      ["numbers", ["form.people[].ssn"]],
    ]);
    expect(form.checks?.map(({ key, local }) => [key, local])).toContainEqual(["other", false]);
  });

  it.each<[string, Parameters<typeof listForm>[0], readonly object[]]>([
    [
      "a path that the items do not have",
      { fields: { "people[].nmae": { ...FIELDS["people[].name"], label: "Other name" } } },
      [{ rule: "unknown-name", message: expect.stringContaining('"people[].name"') }],
    ],
    [
      "a required field that is not asked",
      { fields: { "people[].share": null }, checks: { total: null, more: null } },
      [finding(problems.requiredWithoutField("people[].share", "forms/people.json"))],
    ],
    [
      "fields of a list that is not asked",
      { fields: { people: null }, checks: { total: null, more: null, numbers: null } },
      expect.arrayContaining([finding(problems.requiredWithoutField("people", "forms/people.json"))]) as unknown as object[],
    ],
    ["no name for an item", field("people", { item: undefined }), [finding(problems.missingKeyword("item"))]],
    ["no Add where it may grow", field("people", { add: undefined }), [finding(problems.missingKeyword("add"))]],
    ["an Add without Remove", field("people", { remove: undefined }), [finding(problems.missingKeyword("remove"))]],
    [
      "a button of a field that is no list",
      field("people[].name", { add: "Add" }),
      [{ rule: "unknown-keyword", message: expect.any(String) }],
    ],
    [
      "no text for an error",
      field("people[].share", { errors: { required: "Enter it." } }),
      [finding(forms.errorTextMissing(["pattern"], "forms/people.json", "people[].share"))],
    ],
    [
      "no text for too many items",
      field("people", { errors: { required: "x", minItems: "x" } }),
      [finding(forms.errorTextMissing(["maxItems"], "forms/people.json", "people"))],
    ],
    ["no autocomplete", field("people[].share", { autocomplete: undefined }), [finding(forms.autocompleteMissing([]))]],
    [
      "a condition over an item that can never hold",
      field("people[].explanation", {
        when: { and: [{ "===": [{ var: "item.relation" }, "spouse"] }, { "===": [{ var: "item.relation" }, "other"] }] },
      }),
      [finding(forms.conditionConstant(false))],
    ],
    [
      "a field that hides itself",
      field("people[].explanation", { when: { "!!": { var: "item.explanation" } } }),
      [finding(forms.shownByItself("people[].explanation"))],
    ],
    [
      "a required field that a condition hides",
      field("people[].share", { when: { "===": [{ var: "item.relation" }, "other"] } }),
      [finding(forms.requiredWhileHidden("people[].share", { relation: "spouse" }))],
    ],
    [
      "a path of an item that it has not",
      field("people[].explanation", { when: { "===": [{ var: "item.relatoin" }, "other"] } }),
      [{ rule: "unknown-variable", message: expect.stringContaining("relatoin") }],
    ],
    [
      "an item where there is none",
      field("people", { label: { text: "{name}", values: { name: { var: "item.name" } } } }),
      [{ rule: "unknown-variable", message: expect.stringContaining("item") }],
    ],
    [
      "a field that is never sent",
      {
        action: { then: { when: { all: [{ var: "form.people" }, { "!!": { var: "name" } }] }, go: "/away" } },
        checks: { total: null, more: null, numbers: null },
      },
      ["relation", "explanation", "ssn", "share"].map((name) => finding(forms.fieldNeverSent(`people[].${name}`, "save"))),
    ],
  ])("may not have %s", (_what, more, expected) => {
    expect(found(more)).toEqual(expected);
  });

  const fixed = { add: undefined, remove: undefined };
  it.each<[string, Parameters<typeof listForm>[0]]>([
    ["initial items", { ...field("people", fixed), block: { initial: { people: [] } } }],
    [
      "as many items as it needs",
      {
        ...field("people", { ...fixed, errors: { ...(FIELDS.people?.errors as object), maxItems: undefined } }),
        schema: { properties: { people: { ...(PEOPLE_SCHEMA.properties as { people: object }).people, maxItems: 1 } } },
      },
    ],
  ])("needs neither Add nor Remove with %s", (_what, more) => {
    expect(found(more).filter(({ rule }) => rule === "missing-keyword")).toEqual([]);
  });
});

describe("a check", () => {
  it.each<[string, Parameters<typeof listForm>[0], readonly object[]]>([
    [
      "at a field that is not there",
      check({ require: { "!!": { var: "form.people" } }, field: "poeple" }),
      [{ rule: "unknown-name", message: expect.stringContaining("poeple") }],
    ],
    ["that reads no field", check({ require: { "!!": { var: "auth.email" } } }), [finding(forms.checkElsewhere())]],
    [
      "at a field that it does not read",
      check({ require: { "!!": { var: "form.people.0.name" } }, field: "people[].share" }),
      [finding(forms.fieldNotRead("check", "people[].share"))],
    ],
    [
      "that sums words",
      check({ require: { "===": [{ sum: { map: [{ var: "form.people" }, { var: "name" }] } }, 100] } }),
      [{ rule: "type-mismatch", message: '"sum" takes figures, found "form.people[].name" (any text)' }],
    ],
    [
      "that adds words",
      check({ require: { ">": [{ "+": [{ var: "item.name" }] }, 0] }, field: "people[].name" }),
      [{ rule: "type-mismatch", message: '"+" takes figures, found "form.people[].name" (any text)' }],
    ],
    [
      "that sums what is no list",
      check({ require: { "===": [{ sum: { var: "form.people.0.name" } }, 100] } }),
      [expect.objectContaining({ rule: "type-mismatch" }) as object],
    ],
    [
      "that reads an item outside of one",
      check({ require: { "!!": { var: "item.name" } } }),
      expect.arrayContaining([expect.objectContaining({ rule: "unknown-variable" })]) as unknown as object[],
    ],
  ])("may not be one %s", (_what, more, expected) => {
    expect(found(more)).toEqual(expected);
  });
});
