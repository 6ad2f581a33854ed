/** Tests that what the depositor agrees to in a form counts for one call, and for the text that was shown. */
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
  expect(draft()).toEqual({ memo: "Rent", authorized: "I authorize the transfer" });
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

/** The form with the amount in its label. */
const label = {
  icu: [
    { type: 0, value: "I authorize a transfer of " },
    { type: 1, value: "amount" },
  ],
  values: { amount: { var: "amount" } },
};
const ofAmount = {
  ...block,
  uiSchema: {
    memo: { "ui:title": "Memo" },
    authorized: { "ui:options": { title: label }, "ui:widget": "checkbox" },
    "ui:order": ["memo", "authorized", "*"],
  },
  fields: ordered({
    memo: { label: "Memo", secret: false, errors: {} },
    authorized: { label, secret: false, errors: { required: "Check the box to authorize the transfer." } },
  }) as unknown as Json,
} as unknown as CompiledBlock;

/** The screen with an amount and a draft of the form. */
function screenOf(amount: string, draft: Json, onDraft?: (form: string, data: Json) => void) {
  return screenFor({
    scope: { amount },
    drafts: { "forms/transfer.json": draft },
    validators: { "forms/transfer.json": validatorsOf(schema) },
    ...(onDraft === undefined ? {} : { onDraft }),
  });
}

it("asks again for an agreement whose text has changed, and keeps the rest", async () => {
  const drafts: Json[] = [];
  const save = (_form: string, data: Json) => void drafts.push(data);
  const { rerender } = render(<Block block={ofAmount} screen={screenOf("$20.00", null, save)} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Memo"), "Rent");
  await user.click(screen.getByRole("checkbox", { name: "I authorize a transfer of $20.00" }));
  rerender(<Block block={ofAmount} screen={screenOf("$20.00", null, save)} />);
  expect(screen.getByRole("checkbox", { name: "I authorize a transfer of $20.00" })).toBeChecked();
  rerender(<Block block={ofAmount} screen={screenOf("$90.00", null, save)} />);
  const box = screen.getByRole("checkbox", { name: "I authorize a transfer of $90.00" });
  expect(box).not.toBeChecked();
  expect(screen.getByLabelText("Memo")).toHaveValue("Rent");
  expect(drafts.at(-1)).toEqual({ memo: "Rent", authorized: false });
  await user.click(box);
  expect(drafts.at(-1)).toEqual({ memo: "Rent", authorized: "I authorize a transfer of $90.00" });
});

it("restores an agreement with a draft only to the text that was shown", () => {
  const agreed = { memo: "Rent", authorized: "I authorize a transfer of $20.00" };
  render(<Block block={ofAmount} screen={screenOf("$20.00", agreed)} />);
  expect(screen.getByRole("checkbox")).toBeChecked();
  cleanup();
  render(<Block block={ofAmount} screen={screenOf("$90.00", agreed)} />);
  expect(screen.getByRole("checkbox")).not.toBeChecked();
  expect(screen.getByLabelText("Memo")).toHaveValue("Rent");
});
