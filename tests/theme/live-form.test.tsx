/** Tests that the errors of a form render no more than they change: controls, and rows of the summary. */
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useErrorAttributes } from "../../src/theme/described-by.js";
import { FormErrors, type LiveForm, LiveFormProvider } from "../../src/theme/live-form.js";
import { LiveErrorSummary } from "../../src/theme/templates/ErrorList.js";
import { ThemeTexts } from "../../src/theme/texts.js";

const field = {
  id: "it_name",
  hideError: false,
  hideLabel: false,
  schema: {},
  options: {},
  registry: { templates: {} },
} as unknown as Parameters<typeof useErrorAttributes>[0];

it("renders a control again for the presence of an error, not for its text", () => {
  let renderings = 0;
  function Control() {
    renderings += 1;
    return <input aria-label="Name" {...useErrorAttributes(field)} />;
  }
  const errors = new FormErrors();
  render(
    <LiveFormProvider value={{ errors } as unknown as LiveForm}>
      <Control />
      <p id="it_name__error">The error</p>
    </LiveFormProvider>,
  );
  const control = screen.getByLabelText("Name");
  const show = (...messages: readonly string[]) =>
    act(() => errors.replace(messages.map((message) => ({ id: "it_name", message, summary: message }))));
  expect(control).toBeValid();
  show("Enter your name.");
  expect(control).toBeInvalid();
  expect(control).toHaveAccessibleDescription("The error");
  expect(renderings).toBe(2);
  show("The name is too short.");
  expect(renderings).toBe(2);
  expect(control).toBeInvalid();
  show();
  expect(control).toBeValid();
  expect(control).not.toHaveAttribute("aria-describedby");
  expect(renderings).toBe(3);
});

it("keeps the link of a field in the summary, with the focus, when the text of its error changes", () => {
  const errors = new FormErrors();
  render(
    <ThemeTexts value={(key) => key}>
      <LiveFormProvider value={{ errors } as unknown as LiveForm}>
        <LiveErrorSummary />
      </LiveFormProvider>
    </ThemeTexts>,
  );
  const show = (...messages: readonly string[]) =>
    act(() => errors.replace(messages.map((message) => ({ id: "it_name", message, summary: message }))));
  show("Enter your name.", "Enter your name.", "Use letters.");
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Enter your name.", "Use letters."]);
  const link = screen.getByRole("link", { name: "Enter your name." });
  link.focus();
  show("The name is too short.", "Use letters.");
  expect(screen.getByRole("link", { name: "The name is too short." })).toBe(link);
  expect(link).toHaveFocus();
});
