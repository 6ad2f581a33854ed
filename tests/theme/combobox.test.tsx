/** Tests the combobox of the theme: suggestions by pointer and keyboard, their announcement, and failed lookups. */
import { customizeValidator } from "@rjsf/validator-ajv8";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { ComboboxContext } from "../../src/theme/index.js";
import { Form } from "./form-with-texts.js";

type Suggest = NonNullable<ComboboxContext["suggest"]>;
type Answer = Awaited<ReturnType<Suggest>>;

const validator = customizeValidator();
const PARTS = {
  found: [
    {
      id: "1",
      label: "Blue Heron Wetlands Alliance",
      detail: "Baton Rouge, LA · EIN 84-1234567",
      fields: { it: "Blue Heron" },
      item: { ein: "1" },
    },
    { id: "2", label: "Baton Rouge Food Bank", fields: { it: "Food Bank" }, item: { ein: "2" } },
  ],
};

function draw(suggest?: Suggest) {
  const fill = vi.fn();
  const choose = vi.fn();
  const onSubmit = vi.fn();
  render(
    <Form
      schema={{
        type: "object",
        required: ["it"],
        properties: { it: { type: "string", title: "Field" }, next: { type: "string", title: "Next" } },
      }}
      uiSchema={{ it: { "ui:widget": "combobox", "ui:options": { lookup: "parts" } } }}
      formContext={{ fill, choose, ...(suggest === undefined ? {} : { suggest }) } satisfies ComboboxContext}
      validator={validator}
      noHtml5Validate
      onSubmit={({ formData }) => onSubmit(formData)}
    />,
  );
  return { fill, choose, onSubmit, user: userEvent.setup() };
}

const field = () => screen.getByLabelText("Field");
const list = () => screen.queryByRole("listbox", { name: "Suggestions" });
const option = (name: RegExp) => screen.findByRole("option", { name });
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent?.trim() ?? null;

