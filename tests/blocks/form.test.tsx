/** Tests the form block: validation, messages, drafts, server errors, and that a form is sent once. */
import type { RJSFSchema } from "@rjsf/utils";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { expectConsoleErrors } from "./expected-errors.js";
import { Block, ordered, type Raised, type ScreenOptions, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const schema: RJSFSchema = {
  $id: "forms/try.json",
  type: "object",
  required: ["email", "password", "confirm_password", "status", "custom_fields"],
  properties: {
    email: { type: "string", minLength: 1, pattern: "^[^@ ]+@[^@ ]+$" },
    password: { type: "string", minLength: 8 },
    confirm_password: { type: "string", minLength: 1 },
    status: { type: "string", enum: ["employed", "retired"] },
    nickname: { type: "string", maxLength: 5, description: "For those who write schemas." },
    custom_fields: { type: "object", required: ["member_number"], properties: { member_number: { type: "string", minLength: 3 } } },
  },
  if: { properties: { status: { const: "employed" } }, required: ["status"] },
  then: { properties: { employer: { type: "string", minLength: 1 } }, required: ["employer"] },
};
const validators = { "forms/try.json": validatorsOf(schema) };
const label = (text: string, more: object = {}) => ({ label: text, secret: false, errors: {}, ...more });
const block: CompiledBlock = {
  key: "form",
  block: "form",
  schemaId: "forms/try.json",
  schema: schema as Json,
  uiSchema: {
    email: { "ui:title": "Email", "ui:widget": "email", "ui:autocomplete": "username", "ui:options": { width: "full" } },
    password: { "ui:title": "Password", "ui:widget": "new-password" },
    confirm_password: { "ui:title": "Confirm password", "ui:widget": "new-password" },
    status: { "ui:title": "Status", "ui:widget": "select", "ui:enumNames": ["Employed", "Retired"] },
    nickname: { "ui:options": { title: { icu: [{ type: 1, value: "bank" }], values: { bank: { var: "brand" } } } } },
    employer: { "ui:title": "Employer" },
    custom_fields: { member_number: { "ui:title": "Member number", "ui:help": "It is on your card." } },
    "ui:order": ["email", "password", "confirm_password", "status", "employer", "nickname", "custom_fields", "*"],
  },
  fields: ordered({
    email: label("Email", { errors: { required: "Enter your email address.", pattern: "Enter an email address like name@example.com." } }),
    password: label("Password", { secret: true, errors: { minLength: "Use at least 8 characters." } }),
    confirm_password: label("Confirm password", { secret: true }),
    status: label("Status"),
    employer: label("Employer"),
    nickname: label("Nickname"),
    "custom_fields.member_number": label("Member number"),
  }) as unknown as Json,
  submit: "save",
  submitLabel: "Continue",
  checks: [
    {
      key: "same",
      require: { "===": [{ var: "form.confirm_password" }, { var: "form.password" }] },
      field: "confirm_password",
      error: "The passwords differ.",
      reads: ["form.confirm_password", "form.password"],
      local: true,
    },
  ] as unknown as Json,
};

function draw(options: ScreenOptions = {}, shown: CompiledBlock = block) {
  const raised: Raised[] = [];
  const drafts: [string, Json][] = [];
  const handle = (more: ScreenOptions = {}) =>
    screenFor({
      validators,
      scope: { brand: "Harbor name" },
      onRaise: (each) => void raised.push(each),
      onDraft: (form, data) => void drafts.push([form, data]),
      ...options,
      ...more,
    });
  const view = render(<Block block={shown} screen={handle()} />);
  const again = (more: ScreenOptions) => view.rerender(<Block block={shown} screen={handle(more)} />);
  return { raised, drafts, again, user: userEvent.setup() };
}

const submit = () => screen.getByRole("button", { name: "Continue" });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Confirm password"), "correct horse");
  await user.selectOptions(screen.getByLabelText("Status"), "Retired");
  await user.type(screen.getByLabelText("Member number"), "12345");
}

