/** Tests field types: a field's own keywords win, options by name, patches by a brand. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import type { CompiledForm } from "../../../src/language/bundle.js";
import * as problems from "../../../src/language/problems.js";
import { unusedFieldType } from "../../../src/language/unused-problems.js";
import { APP, BRAND, FLOW, LOGIN_SCHEMA, SECOND_BRAND, smallSource } from "../../support/small-flows.js";

const FIELDS = "flows/fields.json";
const types = {
  language: APP.language,
  options: { kinds: { a: "One", b: "Two" } },
  types: {
    email: {
      widget: "email",
      autocomplete: "username",
      errors: {
        required: { text: "{label} is missing.", values: { label: { var: "item.label" } } },
        format: "Like name@example.com.",
        maxLength: "Too long.",
      },
    },
    kind: { widget: "radio", options: "kinds", errors: { required: "Choose." } },
  },
};
const blocks = FLOW.screens.login.body.items as { readonly form: { readonly fields: { readonly items: object } } };
const own = blocks.form;

function source(email: object, more: { readonly fields?: object; readonly files?: object; readonly properties?: object } = {}) {
  const items = { ...own.fields.items, email, ...more.fields };
  const body = { ...FLOW.screens.login.body, items: { ...blocks, form: { ...own, fields: { items } } } };
  return smallSource({
    "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, login: { ...FLOW.screens.login, body } } },
    "schemas/forms/credentials.json": { ...LOGIN_SCHEMA, properties: { ...LOGIN_SCHEMA.properties, ...more.properties } },
    [FIELDS]: types,
    ...more.files,
  });
}

function compiled(from: ReturnType<typeof source>, slug = "first") {
  const { bundle, problems: found } = compile(from, slug);
  const form = bundle?.journeys.start?.screens.login?.body.find(({ block }) => block === "form") as unknown as CompiledForm | undefined;
  const reported = found.filter(({ rule }) => rule !== "unused").map(({ file, rule, message }) => ({ file, rule, message }));
  return { form, reported, found };
}

describe("a field's type", () => {
  it("gives the keywords that the field lacks, errors by key, and no finding about an error that this field cannot have", () => {
    const { form, reported } = compiled(source({ type: "email", label: "Your email", errors: { format: "Check the address." } }));
    expect(reported).toEqual([]);
    expect(form?.uiSchema).toMatchObject({ email: { "ui:title": "Your email", "ui:widget": "email", "ui:autocomplete": "username" } });
    expect(form?.fields.items.email?.errors).toEqual({
      format: "Check the address.",
      required: "Your email is missing.",
    });
  });

  it("gives its options by name, and a field may name them itself", () => {
    const properties = { kind: { type: "string", enum: ["a", "b"] }, other: { type: "string", enum: ["a", "b"] } };
    const fields = {
      kind: { type: "kind", label: "Kind" },
      other: { label: "Other", widget: "select", autocomplete: "off", options: "kinds" },
    };
    const save = source({ type: "email", label: "Email" }, { properties, fields });
    const ui = compiled(save).reported;
    // The small gateway takes two fields: the only findings are about the additional ones.
    expect(new Set(ui.map(({ rule }) => rule))).toEqual(new Set(["input-mismatch"]));
  });

  it("is patched by a brand's overlay", () => {
    const files = {
      "flows/brands/second/brand.json": SECOND_BRAND,
      "flows/brands/second/overlay.json": { language: BRAND.language, fields: { types: { email: { errors: { format: "Ours." } } } } },
    };
    const from = source({ type: "email", label: "Email" }, { files });
    expect(compiled(from, "second").form?.fields.items.email?.errors.format).toBe("Ours.");
    expect(compiled(from).form?.fields.items.email?.errors.format).toBe("Like name@example.com.");
  });

  it("must exist", () => {
    const { reported } = compiled(source({ type: "emial", label: "Email", options: "knids" }));
    const finding = ({ rule, message }: problems.Finding) => expect.objectContaining({ rule, message }) as object;
    expect(reported).toContainEqual(finding(problems.unknownFieldType("emial", ["email"])));
    expect(reported).toContainEqual(finding(problems.unknownOptionList("knids", ["kinds"])));
  });

  it("is a warning where no field has it", () => {
    const { found } = compiled(source({ type: "email", label: "Email" }));
    expect(found).toContainEqual(expect.objectContaining({ file: FIELDS, ...unusedFieldType("kind") }));
  });
});
