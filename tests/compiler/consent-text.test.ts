/** Tests which values in the text of a consent may be missing. */
import { expect, it } from "vitest";
import { FLOW, LOGIN_SCHEMA, problemsOf, withScreen } from "../support/small-flows.js";

type Keywords = Readonly<Record<string, unknown>>;
const { login } = FLOW.screens;
const { form, ...others } = login.body.items as Keywords & { readonly form: Keywords & { readonly fields: { readonly items: Keywords } } };

/** The findings for a consent to "{name}", in a form that is shown under a condition. */
function found(name: unknown, when: unknown = true, required: readonly string[] = ["agreed"]): readonly string[] {
  const agreed = { label: { text: "I agree with {name}.", values: { name } }, errors: { required: "Check the box." } };
  const items = { ...form.fields.items, agreed };
  const body = {
    ...login.body,
    items: { ...others, form: { ...form, when, fields: { order: Object.keys(items), items } } },
  };
  const schema = {
    ...LOGIN_SCHEMA,
    properties: { ...LOGIN_SCHEMA.properties, agreed: { type: "boolean", const: true } },
    required: [...LOGIN_SCHEMA.required, ...required],
  };
  return problemsOf({ ...withScreen("login", { body }), "schemas/forms/credentials.json": schema })
    .filter(({ rule }) => rule === "consent-incomplete")
    .map(({ message }) => message);
}

const EMAIL = { var: "auth.email" };
const MISSING = [expect.stringMatching(/^"agreed" asks for a consent, and the value of "\{name\}"/)];

it.each<[what: string, value: unknown]>([
  ["a value that may be null", EMAIL],
  ["one that a format writes", { money: EMAIL }],
  ["one that is the last resort", { or: [{ var: "auth.email" }, EMAIL] }],
  ["one of the results of a condition", { if: [{ "!!": [{ var: "auth.bearerToken" }] }, "us", EMAIL] }],
  ["one within a longer text", { cat: ["the owner of ", EMAIL] }],
  ["null itself", null],
])("finds %s", (_what, value) => {
  expect(found(value)).toEqual(MISSING);
});

it.each<[what: string, value: unknown, when?: unknown]>([
  ["a value that replaces it", { or: [EMAIL, "the bank"] }],
  ["a constant", "the bank"],
  ["a value without which the form is not shown", EMAIL, { "!!": [EMAIL] }],
])("accepts %s", (_what, value, when) => {
  expect(found(value, when)).toEqual([]);
});

it("leaves a box alone that need not be checked", () => {
  expect(found(EMAIL, true, [])).toEqual([]);
});
