/** Tests a form while the depositor types, and a form that is entered with errors of another screen. */
import RjsfForm from "@rjsf/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { FormTyping } from "../../src/blocks/form-typing.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { Block, ordered, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const schema = {
  $id: "forms/try.json",
  type: "object" as const,
  properties: { email: { type: "string" as const, format: "email" }, city: { type: "string" as const, minLength: 1 } },
  required: ["email", "city"],
};
const block = {
  key: "it",
  block: "form",
  submit: "save",
  submitLabel: "Continue",
  schemaId: schema.$id,
  schema,
  uiSchema: { email: { "ui:title": "Email" }, city: { "ui:title": "City" } },
  fields: ordered({ email: { label: "Email", errors: { required: "Enter your email." } }, city: { label: "City", errors: {} } }),
} as unknown as CompiledBlock;

describe("the draft of a form that leaves the page", () => {
  async function leave(typing: (user: ReturnType<typeof userEvent.setup>) => Promise<void>, isSent = false) {
    const drafts: Json[] = [];
    const handle = screenFor({ validators: { [schema.$id]: validatorsOf(schema) }, onDraft: (_form, data) => void drafts.push(data) });
    const user = userEvent.setup();
    const { unmount } = render(<Block block={block} screen={isSent ? { ...handle, draft: () => null } : handle} />);
    await typing(user);
    unmount();
    return drafts;
  }

  it("has what was typed just before", async () => {
    const drafts = await leave(async (user) => {
      await user.type(screen.getByLabelText("Email"), "ada@example.com");
      await user.type(screen.getByLabelText("City"), "Lond");
    });
    expect(drafts.at(-1)).toEqual({ email: "ada@example.com", city: "Lond" });
  });

  it("is not saved when nothing was typed", async () => {
    expect(await leave(async () => {})).toEqual([]);
  });

  it("stays deleted when the form was sent", async () => {
    const saved = { email: "ada@example.com" };
    const typing = async (user: ReturnType<typeof userEvent.setup>) => {
      await user.type(screen.getByLabelText("Email"), "ada@example.com");
      await user.tab();
      await user.type(screen.getByLabelText("City"), "L");
    };
    expect(await leave(typing)).toEqual([saved, { ...saved, city: "L" }]);
    expect(await leave(typing, true)).toEqual([saved]);
  });
});

it("takes a typed text that nothing reads once, with the draft", async () => {
  vi.useFakeTimers();
  try {
    const drafts: Json[] = [];
    const typed = vi.spyOn(FormTyping.prototype, "typed");
    const handle = screenFor({ validators: { [schema.$id]: validatorsOf(schema) }, onDraft: (_form, data) => void drafts.push(data) });
    render(<Block block={block} screen={handle} />);
    for (const text of ["a", "ab", "abc"]) {
      fireEvent.change(screen.getByLabelText("Email"), { target: { value: text } });
      await act(async () => void (await vi.advanceTimersByTimeAsync(900)));
    }
    expect(drafts).toEqual([]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
    expect(drafts).toEqual([{ email: "abc" }]);
    expect(typed).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it("gives typed texts to rjsf with the first data that is sent, not when a field is left or a submit is refused", async () => {
  const drafts: Json[] = [];
  const onRaise = vi.fn();
  const user = userEvent.setup();
  const validators = { [schema.$id]: validatorsOf(schema) };
  render(<Block block={block} screen={screenFor({ validators, onRaise, onDraft: (_form, data) => void drafts.push(data) })} />);
  const rendered = vi.spyOn(RjsfForm.prototype, "render");
  await user.type(screen.getByLabelText("City"), "Rome");
  await user.tab();
  expect(drafts).toEqual([{ city: "Rome" }]);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByLabelText("Email")).toBeInvalid();
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.tab();
  expect(screen.getByLabelText("Email")).toBeValid();
  expect(rendered).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(onRaise).toHaveBeenCalledWith(expect.objectContaining({ form: { email: "ada@example.com", city: "Rome" } }));
  expect(rendered).toHaveBeenCalled();
  expect(screen.getByLabelText("City")).toHaveValue("Rome");
});

it("shows the errors in elements that the form already has, so that the styles of its fields are not computed again", async () => {
  const user = userEvent.setup();
  const { container } = render(<Block block={block} screen={screenFor({ validators: { [schema.$id]: validatorsOf(schema) } })} />);
  const parts = [...(container.querySelector("form")?.children ?? [])];
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("link", { name: "Enter your email." })).toBeInTheDocument();
  expect([...(container.querySelector("form")?.children ?? [])]).toEqual(parts);
});

it("shows a corrected error at the short pause, also of a text that was begun before the errors were shown", async () => {
  const user = userEvent.setup();
  const handle = screenFor({ validators: { [schema.$id]: validatorsOf(schema) } });
  render(<Block block={block} screen={handle} />);
  await user.type(screen.getByLabelText("City"), "L");
  // Enter submits while the field keeps the focus.
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Enter your email.");
  expect(screen.getByLabelText("City")).not.toHaveAttribute("aria-invalid");
  await user.clear(screen.getByLabelText("City"));
  await waitFor(() => expect(screen.getByLabelText("City")).toHaveAttribute("aria-invalid", "true"));
});

it("keeps what was typed over the initial data of one history entry out of another", async () => {
  const entered = { ...block, initial: { email: { if: [{ var: "route.state.email" }, { var: "route.state.email" }, "ada@example.com"] } } };
  const drafts: Record<string, Json> = {};
  const at = (email: Json) =>
    screenFor({
      validators: { [schema.$id]: validatorsOf(schema) },
      scope: { route: { state: { email } } },
      drafts: { ...drafts },
      onDraft: (name, data) => {
        drafts[name] = data;
      },
    });
  const shown = (email: Json) => render(<Block block={entered as unknown as CompiledBlock} screen={at(email)} />);
  const values = () => ["Email", "City"].map((label) => (screen.getByLabelText(label) as HTMLInputElement).value);
  const user = userEvent.setup();

  const first = shown("bert@example.com");
  expect(values()).toEqual(["bert@example.com", ""]);
  await user.type(screen.getByLabelText("City"), "Rome");
  first.unmount();

  const other = shown(null);
  expect(values()).toEqual(["ada@example.com", ""]);
  other.unmount();

  shown("bert@example.com");
  expect(values()).toEqual(["bert@example.com", "Rome"]);
});

it("removes an error and saves a draft during a pause, without rendering another field", async () => {
  const drafts: Json[] = [];
  const handle = screenFor({ validators: { [schema.$id]: validatorsOf(schema) }, onDraft: (_form, data) => void drafts.push(data) });
  const user = userEvent.setup();
  render(<Block block={block} screen={handle} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const [email, city] = [screen.getByLabelText("Email"), screen.getByLabelText("City")];
  expect(email).toHaveAccessibleDescription("Enter your email.");
  const changed = vi.fn();
  const observer = new MutationObserver(changed);
  observer.observe(city.closest(".pb-field") as HTMLElement, { subtree: true, attributes: true, childList: true });
  await user.type(email, "ada@example.com");
  await waitFor(() => expect(email).toBeValid());
  expect(email).toHaveFocus();
  expect(screen.queryByRole("link", { name: "Enter your email." })).not.toBeInTheDocument();
  expect(city).toBeInvalid();
  expect(drafts).toEqual([]);
  await waitFor(() => expect(drafts).toEqual([{ email: "ada@example.com" }]), { timeout: 3_000 });
  expect(email).toHaveFocus();
  expect(changed).not.toHaveBeenCalled();
  observer.disconnect();
});

it("changes nothing on the page for a key after which the same errors remain", async () => {
  const user = userEvent.setup();
  const handle = screenFor({ validators: { [schema.$id]: validatorsOf(schema) } });
  const { container } = render(<Block block={block} screen={handle} />);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const email = screen.getByLabelText("Email");
  await user.type(email, "a");
  await waitFor(() => expect(email).not.toHaveAccessibleDescription("Enter your email."));
  expect(email).toBeInvalid();
  const changed = vi.fn();
  const observer = new MutationObserver(changed);
  observer.observe(container, { subtree: true, attributes: true, childList: true, characterData: true });
  const taken = vi.spyOn(FormTyping.prototype, "typed");
  await user.type(email, "d", { skipClick: true });
  await waitFor(() => expect(taken).toHaveBeenLastCalledWith("it_email", "ad", false));
  expect(changed).not.toHaveBeenCalled();
  observer.disconnect();
  taken.mockRestore();
});

it("shows at its fields the errors that its screen was entered with, until these change, and none of other fields", async () => {
  const handle = screenFor({
    validators: { [schema.$id]: validatorsOf(schema) },
    drafts: { [schema.$id]: { email: "ada@example.com", city: "Rome" } },
    fieldErrors: [
      { path: "email", message: "This email is taken." },
      { path: "phone", message: "Of another form." },
    ],
  });
  const user = userEvent.setup();
  render(<Block block={block} screen={handle} />);
  const email = screen.getByLabelText("Email");
  await waitFor(() => expect(email).toHaveAccessibleDescription("This email is taken."));
  expect(screen.getByLabelText("City")).toBeValid();
  expect(screen.queryByText("Of another form.")).not.toBeInTheDocument();
  await user.type(email, ".org");
  await user.tab();
  await waitFor(() => expect(email).toBeValid());
});
