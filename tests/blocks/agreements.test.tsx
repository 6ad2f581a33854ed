/** Tests that what the depositor agrees to in a form counts for one call. */
import type { RJSFSchema } from "@rjsf/utils";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { Block, ordered, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const schema: RJSFSchema = {
  $id: "forms/transfer.json",
  type: "object",
  required: ["memo", "authorized"],
  properties: { memo: { type: "string", minLength: 1 }, authorized: { type: "boolean", const: true } },
};
const block: CompiledBlock = {
  key: "form",
  block: "form",
  schemaId: "forms/transfer.json",
  schema: schema as Json,
  uiSchema: {
    memo: { "ui:title": "Memo" },
    authorized: { "ui:title": "I authorize the transfer", "ui:widget": "checkbox" },
    "ui:order": ["memo", "authorized", "*"],
  },
  fields: ordered({
    memo: { label: "Memo", secret: false, errors: {} },
    authorized: { label: "I authorize the transfer", secret: false, errors: { required: "Check the box to authorize the transfer." } },
  }) as unknown as Json,
  submit: "send",
  submitLabel: "Send",
};

/** Sends the form once. `answers`: whether each call succeeds, after which the runtime deletes the draft. */
async function sendOnce(...answers: readonly boolean[]) {
  const sent: unknown[] = [];
  let draft: Json = null;
  const handle = {
    ...screenFor({ validators: { "forms/transfer.json": validatorsOf(schema) } }),
    draft: () => draft,
    saveDraft: (_form: string, data: Json) => {
      draft = data;
    },
    raise: async (_action: string, payload: { readonly form?: Json } = {}) => {
      if (answers[sent.length] === true) draft = null;
      sent.push(payload.form);
    },
  };
  render(<Block block={block} screen={handle} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Memo"), "Rent");
  await user.click(screen.getByRole("checkbox", { name: "I authorize the transfer" }));
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toEqual([{ memo: "Rent", authorized: true }]);
  return { sent, user, draft: () => draft };
}

it("asks again for the agreement once its call is done, without an error, and keeps the rest", async () => {
  const { sent, user, draft } = await sendOnce(true, false, true);
  const box = screen.getByRole("checkbox", { name: "I authorize the transfer" });
  expect(box).not.toBeChecked();
  expect(screen.queryByText("Check the box to authorize the transfer.")).toBeNull();
  expect(screen.getByLabelText("Memo")).toHaveValue("Rent");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toHaveLength(1);
  expect(screen.getAllByText("Check the box to authorize the transfer.").length).toBeGreaterThan(0);
  await user.click(box);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toHaveLength(2);
  expect(box).toBeChecked();
  expect(draft()).toEqual({ memo: "Rent", authorized: true });
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toHaveLength(3);
  expect(box).not.toBeChecked();
});

it("saves no draft when a form whose call is done leaves the page", async () => {
  const { draft } = await sendOnce(true);
  cleanup();
  expect(draft()).toBeNull();
});

it("keeps the agreement where the call failed", async () => {
  const { sent, user } = await sendOnce(false);
  expect(screen.getByRole("checkbox", { name: "I authorize the transfer" })).toBeChecked();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toHaveLength(2);
});
