/** Tests what a form does with the values of fields that a choice hides: it keeps them, does not send them, and no condition reads them. */
import type { RJSFSchema } from "@rjsf/utils";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { Block, ordered, type Raised, type ScreenOptions, screenFor, when } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const schema: RJSFSchema = {
  $id: "forms/heir.json",
  type: "object",
  required: ["kind"],
  properties: {
    kind: { type: "string", enum: ["person", "trust"] },
    nickname: { type: "string" },
    reason: { type: "string" },
    tax_id: { type: "string" },
  },
  if: { properties: { kind: { const: "trust" } }, required: ["kind"] },
  then: { properties: { name: { type: "string", minLength: 1 } }, required: ["name"] },
};

const TRUST = when({ "===": [{ var: "form.kind" }, "trust"] });
const field = (label: string, more: object = {}) => ({ label, secret: false, errors: {}, ...more });
const block = {
  key: "form",
  block: "form",
  schemaId: "forms/heir.json",
  schema: schema as Json,
  uiSchema: {
    kind: { "ui:title": "Kind", "ui:widget": "select", "ui:enumNames": ["Person", "Trust"] },
    nickname: { "ui:title": "Nickname" },
    reason: { "ui:title": "Reason" },
    tax_id: { "ui:title": "Tax number" },
    name: { "ui:title": "Name" },
    "ui:order": ["kind", "nickname", "reason", "tax_id", "name", "*"],
  },
  fields: ordered({
    kind: field("Kind"),
    nickname: field("Nickname", { when: TRUST }),
    reason: field("Reason", { when: when({ "===": [{ var: "form.nickname" }, "Ada"] }) }),
    tax_id: field("Tax number", { when: TRUST, secret: true }),
    name: field("Name"),
  }) as unknown as Json,
  submit: "save",
  submitLabel: "Continue",
} as unknown as CompiledBlock;

function draw(options: ScreenOptions = {}) {
  const raised: Raised[] = [];
  const drafts: Json[] = [];
  const handle = screenFor({
    validators: { "forms/heir.json": validatorsOf(schema) },
    onRaise: (each) => void raised.push(each),
    onDraft: (_, data) => void drafts.push(data),
    ...options,
  });
  render(<Block block={block} screen={handle} />);
  const user = userEvent.setup();
  const choose = (kind: string) => user.selectOptions(screen.getByLabelText("Kind"), kind);
  const send = () => user.click(screen.getByRole("button", { name: "Continue" }));
  return { raised, drafts, user, choose, send };
}

describe("the value of a field that a choice hides", () => {
  it("is not sent, is in the draft, and comes back with the choice", async () => {
    const { raised, drafts, user, choose, send } = draw();
    await choose("Trust");
    await user.type(await screen.findByLabelText(/Nickname/), "Family");
    await user.type(screen.getByLabelText("Name"), "Lovelace Trust");
    await choose("Person");
    expect(screen.queryByLabelText(/Nickname/)).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Name")).not.toBeInTheDocument();
    expect(drafts.at(-1)).toEqual({ kind: "person", nickname: "Family", name: "Lovelace Trust" });
    await send();
    expect(raised).toEqual([{ action: "save", form: { kind: "person" } }]);
    await choose("Trust");
    expect(await screen.findByLabelText(/Nickname/)).toHaveValue("Family");
    expect(screen.getByLabelText("Name")).toHaveValue("Lovelace Trust");
    await send();
    expect(raised[1]?.form).toEqual({ kind: "trust", nickname: "Family", name: "Lovelace Trust" });
  });

  it("comes back after a reload", async () => {
    const { choose } = draw({ drafts: { "forms/heir.json": { kind: "person", nickname: "Family" } } });
    expect(screen.queryByLabelText(/Nickname/)).not.toBeInTheDocument();
    await choose("Trust");
    expect(await screen.findByLabelText(/Nickname/)).toHaveValue("Family");
  });

  it("is not read by conditions", async () => {
    const { user, choose } = draw();
    await choose("Trust");
    await user.type(await screen.findByLabelText(/Nickname/), "Ada");
    expect(await screen.findByLabelText(/Reason/)).toBeInTheDocument();
    await choose("Person");
    expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument();
  });

  it("is entered again where it is secret", async () => {
    const { drafts, user, choose } = draw();
    await choose("Trust");
    await user.type(await screen.findByLabelText(/Tax number/), "123");
    await choose("Person");
    await choose("Trust");
    expect(await screen.findByLabelText(/Tax number/)).toHaveValue("");
    expect(JSON.stringify(drafts)).not.toContain("123");
  });
});
