/** Tests the conditions of a form's checks, warnings and fields that the form's schema decides, and those that it does not. */
import { describe, expect, it } from "vitest";
import { foundIn } from "../rules/rule-examples.js";

const SCHEMA = {
  properties: {
    kind: { type: "string", enum: ["a", "b"] },
    other: { type: "string", enum: ["c", "d"] },
    amount: { type: "number", minimum: 10 },
    count: { type: "integer" },
    code: { type: "string" },
    note: { type: "string" },
    note2: { type: "string" },
  },
  required: ["email", "password", "kind", "other", "amount", "count"],
  if: { properties: { kind: { const: "a" } } },
  then: { required: ["code"] },
};

const ASKED = ["kind", "other", "amount", "count", "code", "note", "note2"];
const choice = (...values: readonly string[]) => ({ widget: "radio", options: Object.fromEntries(values.map((value) => [value, value])) });
const required = { errors: { required: "Enter it." } };
const FIELDS: Readonly<Record<string, object>> = {
  kind: { ...choice("a", "b"), ...required },
  other: { ...choice("c", "d"), ...required },
  amount: { errors: { required: "Enter it.", minimum: "Enter at least 10." } },
  count: required,
  code: required,
};

/** What is found of the form's conditions; nothing else is found. */
function found({ fields = {}, checks = {} }: { readonly fields?: Readonly<Record<string, object>>; readonly checks?: object }) {
  const items = {
    ...Object.fromEntries(ASKED.map((name) => [name, { label: name, autocomplete: "off", ...FIELDS[name], ...fields[name] }])),
    email: { ...fields.email },
  };
  const form = { checks: { items: checks }, fields: { order: ["email", "password", ...ASKED], items } };
  const save = {
    with: { input: { var: null, email: { var: "form.email" }, password: { var: "form.password" } } },
    on: { ok: { when: { or: ASKED.map((name) => ({ "!!": { var: `form.${name}` } })) }, go: "/page" } },
  };
  return foundIn({
    "schemas/forms/credentials.json": SCHEMA,
    "flows/start.flow.json": { screens: { login: { body: { items: { form } }, actions: { save } } } },
  }).map(({ rule, message }) => (rule === "condition-constant" ? message : `${rule}: ${message}`));
}

const form = (name: string) => ({ var: `form.${name}` });
const NEVER = ["This never holds, whatever is typed"];
const ALWAYS = ["This always holds, whatever is typed"];
const FAILS = ["This check always fails: its condition holds for nothing that the schema accepts, so the form could not be sent"];
const PASSES = ["This check never fails: its condition holds for whatever the schema accepts"];
const given = (name: string) => ({ "!==": [form(name), null] });
const more = (name: string, than: string) => ({ and: [given(name), given(than), { ">": [form(name), form(than)] }] });
const isA = { "===": [form("kind"), "a"] };

describe("the condition of a check", () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ["two values at once", { require: { and: [isA, { "===": [form("kind"), "b"] }] } }, FAILS],
    ["all values of the schema", { require: { in: [form("kind"), ["a", "b"]] } }, PASSES],
    ["one value of the schema", { require: isA }, []],
    ["two fields without a value in common", { require: { "===": [form("kind"), form("other")] } }, FAILS],
    ["two free texts", { require: { "===": [form("note"), form("note2")] } }, []],
    ["an order of two fields", { require: more("amount", "count") }, []],
    ["a bound that the schema has", { require: { and: [given("amount"), { ">=": [form("amount"), 10] }] } }, PASSES],
    ["a bound below that of the schema", { require: { and: [given("amount"), { "<": [form("amount"), 10] }] } }, FAILS],
    ["a bound above that of the schema", { require: { and: [given("amount"), { ">": [form("amount"), 10] }] } }, []],
    ["an amount that is never 0", { require: { "!!": form("amount") } }, PASSES],
    ["a number that may be 0", { require: { "!!": form("count") } }, []],
    ["an optional text", { require: { "!!": form("note") } }, []],
    ["a part of a text", { require: { in: ["@", form("email")] } }, []],
    ["a text that compares with one", { require: { "!==": [form("note"), "none"] } }, []],
    ["a computed value", { require: { ">": [{ "+": [form("amount"), form("count")] }, 0] } }, []],
    ["the state beside the form", { require: { or: [isA, { var: "auth.relink" }] } }, []],
    ["the state beside a part that decides", { require: { and: [isA, { "!": isA }, { var: "auth.relink" }] } }, FAILS],
    ["a text that the schema requires under this condition", { when: isA, require: { "!!": form("code") } }, PASSES],
    ["a text that the schema requires under another one", { when: { "!": isA }, require: { "!!": form("code") } }, []],
    ["whatever holds under its `when`", { when: isA, require: { "!==": [form("kind"), "b"] } }, PASSES],
    ["a `when` that never holds", { when: { and: [isA, { "!": isA }] }, require: isA }, NEVER],
    ["a `when` that always holds", { when: { "!!": form("kind") }, require: isA }, ALWAYS],
  ];
  it.each(cases)("is evaluated: %s", (_what, check, messages) => {
    const field = /form\.(\w+)/.exec(JSON.stringify(check))?.[1];
    expect(found({ checks: { it: { field, error: "No.", ...check } } })).toEqual(messages);
  });
});

describe("the condition of a warning", () => {
  const warning = (when: object) => found({ fields: { email: { warnings: { items: { it: { when, text: "Look again." } } } } } });

  it.each([
    ["an empty text, which has no warning", { "!": form("email") }, NEVER],
    ["any text", { "!!": form("email") }, ALWAYS],
    ["one text", { "===": [form("email"), "a@first.example"] }, []],
    ["a part of a text", { in: ["@", form("email")] }, []],
  ])("is evaluated: %s", (_what, when, messages) => {
    expect(warning(when)).toEqual(messages);
  });
});

describe("the condition of a field", () => {
  it("is not constant where it compares two free fields", () => {
    expect(found({ fields: { note: { when: more("amount", "count") } } })).toEqual([]);
  });
});
