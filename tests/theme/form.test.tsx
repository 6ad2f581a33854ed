/** Tests what the theme adds to rjsf: debounced inputs, the error summary, the widgets. */

import type { RJSFSchema, UiSchema, WidgetProps } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler } from "react";
import { describe, expect, it, vi } from "vitest";
import { COMMIT_PAUSE_MS } from "../../src/theme/debounced-input.js";
import { widgets } from "../../src/theme/widgets/index.js";
import { expectConsoleErrors } from "../blocks/expected-errors.js";
import { Form } from "./form-with-texts.js";

const validator = customizeValidator({ customFormats: { cents: /^0\.\d{2}$/ } });

interface Setup {
  readonly schema: RJSFSchema;
  readonly uiSchema?: UiSchema;
  readonly formData?: unknown;
  readonly formContext?: unknown;
}

function draw({ schema, uiSchema, formData, formContext }: Setup) {
  const onSubmit = vi.fn();
  const onChange = vi.fn();
  const onError = vi.fn();
  render(
    <Form
      schema={schema}
      uiSchema={uiSchema}
      initialFormData={formData}
      formContext={formContext}
      validator={validator}
      noHtml5Validate
      onSubmit={({ formData: data }) => onSubmit(data)}
      onChange={({ formData: data }) => onChange(data)}
      onError={onError}
    />,
  );
  // rjsf calls `onChange` with its defaults.
  onChange.mockClear();
  return { onSubmit, onChange, onError, user: userEvent.setup() };
}

const one = (widget: string, schema: RJSFSchema = { type: "string" }, options: object = {}): Setup => ({
  schema: { type: "object", required: ["it"], properties: { it: { ...schema, title: "Field" } } },
  uiSchema: { it: { "ui:widget": widget, "ui:options": options } },
});

const field = () => screen.getByLabelText("Field");
const submit = () => screen.getByRole("button", { name: "Submit" });

it.each([
  ["a row", {}, 8],
  ["half of a row", { width: "half" }, 16],
  ["a third of a row", { width: "third" }, 24],
])("renders the fields below the window after the first paint, in their order: each takes %s", async (_part, options, first) => {
  expect(window.innerHeight).toBe(768);
  const names = Array.from({ length: 40 }, (_, index) => `Field ${index}`);
  const properties = Object.fromEntries(names.map((title, index) => [`f${index}`, { type: "string" as const, title }]));
  const uiSchema = Object.fromEntries(Object.keys(properties).map((name) => [name, { "ui:options": options }]));
  draw({
    schema: { type: "object", required: ["secret", ...Object.keys(properties)], properties: { secret: { type: "string" }, ...properties } },
    // A hidden field takes no part of the window.
    uiSchema: { secret: { "ui:widget": "hidden" }, ...uiSchema },
  });
  const labels = () => screen.getAllByRole("textbox").map((control) => (control as HTMLInputElement).labels?.[0]?.textContent);
  expect(labels()).toEqual(names.slice(0, first));
  // In steps while the browser is idle, which takes over a second on a busy machine.
  await waitFor(() => expect(labels()).toEqual(names), { timeout: 10_000 });
});

it("renders the input of a field once when it is mounted", () => {
  const phases: string[] = [];
  const Profiled = (props: WidgetProps) => (
    <Profiler id="input" onRender={(_id, phase) => void phases.push(phase)}>
      <widgets.TextWidget {...props} />
    </Profiler>
  );
  const schema = { type: "object", properties: { it: { type: "string", title: "Field" } }, required: ["it"] } as const;
  render(<Form schema={schema as unknown as RJSFSchema} validator={validator} widgets={{ TextWidget: Profiled }} />);
  expect(phases).toEqual(["mount"]);
  // What Blueprint's stylesheet styles.
  expect(field().matches(".bp6-input-group.bp6-fill.bp6-large.pb-input > input.bp6-input[type=text]")).toBe(true);
});