describe("a form", () => {
  it("raises its action with the typed data", async () => {
    const { raised, user } = draw();
    await fill(user);
    await user.click(submit());
    expect(raised).toEqual([
      {
        action: "save",
        form: {
          email: "ada@example.com",
          password: "correct horse",
          confirm_password: "correct horse",
          status: "retired",
          custom_fields: { member_number: "12345" },
        },
      },
    ]);
  });

  it("shows the flow's error messages, else default ones with the label, and focuses the summary", async () => {
    const { raised, user } = draw();
    await user.type(screen.getByLabelText("Password"), "short");
    await user.type(screen.getByLabelText(/Harbor name/), "too long");
    await user.click(submit());
    expect(raised).toEqual([]);
    const summary = screen.getByRole("region", { name: "Check 6 fields and try again" });
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(
      expect.arrayContaining([
        "Enter your email address.",
        "Use at least 8 characters.",
        "“Confirm password” is required.",
        "“Nickname” must be 5 characters or fewer.",
        "“Member number” is required.",
      ]),
    );
    expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Enter your email address.");
    expect(screen.getByLabelText("Member number")).toHaveAccessibleDescription("“Member number” is required. It is on your card.");
    await user.click(within(summary).getByRole("link", { name: "“Member number” is required." }));
    expect(screen.getByLabelText("Member number")).toHaveFocus();
  });

  it("shows no error before the first submit, and removes one once it is corrected", async () => {
    const { user } = draw();
    await user.click(screen.getByLabelText("Email"));
    await user.tab();
    expect(screen.queryByRole("region")).not.toBeInTheDocument();
    await user.click(submit());
    await user.type(screen.getByLabelText("Email"), "ada@example.com");
    await user.tab();
    expect(screen.getByLabelText("Email")).toBeValid();
    expect(screen.getByLabelText("Password")).toBeInvalid();
  });

  it("checks that two fields match", async () => {
    const { raised, user } = draw();
    await fill(user);
    await user.type(screen.getByLabelText("Confirm password"), "x");
    await user.click(submit());
    expect(raised).toEqual([]);
    expect(screen.getByLabelText("Confirm password")).toHaveAccessibleDescription("The passwords differ.");
  });

  it("shows the server's errors at their fields until these change, and other errors in the summary", async () => {
    const { again, user } = draw();
    await fill(user);
    // From the button, so that the summary's focus leaves no field: React's act() flushes too late for what that would do.
    await user.tab();
    await user.keyboard("{Enter}");
    again({
      fieldErrors: [
        { path: "email", message: "This email is taken." },
        { path: "captcha", message: "Try again later." },
      ],
    });
    const summary = await screen.findByRole("region", { name: "Check 2 fields and try again" });
    expect(summary).toHaveFocus();
    expect(within(summary).getByRole("link", { name: "This email is taken." })).toBeVisible();
    expect(within(summary).getByText("Try again later.")).toBeVisible();
    expect(screen.getByLabelText("Email")).toBeInvalid();
    await user.type(screen.getByLabelText("Email"), ".org");
    await user.tab();
    await waitFor(() => expect(screen.getByLabelText("Email")).toBeValid());
  });

  it("shows no errors of an action that another form of the screen raised after it was sent", async () => {
    const { again, raised, user } = draw();
    await fill(user);
    submit().focus();
    await user.keyboard("{Enter}");
    expect(raised).toHaveLength(1);
    // The runtime empties the errors when a form raises an action.
    again({ fieldErrors: [] });
    again({ fieldErrors: [{ path: "password", message: "Your password is incorrect." }] });
    expect(screen.queryByText("Your password is incorrect.")).toBeNull();
    await user.keyboard("{Enter}");
    expect(raised).toHaveLength(2);
    again({ fieldErrors: [{ path: "password", message: "Choose another password." }] });
    expect(await screen.findByRole("link", { name: "Choose another password." })).toBeVisible();
  });

  it("sends once, however often the button is pressed", async () => {
    let answer: () => void = () => {};
    const onRaise = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    const { again, user } = draw({ onRaise });
    await fill(user);
    await user.dblClick(submit());
    fireEvent.submit(submit().closest("form") as HTMLFormElement);
    expect(onRaise).toHaveBeenCalledTimes(1);
    again({ pending: ["save"] });
    expect(submit()).toHaveAttribute("aria-busy", "true");
    await user.click(submit());
    expect(onRaise).toHaveBeenCalledTimes(1);
    await act(async () => answer());
    again({});
    await user.click(submit());
    expect(onRaise).toHaveBeenCalledTimes(2);
  });

  it("shows the failure above its button, and empties a password that was refused", async () => {
    const { password } = (block as unknown as { uiSchema: { password: object } }).uiSchema;
    const uiSchema = { ...(block.uiSchema as object), password: { ...password, "ui:autocomplete": "current-password" } };
    const { again, user } = draw({}, { ...block, uiSchema } as CompiledBlock);
    await fill(user);
    await user.click(submit());
    again({ failure: { message: "Later.", severity: "error", status: 500 } });
    expect(screen.getByLabelText("Password")).toHaveValue("correct horse");
    again({ failure: { message: "That is wrong.", severity: "error", status: 400 } });
    const alert = screen.getByRole("alert");
    expect(alert).toHaveTextContent("That is wrong.");
    expect(alert.compareDocumentPosition(submit()) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    expect(screen.getByLabelText("Email")).toHaveValue("ada@example.com");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(screen.queryByRole("region", { name: /Check/ })).toBeNull();
  });

  it("shows that another of its controls runs, and that it has failed, and then is at rest", async () => {
    const controls = ordered({ again: { label: "Resend", action: "again" } }) as unknown as Json;
    const { again } = draw({ pending: ["again"] }, { ...block, controls } as CompiledBlock);
    const resend = screen.getByRole("button", { name: "Resend" });
    expect(resend).toHaveAttribute("aria-busy", "true");
    again({ pending: [], failure: { message: "Wait a minute.", severity: "warning", status: 429 } });
    expect(resend).not.toHaveAttribute("aria-busy");
    expect(screen.getAllByText("Wait a minute.").length).toBeGreaterThan(0);
  });

  it("saves a draft of the typed data without secrets", async () => {
    const { drafts, user } = draw();
    await fill(user);
    await user.tab();
    expect(drafts.at(-1)).toEqual([
      "forms/try.json",
      { email: "ada@example.com", status: "retired", custom_fields: { member_number: "12345" } },
    ]);
  });

  it("does not render the schema's descriptions", () => {
    draw();
    expect(screen.queryByText("For those who write schemas.")).not.toBeInTheDocument();
    expect(screen.getByLabelText(/Harbor name/)).not.toHaveAttribute("aria-describedby");
  });

  it("saves no draft of default values", () => {
    expect(
      draw({ scope: { data: { profile: { email: "ada@example.com" } } } }, { ...block, initial: { var: "data.profile" } }).drafts,
    ).toEqual([]);
  });

  it("fills in a chosen suggestion, raises its action, saves a draft, and keeps the focus in the field", async () => {
    const nickname = { "ui:widget": "combobox", "ui:options": { lookup: "address" } };
    const uiSchema = { ...(block.uiSchema as object), employer: undefined, nickname } as unknown as Json;
    const maple = {
      id: "1",
      label: "14 Maple Street, Springfield",
      fields: { nickname: "Maple", status: "retired", unknown: "x" },
      item: { id: "maple" },
    };
    const suggest = vi.fn(async (_lookup: string, _typed: string) => ({ found: [maple] }));
    const { drafts, raised, user } = draw({ suggest }, { ...block, uiSchema, choose: "select" });
    await user.type(screen.getByLabelText("Email"), "ada@example.com");
    const field = screen.getByRole("combobox", { name: /nickname/i });
    await user.type(field, "maple");
    await user.click(await screen.findByRole("option", { name: "14 Maple Street, Springfield" }));
    expect(suggest.mock.calls).toEqual([["address", "maple"]]);
    expect(raised).toEqual([{ action: "select", item: { id: "maple" } }]);
    expect(field).toHaveValue("Maple");
    expect(field).toHaveFocus();
    expect(screen.getByLabelText("Status")).toHaveValue("retired");
    expect(drafts.at(-1)).toEqual(["forms/try.json", { email: "ada@example.com", nickname: "Maple", status: "retired" }]);
  });

  it("starts with its draft, then its initial data, without nulls and fields that it does not render", () => {
    const scope = { brand: "x", data: { profile: { email: "old@example.com", status: "retired", nickname: null, ssn_last4: "6789" } } };
    draw({ scope, drafts: { "forms/try.json": { email: "draft@example.com" } } }, { ...block, initial: { var: "data.profile" } });
    expect(screen.getByLabelText("Email")).toHaveValue("draft@example.com");
    expect(screen.getByLabelText("Status")).toHaveValue("retired");
  });

  it("throws without its validator", () => {
    expectConsoleErrors();
    expect(() => draw({ validators: {} })).toThrow('No validators for "forms/try.json"');
  });
});

describe("a warning", () => {
  const cautious: CompiledBlock = {
    ...block,
    fields: ordered({
      ...(block.fields as unknown as { readonly items: Readonly<Record<string, object>> }).items,
      email: label("Email", {
        errors: { required: "Enter your email address.", pattern: "Enter an email address like name@example.com." },
        warnings: [
          {
            key: "school",
            when: {
              "!!": [{ and: [{ "===": [{ var: "form.status" }, "retired"] }, { in: ["@school.example", { var: "form.email" }] }] }],
            },
            reads: ["status", "email"],
            text: {
              icu: [
                { type: 0, value: "You may not keep " },
                { type: 1, value: "email" },
                { type: 0, value: ". You can go on." },
              ],
              values: { email: { var: "form.email" } },
            },
          },
        ],
      }),
    }) as unknown as Json,
  };
  const SAID = "You may not keep ada@school.example. You can go on.";

  it("is announced politely beside its field while the fields that it reads are valid, and disappears when it no longer holds", async () => {
    const { user } = draw({}, cautious);
    const email = screen.getByLabelText("Email");
    const status = screen.getByRole("status");
    await user.type(email, "ada@school.example");
    expect(status).toBeEmptyDOMElement();
    expect(email).not.toHaveAccessibleDescription();
    await user.selectOptions(screen.getByLabelText("Status"), "Retired");
    expect(status).toHaveTextContent(SAID);
    expect(email).toHaveAccessibleDescription(SAID);
    expect(email).toBeValid();
    expect(email).not.toHaveAttribute("aria-invalid", "true");
    await user.type(email, " x");
    await user.tab();
    expect(status).toBeEmptyDOMElement();
    await user.clear(email);
    await user.tab();
    expect(status).toBeEmptyDOMElement();
    await user.type(email, "ada@mail.example");
    await user.tab();
    expect(status).toBeEmptyDOMElement();
    expect(email).not.toHaveAccessibleDescription();
  });

  it("does not prevent a submit, and is not in the summary", async () => {
    const { raised, user } = draw({}, cautious);
    await fill(user);
    await user.clear(screen.getByLabelText("Email"));
    await user.type(screen.getByLabelText("Email"), "ada@school.example");
    await user.clear(screen.getByLabelText("Member number"));
    await user.click(submit());
    const summary = screen.getByRole("region", { name: "Check 1 field and try again" });
    expect(summary).not.toHaveTextContent(SAID);
    await user.type(screen.getByLabelText("Member number"), "12345");
    expect(screen.getByText(SAID)).toBeVisible();
    await user.click(submit());
    expect(raised).toMatchObject([{ action: "save", form: { email: "ada@school.example", status: "retired" } }]);
  });

  it("is announced together with a server error, which comes first", async () => {
    const { again, user } = draw({}, cautious);
    await fill(user);
    await user.clear(screen.getByLabelText("Email"));
    await user.type(screen.getByLabelText("Email"), "ada@school.example");
    submit().focus();
    await user.keyboard("{Enter}");
    again({ fieldErrors: [{ path: "email", message: "This address is taken." }] });
    await waitFor(() => expect(screen.getByLabelText("Email")).toBeInvalid());
    expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(`This address is taken. ${SAID}`);
  });
});
