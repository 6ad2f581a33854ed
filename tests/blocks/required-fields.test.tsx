/** Tests which fields of a form block are marked as optional (those that neither the schema nor the form requires), and when a missing value is an error. */
import type { RJSFSchema } from "@rjsf/utils";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { Block, ordered, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const schema: RJSFSchema = {
  $id: "forms/try.json",
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, nickname: { type: "string" }, code: { type: "string" } },
};
const label = (text: string) => ({ label: text, secret: false, errors: {} });
const block: CompiledBlock = {
  key: "form",
  block: "form",
  schemaId: "forms/try.json",
  schema: schema as Json,
  uiSchema: {
    name: { "ui:title": "Name" },
    nickname: { "ui:title": "Nickname" },
    code: { "ui:title": "Code", "ui:options": { required: true } },
  },
  fields: ordered({ name: label("Name"), nickname: label("Nickname"), code: label("Code") }) as unknown as Json,
  submit: "save",
  submitLabel: "Continue",
  checks: [
    {
      key: "code",
      require: { "!!": [{ "!!": [{ var: "form.code" }] }] },
      field: "code",
      error: "Enter the code.",
      reads: ["form.code"],
      local: false,
    },
    {
      key: "short",
      require: { "!!": [{ "===": [{ var: "form.nickname" }, "Al"] }] },
      field: "nickname",
      error: "No.",
      reads: [],
      local: true,
    },
  ] as unknown as Json,
};

it("marks a field as optional unless the schema or the form requires a value", () => {
  render(<Block block={block} screen={screenFor({ validators: { "forms/try.json": validatorsOf(schema) } })} />);
  expect([...document.querySelectorAll("label")].map(({ textContent }) => textContent)).toEqual(["Name", "Nickname (optional)", "Code"]);
  expect(screen.getByLabelText("Code")).toBeVisible();
});

const conditional: RJSFSchema = {
  $id: "forms/try.json",
  type: "object",
  required: ["name", "status"],
  properties: { name: { type: "string", minLength: 1 }, status: { type: "string", enum: ["employed", "retired"] } },
  if: { properties: { status: { const: "employed" } }, required: ["status"] },
  then: { properties: { employer: { type: "string", minLength: 1 } }, required: ["employer"] },
};

it("shows no error of a field that has come since the last submit, before the next one", async () => {
  const user = userEvent.setup();
  const form: CompiledBlock = {
    ...block,
    schema: conditional as Json,
    uiSchema: { name: { "ui:title": "Name" }, status: { "ui:title": "Status" }, employer: { "ui:title": "Employer" } },
    fields: ordered({ name: label("Name"), status: label("Status"), employer: label("Employer") }) as unknown as Json,
    checks: [],
  };
  render(<Block block={form} screen={screenFor({ validators: { "forms/try.json": validatorsOf(conditional) } })} />);
  const submit = () => user.click(screen.getByRole("button", { name: "Continue" }));
  const isInvalid = (name: string) => screen.getByLabelText(name).getAttribute("aria-invalid") === "true";
  await submit();
  expect([isInvalid("Name"), isInvalid("Status")]).toEqual([true, true]);
  await user.selectOptions(screen.getByLabelText("Status"), "employed");
  expect(await screen.findByLabelText("Employer")).toBeVisible();
  expect([isInvalid("Name"), isInvalid("Status"), isInvalid("Employer")]).toEqual([true, false, false]);
  await submit();
  expect(isInvalid("Employer")).toBe(true);
});

it("lists the errors in the order of the fields, those of checks among them", async () => {
  const user = userEvent.setup();
  const form: CompiledBlock = { ...block, fields: ordered({ code: label("Code"), name: label("Name") }) as unknown as Json };
  render(<Block block={form} screen={screenFor({ validators: { "forms/try.json": validatorsOf(schema) } })} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const summary = document.querySelector("[data-error-summary]");
  expect([...(summary?.querySelectorAll("a") ?? [])].map(({ hash }) => hash)).toEqual(["#form_code", "#form_name"]);
});