describe("a combobox", () => {
  it("lists and announces suggestions, and fills in the one that is clicked", async () => {
    const suggest = vi.fn(async () => PARTS);
    const { fill, onSubmit, user } = draw(suggest);
    expect(field()).toHaveAttribute("role", "combobox");
    expect(field()).toHaveAttribute("aria-autocomplete", "list");
    expect(field()).toHaveAttribute("aria-expanded", "false");
    await user.type(field(), "ba");
    const chosen = await option(/^Blue Heron Wetlands Alliance Baton Rouge, LA · EIN 84-1234567$/);
    expect(suggest.mock.calls).toEqual([["parts", "ba"]]);
    expect(field()).toHaveAttribute("aria-expanded", "true");
    expect(field()).toHaveAttribute("aria-controls", list()?.id);
    expect(screen.getByRole("status")).toHaveTextContent("2 suggestions");
    await user.click(chosen);
    expect(fill.mock.calls).toEqual([[{ it: "Blue Heron" }, field().id]]);
    expect(list()).not.toBeInTheDocument();
    expect(field()).toHaveAttribute("aria-expanded", "false");
    expect(field()).not.toHaveAttribute("aria-controls");
    expect(field()).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("moves through the suggestions with the arrows, and fills in the active one on Enter", async () => {
    const { fill, onSubmit, user } = draw(async () => PARTS);
    await user.type(field(), "ba");
    await option(/Food Bank/);
    expect(active()).toBeNull();
    await user.keyboard("{ArrowDown}");
    expect(active()).toMatch(/^Blue Heron/);
    expect(await option(/^Blue Heron/)).toHaveAttribute("aria-selected", "true");
    expect(await option(/Food Bank/)).toHaveAttribute("aria-selected", "false");
    await user.keyboard("{ArrowDown}");
    expect(active()).toBe("Baton Rouge Food Bank");
    await user.keyboard("{ArrowDown}");
    expect(active()).toMatch(/^Blue Heron/);
    await user.keyboard("{ArrowUp}");
    expect(active()).toBe("Baton Rouge Food Bank");
    expect(field()).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(fill.mock.calls).toEqual([[{ it: "Food Bank" }, field().id]]);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(list()).not.toBeInTheDocument();
  });

  it("starts with the last suggestion on Arrow Up", async () => {
    const { user } = draw(async () => PARTS);
    await user.type(field(), "ba");
    await option(/Food Bank/);
    await user.keyboard("{ArrowUp}");
    expect(active()).toBe("Baton Rouge Food Bank");
  });

  it("closes on Escape and keeps the text; Arrow Down opens it again", async () => {
    const { fill, user } = draw(async () => PARTS);
    await user.type(field(), "ba");
    await option(/Food Bank/);
    await user.keyboard("{ArrowDown}{Escape}");
    expect(list()).not.toBeInTheDocument();
    expect(field()).not.toHaveAttribute("aria-activedescendant");
    expect(field()).toHaveValue("ba");
    await user.keyboard("{ArrowDown}");
    await option(/Food Bank/);
    expect(fill).not.toHaveBeenCalled();
  });

  it("submits the typed text on Enter without an active suggestion, also after typing on", async () => {
    const { fill, onSubmit, user } = draw(async () => PARTS);
    await user.type(field(), "ba");
    await option(/Food Bank/);
    await user.keyboard("{ArrowDown}n{Enter}");
    expect(onSubmit.mock.calls).toEqual([[{ it: "ban" }]]);
    expect(fill).not.toHaveBeenCalled();
    expect(list()).not.toBeInTheDocument();
  });

  it("never covers the next field: blur closes the list and drops late suggestions", async () => {
    let answer = (_: Answer) => {};
    const suggest = vi.fn(
      () =>
        new Promise<Answer>((resolve) => {
          answer = resolve;
        }),
    );
    const { user } = draw(suggest);
    await user.type(field(), "ba");
    await waitFor(() => expect(suggest).toHaveBeenCalledTimes(1));
    await user.tab();
    await act(async () => answer(PARTS));
    expect(list()).not.toBeInTheDocument();
    await user.type(field(), "n");
    await waitFor(() => expect(suggest).toHaveBeenCalledTimes(2));
    await act(async () => answer(PARTS));
    expect(list()).toBeInTheDocument();
    await user.tab();
    expect(list()).not.toBeInTheDocument();
  });

  it("reports the chosen entry, by keyboard and pointer, and nothing before", async () => {
    const { choose, fill, onSubmit, user } = draw(async () => PARTS);
    await user.type(field(), "ba");
    await option(/Food Bank/);
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(choose).not.toHaveBeenCalled();
    await user.keyboard("{Enter}");
    expect(fill.mock.calls).toEqual([[{ it: "Food Bank" }, field().id]]);
    expect(choose.mock.calls).toEqual([[{ ein: "2" }]]);
    await user.type(field(), "r");
    await user.click(await option(/^Blue Heron/));
    expect(choose.mock.calls.at(-1)).toEqual([{ ein: "1" }]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("announces that nothing was found in its live region, until the depositor types on or closes it", async () => {
    const { user } = draw(async (_lookup, typed) => (typed === "zz" ? { message: "No nonprofits found." } : PARTS));
    const status = screen.getByRole("status");
    await user.type(field(), "zz");
    await waitFor(() => expect(status).toHaveTextContent("No nonprofits found."));
    expect(field()).toHaveAttribute("aria-expanded", "false");
    await user.clear(field());
    await user.type(field(), "ba");
    await waitFor(() => expect(status).toHaveTextContent("2 suggestions"));
    await user.clear(field());
    await user.type(field(), "zz");
    await waitFor(() => expect(status).toHaveTextContent("No nonprofits found."));
    await user.keyboard("{Escape}");
    expect(status).toBeEmptyDOMElement();
  });

  it("shows the failure of its lookup, and can still be typed in", async () => {
    const { onSubmit, user } = draw(async () => ({ message: "Enter your address." }));
    await user.type(field(), "12 Main");
    expect(await screen.findByText("Enter your address.")).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("Enter your address.");
    await user.type(field(), " St{Enter}");
    expect(onSubmit).toHaveBeenCalledWith({ it: "12 Main St" });
  });

  it("is a plain text field without lookups", async () => {
    const { onSubmit, user } = draw();
    expect(field()).toHaveRole("textbox");
    await user.type(field(), "12 Main St{ArrowDown}{Enter}");
    expect(onSubmit).toHaveBeenCalledWith({ it: "12 Main St" });
  });
});
