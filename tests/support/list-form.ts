/** Exports a form with a list of fields and checks, in the small flows: people with shares of exactly 100%, none of them the depositor. */
import type { Json } from "../../src/language/definition.js";
import { withScreen } from "./small-flows.js";

export const PEOPLE_FORM = "schemas/forms/people.json";

type Keywords = { readonly [keyword: string]: unknown };

const SHARE = {
  type: "string",
  pattern: "^\\d{1,3}(\\.\\d{1,2})?$",
};

export const PEOPLE_SCHEMA: Keywords = {
  $id: "forms/people.json",
  type: "object",
  additionalProperties: false,
  required: ["people"],
  properties: {
    people: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: {
        type: "object",
        required: ["name", "relation", "share"],
        properties: {
          name: { type: "string", minLength: 1 },
          relation: { type: "string", enum: ["spouse", "other"] },
          explanation: { type: "string" },
          ssn: { type: "string", format: "ssn" },
          share: SHARE,
        },
      },
    },
  },
};

export const FIELDS: Readonly<Record<string, Keywords>> = {
  people: {
    label: "Beneficiaries",
    item: { text: "Beneficiary {position}", values: { position: { var: "position" } } },
    add: "Add a beneficiary",
    remove: { text: "Remove beneficiary {position}", values: { position: { var: "position" } } },
    empty: "You haven't named anyone yet.",
    errors: { required: "Name at least one person.", minItems: "Name at least one person.", maxItems: "Name up to 3 people." },
  },
  "people[].name": {
    label: "Legal name",
    autocomplete: "off",
    errors: { required: "Enter the person's legal name.", minLength: "Enter the person's legal name." },
  },
  "people[].relation": {
    label: "Relationship",
    widget: "select",
    autocomplete: "off",
    options: { spouse: "Spouse", other: "Other" },
    errors: { required: "Choose the relationship." },
  },
  "people[].explanation": {
    label: { text: "How do you know {name}?", values: { name: { var: "item.name" } } },
    autocomplete: "off",
    when: { "===": [{ var: "item.relation" }, "other"] },
  },
  "people[].ssn": {
    label: "Social Security number",
    widget: "secret-number",
    autocomplete: "off",
    errors: { format: "Check the number." },
  },
  "people[].share": {
    label: "Share in percent",
    autocomplete: "off",
    width: "half",
    errors: { required: "Enter a share.", pattern: "Enter a share like 33.33." },
  },
};

const shares = { map: [{ var: "form.people" }, { var: "share" }] };

export const CHECKS: Readonly<Record<string, Keywords>> = {
  total: {
    require: { "===": [{ sum: shares }, 100] },
    field: "people",
    error: { text: "The shares add up to {sum}%. They must add up to 100%.", values: { sum: { sum: shares } } },
  },
  more: {
    require: { "!": { some: [{ var: "form.people" }, { "==": [{ var: "share" }, "0"] }] } },
    field: "people",
    error: "Enter shares above 0.",
  },
  numbers: {
    require: { distinct: { map: [{ var: "form.people" }, { var: "ssn" }] } },
    field: "people",
    error: "Two people can't have the same Social Security number.",
  },
  other: {
    when: { "!!": { var: "auth.email" } },
    require: { "!==": [{ var: "item.name" }, { var: "auth.email" }] },
    field: "people[].name",
    error: "You can't be your own beneficiary.",
  },
};

/** The small flows with the form on the screen `page`. `null` takes a field or a check away. */
export function listForm(
  more: {
    readonly fields?: Keywords;
    readonly checks?: Keywords;
    readonly schema?: Keywords;
    readonly action?: Keywords;
    readonly block?: Keywords;
  } = {},
) {
  const kept = (keywords: Keywords): Keywords => Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== null));
  const form = {
    block: "form",
    schema: "forms/people.json",
    submit: "save",
    submitLabel: "Continue",
    fields: { items: kept({ ...FIELDS, ...more.fields }) },
    checks: { items: kept({ ...CHECKS, ...more.checks }) },
    ...more.block,
  };
  return {
    ...withScreen("page", {
      body: { items: { form } },
      actions: { save: { then: { when: { "!!": { var: "form.people" } }, go: "/away" }, ...more.action } },
    }),
    "flows/fields.json": {
      language: 2,
      formats: { ssn: { description: "A Social Security number.", remove: " -", pattern: "^\\d{9}$" } },
    },
    [PEOPLE_FORM]: { ...PEOPLE_SCHEMA, ...more.schema },
  };
}

export const person = (more: { readonly [name: string]: Json } = {}): Json => ({
  name: "Ada Byron",
  relation: "spouse",
  share: "100",
  ...more,
});