describe("a text input", () => {
  it("commits the text after a pause in typing", async () => {
    const { onChange } = draw(one("text"));
    // In one turn of the event loop: on a busy machine, keystrokes of user-event may be a pause apart.
    for (const value of ["A", "Ad", "Ada"]) fireEvent.change(field(), { target: { value } });
    expect(onChange).not.toHaveBeenCalled();
    await waitFor(() => expect(onChange).toHaveBeenCalledWith({ it: "Ada" }), { timeout: COMMIT_PAUSE_MS * 4 });
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("commits synchronously when the pause ends, since a click may follow", () => {
    const { onChange } = draw(one("text"));
    const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    const before = react.IS_REACT_ACT_ENVIRONMENT;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      fireEvent.change(field(), { target: { value: "Ada" } });
      // As in a page: nothing but React's own scheduler does what is left for later.
      react.IS_REACT_ACT_ENVIRONMENT = false;
      vi.advanceTimersByTime(COMMIT_PAUSE_MS);
      expect(onChange).toHaveBeenCalledWith({ it: "Ada" });
    } finally {
      react.IS_REACT_ACT_ENVIRONMENT = before;
      vi.useRealTimers();
    }
  });

  it("commits on blur", async () => {
    const { onChange, user } = draw(one("text"));
    await user.type(field(), " Ada ");
    await user.tab();
    expect(onChange).toHaveBeenCalledWith({ it: "Ada" });
    expect(field()).toHaveValue("Ada");
  });

  it("delays the commit on blur until the click that caused it, before the click's own effect", () => {
    const { onChange } = draw(one("text"));
    fireEvent.change(field(), { target: { value: "Ada" } });
    fireEvent.mouseDown(submit());
    fireEvent.blur(field());
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.mouseUp(submit());
    expect(onChange).not.toHaveBeenCalled();
    window.addEventListener("click", () => expect(onChange).toHaveBeenCalledWith({ it: "Ada" }), { once: true, capture: true });
    fireEvent.click(document.body);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("commits also when the mouse is released elsewhere", async () => {
    const { onChange } = draw(one("text"));
    fireEvent.change(field(), { target: { value: "Ada" } });
    fireEvent.mouseDown(document.body);
    fireEvent.blur(field());
    fireEvent.mouseUp(document.documentElement);
    expect(onChange).not.toHaveBeenCalled();
    // Sooner than the pause would.
    await new Promise((resolve) => setTimeout(resolve));
    expect(onChange).toHaveBeenCalledWith({ it: "Ada" });
  });

  it("commits before a submit", async () => {
    const { onSubmit, user } = draw(one("text"));
    await user.type(field(), "Ada{Enter}");
    expect(onSubmit).toHaveBeenCalledWith({ it: "Ada" });
  });

  it("commits when the page unloads", async () => {
    const { onChange, user } = draw(one("text"));
    await user.type(field(), "Ada");
    act(() => {
      window.dispatchEvent(new Event("pagehide"));
      // At once: the page is gone before anything is drawn again.
      expect(onChange).toHaveBeenCalledWith({ it: "Ada" });
    });
  });

  it("re-renders no other field while typing", async () => {
    const drawn = vi.fn();
    const Counted = (props: WidgetProps) => {
      drawn(props.id);
      return <widgets.TextWidget {...props} />;
    };
    render(
      <Form
        schema={{ type: "object", properties: { a: { type: "string", title: "A" }, b: { type: "string", title: "B" } } }}
        uiSchema={{ a: { "ui:widget": Counted }, b: { "ui:widget": Counted } }}
        validator={validator}
      />,
    );
    const before = drawn.mock.calls.length;
    for (let typed = "x"; typed.length <= 12; typed += "x") fireEvent.change(screen.getByLabelText(/^A/), { target: { value: typed } });
    expect(drawn.mock.calls.length).toBe(before);
    fireEvent.blur(screen.getByLabelText(/^A/));
    expect(drawn.mock.calls.slice(before).map(([id]) => id)).not.toContain("root_b");
  });

  it("shows a value that is changed from outside", async () => {
    const schema: RJSFSchema = { type: "object", properties: { it: { type: "string", title: "Field" } }, required: ["it"] };
    const { rerender } = render(<Form schema={schema} formData={{ it: "one" }} validator={validator} />);
    rerender(<Form schema={schema} formData={{ it: "two" }} validator={validator} />);
    expect(field()).toHaveValue("two");
  });
});

describe("widgets", () => {
  it.each([
    ["date", "04151985", "1985-04-15", "04/15/1985"],
    ["date", "4/5/1985", "1985-04-05", "04/05/1985"],
    ["date", "1985-04-15", "1985-04-15", "04/15/1985"],
    ["date", "4-5-1985", "1985-04-05", "04/05/1985"],
    ["date", "4/5/27", "2027-04-05", "04/05/2027"],
    ["date", "Apr. 5, 2027", "2027-04-05", "04/05/2027"],
    ["past-date", "4/5/85", "1985-04-05", "04/05/1985"],
    ["past-date", "4.5.85", "1985-04-05", "04/05/1985"],
    ["past-date", "040585", "1985-04-05", "04/05/1985"],
    ["past-date", "4 / 5 / 1985", "1985-04-05", "04/05/1985"],
    ["past-date", "april 5th 1985", "1985-04-05", "04/05/1985"],
    ["past-date", "1985/4/5", "1985-04-05", "04/05/1985"],
    ["past-date", "4/5/10", "2010-04-05", "04/05/2010"],
    ["past-date", "2/30/85", "1985-02-30", "02/30/1985"],
    ["past-date", "May", "May", "May"],
    ["money", "$1,234.5", "1234.50", "1,234.50"],
    ["money", "1000000", "1000000.00", "1,000,000.00"],
    ["money", "twelve", "twelve", "twelve"],
    ["money", "12,34", "12,34", "12,34"],
    ["cents", "7", "0.07", "0.07"],
    ["cents", ".23", "0.23", "0.23"],
    ["digits", "0210 0002-1", "021000021", "021000021"],
    ["digits", "23 45", "2345", "2345"],
    ["code", "123 456", "123456", "123456"],
    ["email", " ada@example.com ", "ada@example.com", "ada@example.com"],
  ])("%s: %s is valued %s and shown as %s", async (widget, typed, value, shown) => {
    const { onSubmit, user } = draw(one(widget));
    await user.type(field(), typed);
    await user.tab();
    expect(field()).toHaveValue(shown);
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ it: value });
  });

  it.each([
    ["(###) ###-####", "4155550134", "(415) 555-0134"],
    ["(###) ###-####", "415-555-0134", "(415) 555-0134"],
    ["(###) ###-####", "+1 415 555 0134", "(415) 555-0134"],
    ["(###) ###-####", "41555501345", "(415) 555-0134"],
    ["(###) ###-####", "415", "415"],
    ["(###) ###-####", "4155", "(415) 5"],
    ["(###) ###-####", "617555012a3", "(617) 555-0123"],
    ["#####-####", "97201", "97201"],
    ["#####-####", "972011234", "97201-1234"],
    ["#####-####", "97201 1234", "97201-1234"],
  ])("with the mask %s show %s as %s", async (mask, typed, shown) => {
    const { onSubmit, user } = draw(one("text", undefined, { mask, maskPrefix: mask.startsWith("(") ? "1" : "" }));
    await user.type(field(), typed);
    await user.tab();
    expect(field()).toHaveValue(shown);
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ it: shown });
  });

  it.each([
    ["60%", "60"],
    [" 33.34 % ", "33.34"],
    ["sixty", "sixty"],
  ])("take %s as %s where the format removes spaces and the sign", async (typed, value) => {
    const percent = { type: "string", format: "percent", "x-format": { remove: " %", pattern: "^\\d{1,2}(\\.\\d{1,2})?$" } } as const;
    const { onChange, user } = draw(one("text", percent));
    await user.type(field(), typed);
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith({ it: value });
    expect(field()).toHaveValue(value);
  });

  it("parse an amount as cents when the schema says so", async () => {
    const { onSubmit, user } = draw({
      schema: { type: "object", properties: { it: { type: "string", title: "Field", format: "cents" } }, required: ["it"] },
      uiSchema: { it: { "ui:widget": "money" } },
    });
    await user.type(field(), "7{Enter}");
    expect(onSubmit).toHaveBeenCalledWith({ it: "0.07" });
  });

  it("do not format an amount during a pause in typing", async () => {
    const { onChange, user } = draw(one("money"));
    await user.type(field(), "12.");
    await waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: COMMIT_PAUSE_MS * 4 });
    expect(field()).toHaveValue("12.");
    await user.type(field(), "5");
    await user.tab();
    expect(field()).toHaveValue("12.50");
  });

  it("do not format a correction in the middle of a phone number", async () => {
    const { user } = draw(one("text", undefined, { mask: "(###) ###-####" }));
    await user.type(field(), "4155550134");
    await user.type(field(), "9", { initialSelectionStart: 2, initialSelectionEnd: 3 });
    expect(field()).toHaveValue("(495) 555-0134");
    expect((field() as HTMLInputElement).selectionStart).toBe(3);
  });

  it("accept pasted text", async () => {
    const { onSubmit, user } = draw(one("account-number"));
    await user.click(field());
    await user.paste("1234 5678 90");
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ it: "1234567890" });
  });

  it("mask a social security number except its last four digits, and reveal it", async () => {
    const { onSubmit, user } = draw(one("secret-number", undefined, { mask: "###-##-####" }));
    await user.type(field(), "123456789");
    expect(field()).toHaveValue("123-45-6789");
    await user.tab();
    expect(field()).toHaveValue("•••-••-6789");
    await user.click(screen.getByRole("button", { name: "Show Field" }));
    expect(field()).toHaveValue("123-45-6789");
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ it: "123456789" });
  });

  it("show and hide a password", async () => {
    const { user } = draw(one("password"));
    expect(field()).toHaveAttribute("type", "password");
    expect(field()).toHaveAttribute("autocomplete", "current-password");
    await user.click(screen.getByRole("button", { name: "Show Field" }));
    expect(field()).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide Field" }));
    expect(field()).toHaveAttribute("type", "password");
  });

  it("set the keyboard and the autocomplete token", () => {
    draw(one("code"));
    expect(field()).toHaveAttribute("inputmode", "numeric");
    expect(field()).toHaveAttribute("autocomplete", "one-time-code");
  });

  it("offer states by name, and support autofill", async () => {
    const states = one("select", { type: "string", enum: ["OR", "DC"] });
    const { onSubmit, user } = draw({
      ...states,
      uiSchema: { it: { "ui:widget": "select", "ui:autocomplete": "address-level1", "ui:enumNames": ["Oregon", "District of Columbia"] } },
    });
    expect(field()).toHaveAttribute("autocomplete", "address-level1");
    expect(
      within(field())
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Choose one", "Oregon", "District of Columbia"]);
    await user.selectOptions(field(), "District of Columbia");
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ it: "DC" });
  });

  it("render radio buttons as a named group", async () => {
    const { onSubmit, user } = draw(one("radio", { type: "string", enum: ["checking", "savings"] }));
    const group = screen.getByRole("radiogroup", { name: "Field" });
    await user.click(within(group).getByRole("radio", { name: "savings" }));
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ it: "savings" });
  });

  it("throw for an unknown widget", () => {
    expectConsoleErrors();
    expect(() => draw(one("hologram"))).toThrow("No widget 'hologram'");
  });
});

