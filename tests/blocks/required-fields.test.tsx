/** Tests which fields of a form block are marked as optional: those that neither the schema nor a check requires. */
import type { RJSFSchema } from "@rjsf/utils";
import { render, screen } from "@testing-library/react";
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
  uiSchema: { name: { "ui:title": "Name" }, nickname: { "ui:title": "Nickname" }, code: { "ui:title": "Code" } },
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

it("marks a field as optional unless the schema or a check requires a value", () => {
  render(<Block block={block} screen={screenFor({ validators: { "forms/try.json": validatorsOf(schema) } })} />);
  expect([...document.querySelectorAll("label")].map(({ textContent }) => textContent)).toEqual(["Name", "Nickname (optional)", "Code"]);
  expect(screen.getByLabelText("Code")).toBeVisible();
});
