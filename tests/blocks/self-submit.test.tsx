/** Tests forms that submit themselves (`submitOn`), and controls with a cooldown. */
import type { RJSFSchema } from "@rjsf/utils";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { DURATIONS } from "../support/app-texts.js";
import { Block, ordered, type Raised, type ScreenOptions, screenFor } from "./screen-fixture.js";
import { validatorsOf } from "./validators.js";

const schema: RJSFSchema = {
  $id: "forms/code.json",
  type: "object",
  required: ["code"],
  properties: { remember: { type: "boolean" }, code: { type: "string", minLength: 6, pattern: "^[0-9]{6}$" } },
};
const block = {
  key: "form",
  block: "form",
  schemaId: "forms/code.json",
  schema: schema as Json,
  uiSchema: { code: { "ui:title": "Code", "ui:widget": "code" }, remember: { "ui:title": "Remember", "ui:widget": "checkbox" } },
  fields: ordered({ remember: { label: "Remember", errors: {} }, code: { label: "Code", secret: true, errors: {} } }),
  submit: "verify",
  submitLabel: "Verify",
  submitOn: "code",
} as unknown as CompiledBlock;

const NOW = new Date("2026-11-20T12:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function draw(shown: CompiledBlock, options: ScreenOptions = {}) {
  const raised: Raised[] = [];
  const handle = screenFor({
    validators: { "forms/code.json": validatorsOf(schema) },
    onRaise: (each) => void raised.push(each),
    ...options,
  });
  render(<Block block={shown} screen={handle} />);
  return raised;
}

const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const type = (value: string) => fireEvent.change(screen.getByLabelText("Code"), { target: { value } });
/** The pause after which a form takes the typed text, and the one before it is sent. */
const PAUSES = 300 + DURATIONS.submitPause;

describe("a form that submits itself", () => {
  it("sends a complete code once, after a pause", async () => {
    const raised = draw(block);
    type("12345");
    await pass(10 * PAUSES);
    expect(raised).toEqual([]);
    type("123456");
    await pass(PAUSES - 100);
    expect(raised).toEqual([]);
    await pass(200);
    expect(raised.map(({ form }) => form)).toEqual([{ code: "123456" }]);
    await pass(10 * PAUSES);
    fireEvent.blur(screen.getByLabelText("Code"));
    await pass(10 * PAUSES);
    expect(raised).toHaveLength(1);
  });

  it("sends a pasted code with spaces, and a corrected one anew", async () => {
    const raised = draw(block);
    type("123 456");
    await pass(2 * PAUSES);
    type("123 45");
    await pass(2 * PAUSES);
    type("123 457");
    await pass(2 * PAUSES);
    expect(raised.map(({ form }) => form)).toEqual([{ code: "123456" }, { code: "123457" }]);
  });

  it("does not send again what the button has sent, and waits for a change of another field", async () => {
    const raised = draw(block);
    type("123456");
    fireEvent.click(screen.getByRole("button", { name: "Verify" }));
    await pass(2 * PAUSES);
    expect(raised).toHaveLength(1);
    type("654321");
    await pass(DURATIONS.submitPause);
    fireEvent.click(screen.getByLabelText("Remember"));
    await pass(DURATIONS.submitPause - 100);
    expect(raised).toHaveLength(1);
    await pass(200);
    expect(raised.at(-1)?.form).toEqual({ code: "654321", remember: true });
  });
});

describe("a control with a cooldown", () => {
  const left = {
    icu: [
      { type: 0, value: "Resend in " },
      { type: 1, value: "left" },
    ],
    values: { left: { var: "item.left" } },
  };
  const resend = {
    label: "Resend",
    action: "again",
    cooldown: { since: { var: "sent" }, duration: "codeResend", label: left, ready: "Now." },
  };
  const controls = { key: "on", block: "controls", controls: ordered({ resend }) } as unknown as CompiledBlock;
  const button = () => screen.getByRole("button", { name: "Resend" });

  it("does nothing until its time has passed since the instant, and announces only the end", async () => {
    const raised = draw(controls, { scope: { sent: new Date(NOW.getTime() - 18_000).toISOString() } });
    expect(button()).toHaveTextContent("Resend in 0:42");
    expect(button()).toHaveAttribute("aria-disabled", "true");
    expect(button()).toHaveAccessibleDescription("Resend in 0:42");
    fireEvent.click(button());
    button().focus();
    await pass(1000);
    expect(button()).toHaveTextContent("Resend in 0:41");
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    await pass(41_000);
    expect(button()).toHaveFocus();
    expect(button()).not.toHaveAttribute("aria-disabled");
    expect(screen.getByRole("status")).toHaveTextContent("Now.");
    expect(raised).toEqual([]);
    fireEvent.click(button());
    expect(raised.map(({ action }) => action)).toEqual(["again"]);
  });

  it("works at once without an instant, or after a long time", () => {
    draw(controls, { scope: { sent: null } });
    expect(button()).not.toHaveAttribute("aria-disabled");
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });
});
