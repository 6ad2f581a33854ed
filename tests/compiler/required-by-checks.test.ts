/** Tests which fields of a form are compiled as required: those that one of its checks never accepts without a value. */
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { FLOW, LOGIN_SCHEMA, smallSource, withScreen } from "../support/small-flows.js";

const login = FLOW.screens.login as typeof FLOW.screens.login & { readonly actions: object };
const { hello, form } = login.body.items as Readonly<Record<string, { readonly fields: { readonly items: object } }>>;
const code = { var: "form.code" };
const email = { var: "form.email" };
const CODE = { label: "Code", widget: "radio", options: { A: "First", B: "Second", C: "Third" } };
const schema = { ...LOGIN_SCHEMA, properties: { ...LOGIN_SCHEMA.properties, code: { type: "string", enum: ["A", "B", "C"] } } };
const save = {
  call: "Login",
  with: { input: { email, password: { var: "form.password" } } },
  on: { ok: { items: { first: { when: { "===": [code, "A"] }, go: "/page" }, else: { go: "/away" } } } },
};

/** Whether the field of the code is compiled as required in a form with this check; its schema does not require it. */
function isRequired(check: object): boolean | undefined {
  const items = { one: { field: "code", error: "Choose a code.", ...check } };
  const fields = { items: { ...form?.fields.items, code: CODE } };
  const body = { items: { hello, form: { ...form, fields, checks: { items } } } };
  const changes = { ...withScreen("login", { body, actions: { ...login.actions, save } }), "schemas/forms/credentials.json": schema };
  const { bundle, problems } = compile(smallSource(changes), "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  const blocks = bundle.journeys.start?.screens.login?.body ?? [];
  const compiled = Object.values(blocks).find(({ key }) => key === "form") as unknown as {
    readonly uiSchema: { readonly code: { readonly "ui:options": { readonly required?: boolean } } };
  };
  return compiled.uiSchema.code["ui:options"].required;
}

it.each<[string, object]>([
  ["its truth", { require: { "!!": [code] } }],
  ["another value than null", { require: { "!==": [code, null] } }],
  ["some values", { require: { in: [code, ["A", "B"]] } }],
  ["its truth and another condition", { require: { and: [{ "!!": [code] }, { "!==": [email, "a@a.example"] }] } }],
  ["its truth, in some states", { when: "loggedIn", require: { "!!": [code] } }],
])("a check that requires %s requires a value", (_what, check) => {
  expect(isRequired(check)).toBe(true);
});

it.each<[string, object]>([
  ["one of two fields", { require: { or: [{ "!!": [code] }, { "===": [email, "a@a.example"] }] } }],
  ["the same value as another field", { require: { "===": [code, email] } }],
  ["a number that it computes", { require: { ">": [{ "+": [code] }, 0] } }],
  ["another value than one", { require: { "!==": [code, "A"] } }],
  ["some values where there is one", { when: { "!!": [code] }, require: { in: [code, ["A"]] } }],
])("a check that requires %s requires no value", (_what, check) => {
  expect(isRequired(check)).toBeUndefined();
});