describe("errors", () => {
  const schema: RJSFSchema = {
    type: "object",
    required: ["name", "kind"],
    properties: { name: { type: "string", title: "Name", minLength: 1 }, kind: { type: "string", title: "Kind", enum: ["a", "b"] } },
  };

  it("are linked to their fields, and listed in the summary", async () => {
    const { user, onError } = draw({ schema, uiSchema: { kind: { "ui:widget": "radio" } } });
    await user.click(submit());
    expect(onError).toHaveBeenCalled();
    const name = screen.getByLabelText("Name");
    expect(name).toBeInvalid();
    expect(name).toHaveAccessibleDescription(/required/);
    const summary = screen.getByRole("region", { name: "Check 2 fields and try again" });
    const links = within(summary).getAllByRole("link");
    await user.click(links[0] as HTMLElement);
    expect(name).toHaveFocus();
    await user.click(links[1] as HTMLElement);
    expect(screen.getByRole("radio", { name: "a" })).toHaveFocus();
  });

  it("do not describe a field without an error", () => {
    draw({ schema });
    expect(screen.getByLabelText("Name")).not.toHaveAttribute("aria-describedby");
    expect(screen.getByLabelText("Name")).not.toHaveAttribute("aria-invalid");
  });
});

describe("lists of fields", () => {
  it("have named buttons to add, move and remove items", async () => {
    const { onChange, user } = draw({
      schema: { type: "object", properties: { list: { type: "array", title: "List", items: { type: "string", title: "Item" } } } },
      formData: { list: ["one", "two"] },
    });
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(onChange.mock.lastCall?.[0].list).toHaveLength(3);
    const down = screen.getAllByRole("button", { name: "Move down" })[0];
    await user.click(down as HTMLElement);
    expect(onChange.mock.lastCall?.[0].list.slice(0, 2)).toEqual(["two", "one"]);
    await user.click(screen.getAllByRole("button", { name: "Remove" })[0] as HTMLElement);
    expect(onChange.mock.lastCall?.[0].list[0]).toBe("one");
  });
});
