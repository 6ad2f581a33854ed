/** Tests lists of plain values: each control has an accessible name. */
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Form } from "./form-with-texts.js";

const validator = customizeValidator();

function draw({ formData, ...form }: { readonly schema: RJSFSchema; readonly uiSchema?: UiSchema; readonly formData: unknown }) {
  render(<Form {...form} initialFormData={formData} validator={validator} />);
}

describe("a list item", () => {
  const list = (items: RJSFSchema, more: object = {}) => ({
    schema: { type: "object" as const, properties: { tags: { type: "array" as const, items, ...more } } },
    formData: { tags: ["red", "blue"] },
  });
  const names = () =>
    screen.getAllByRole("textbox").map((one) => [one.getAttribute("aria-label") ?? (one as HTMLInputElement).labels?.[0]?.textContent]);

  it("without a title is named by the list's title and its position", () => {
    draw(list({ type: "string" }, { title: "Colors" }));
    expect(screen.getByRole("textbox", { name: /^Colors, 1/ })).toHaveValue("red");
    expect(screen.getByRole("textbox", { name: /^Colors, 2/ })).toHaveValue("blue");
  });

  it("is named by the list's title in the uiSchema", () => {
    draw({ ...list({ type: "string" }, { title: "Colors" }), uiSchema: { tags: { "ui:title": "Your colors" } } });
    expect(screen.getByRole("textbox", { name: /^Your colors, 2/ })).toHaveValue("blue");
  });

  it("has a name when the list has no title", () => {
    draw({ schema: { type: "array", items: { type: "string" } }, formData: ["red", "blue"] });
    expect(screen.getByRole("textbox", { name: /^Item 2/ })).toHaveValue("blue");
  });

  it("keeps its own title", () => {
    draw(list({ type: "string", title: "Color" }, { title: "Colors" }));
    expect(names()).toEqual([[expect.stringMatching(/^Color\b/)], [expect.stringMatching(/^Color\b/)]]);
  });

  it("is named for every kind of control", () => {
    draw({
      schema: {
        type: "object",
        properties: {
          choices: { type: "array", title: "Choices", items: { type: "string", enum: ["a", "b"] } },
          boxes: { type: "array", title: "Boxes", items: { type: "boolean" } },
          sums: { type: "array", title: "Sums", items: { type: "number" } },
        },
      },
      formData: { choices: ["a"], boxes: [true], sums: [1] },
    });
    expect(screen.getByRole("combobox", { name: /^Choices, 1/ })).toHaveValue("a");
    expect(screen.getByRole("checkbox", { name: /^Boxes, 1/ })).toBeChecked();
    expect(screen.getByLabelText(/^Sums, 1/)).toHaveValue(1);
  });
});
