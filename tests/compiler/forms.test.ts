/** Tests the findings about forms (sent data, conditions of fields, texts) with seeded faults and correct definitions. */
import { describe, expect, it } from "vitest";
import * as forms from "../../src/language/form-problems.js";
import type { Problem } from "../../src/language/problems.js";
import { waiverStale } from "../../src/language/problems.js";
import { at, FLOW, LOGIN_SCHEMA, problemsOf, SECOND_BRAND, smallSource, withScreen } from "../support/small-flows.js";

const START = "flows/start.flow.json";
const LOGIN = "schemas/forms/credentials.json";
const login = FLOW.screens.login as typeof FLOW.screens.login & { readonly actions: { readonly save: Json } };

type Json = Readonly<Record<string, unknown>>;
const OWN = login.body.items as {
  readonly hello: Json;
  readonly form: Json & { readonly fields: { readonly items: Record<string, Json> } };
};
const TEXT = { label: "Member number", autocomplete: "off" };

/** The small flow with another form: added or changed fields, other keywords of the block, its action, its schema. */
function changed({
  fields = {},
  form = {},
  save = {},
  schema = {},
}: {
  fields?: Json;
  form?: Json;
  save?: Json;
  schema?: Json;
}): Record<string, unknown> {
  const items = Object.fromEntries(Object.entries({ ...OWN.form.fields.items, ...fields }).filter(([, field]) => field !== null));
  const properties = { ...LOGIN_SCHEMA.properties, ...(schema.properties as Json | undefined) };
  return {
    ...withScreen("login", {
      body: {
        ...login.body,
        items: { ...OWN, form: { ...OWN.form, fields: { items }, ...form } },
      },
      actions: { ...login.actions, save: { ...login.actions.save, ...save } },
    }),
    [LOGIN]: { ...LOGIN_SCHEMA, ...schema, properties },
  };
}

/** Without locations and without findings about unused names, which this test ignores. */
const said = (problems: readonly Problem[]) =>
  problems.filter(({ rule }) => rule !== "unused").map(({ severity, rule, message }) => ({ severity, rule, message }));
const member = (more: Json = {}) => ({ properties: { member: { type: "string", ...more } } });
/** Sends the two fields that the gateway takes, and reads the third. */
const APART = {
  with: { input: { email: { var: "form.email" }, password: { var: "form.password" } } },
  on: { ok: { when: { "!!": { var: "form.member" } }, go: "/page" } },
};

describe("what a form sends", () => {
  it("may be every field of the gateway's input", () => {
    expect(said(problemsOf(changed({})))).toEqual([]);
    expect(said(problemsOf(changed({ fields: { member: TEXT }, schema: member(), save: APART })))).toEqual([]);
  });

  it("is reported at the field when the gateway has no such input, in the base and in an overlay", () => {
    const changes = changed({ fields: { member: TEXT }, schema: member() });
    const [found, ...more] = problemsOf(changes);
    const place = at(smallSource(changes), START, '"member"', forms.fieldNotInInput("form.member", "LoginInput", []), '"password": {');
    expect(more).toEqual([]);
    expect(found).toMatchObject({ file: START, line: place.line, column: place.column, rule: "input-mismatch" });
    expect(found?.message).toMatch(
      /^"form\.member" is sent to LoginInput, which has no such field \(sent at flows\/start\.flow\.json:\d+\)$/,
    );
    const OVERLAY = "flows/brands/second/overlay.json";
    const brand = {
      "flows/brands/second/brand.json": SECOND_BRAND,
      [OVERLAY]: {
        language: 2,
        schemas: { "forms/credentials.json": member() },
        screens: { login: { body: { items: { form: { fields: { order: ["email", "password", "member"], items: { member: TEXT } } } } } } },
      },
    };
    const overlaid = problemsOf(brand, "second");
    const there = at(smallSource(brand), OVERLAY, '"member"', forms.blankText(), '"member"\n');
    expect(overlaid).toEqual([expect.objectContaining({ file: OVERLAY, rule: "input-mismatch", line: there.line, column: there.column })]);
  });

  it.each([
    [
      "what the gateway requires and the form does not ask",
      changed({ fields: { password: null }, schema: { required: ["email"] } }),
      forms.inputNotGiven("password", "LoginInput"),
    ],
    [
      "what the gateway requires and a form built by hand leaves out",
      changed({ save: { with: { input: { email: { var: "form" } } } } }),
      forms.inputNotGiven("password", "LoginInput"),
    ],
    [
      "a value that the gateway takes otherwise",
      changed({ save: { with: { input: { email: { var: "form.email" }, password: 7 } } } }),
      forms.inputType("7", "number", "LoginInput.password", "string"),
    ],
    [
      "a form where a text is taken",
      changed({ save: { with: { input: { email: { var: "form" }, password: "x" } } } }),
      forms.inputType('"form"', "object", "LoginInput.email", "string"),
    ],
    [
      "a field that nothing reads",
      changed({ fields: { member: TEXT }, schema: member(), save: { with: APART.with } }),
      forms.fieldNeverSent("member", "save"),
    ],
  ])("may not be %s", (_what, changes, finding) => {
    expect(said(problemsOf(changes)).map(({ rule, message }) => [rule, message.replace(/ \(sent at .*\)$/, "")])).toContainEqual([
      finding.rule,
      finding.message,
    ]);
  });

  it("may be missing only where the gateway, or a condition, allows it", () => {
    const optional = { schema: { required: ["email"] } };
    const found = said(problemsOf(changed(optional)));
    expect(new Set(found.map(({ rule, message }) => `${rule}: ${message.replace(/ \(sent at .*\)$/, "")}`))).toEqual(
      new Set(
        [forms.errorTextUnused("required", []), forms.inputMaybeMissing("form.password", "LoginInput.password")].map(
          ({ rule, message }) => `${rule}: ${message}`,
        ),
      ),
    );
    const guarded = {
      with: {
        input: { email: { var: "form.email" }, password: { if: [{ "!!": { var: "form.password" } }, { var: "form.password" }, "none"] } },
      },
    };
    expect(said(problemsOf(changed({ ...optional, save: guarded }))).map(({ rule }) => rule)).toEqual(["error-text-unused"]);
  });

  it("is validated with the same schema here and in the gateway", () => {
    const other = {
      ...changed({ form: { schema: "forms/other.json" } }),
      "schemas/forms/other.json": { ...LOGIN_SCHEMA, $id: "forms/other.json" },
    };
    expect(said(problemsOf(other))).toEqual([forms.otherSchema("forms/other.json", "forms/credentials.json")]);
  });
});

describe("what an action reads", () => {
  const reads = (path: string) => changed({ save: { on: { ok: { when: { "===": [{ var: path }, "x"] }, go: "/page" } } } });
  it("is a field of the form that raises it", () => {
    expect(said(problemsOf(reads("form.email")))).toEqual([]);
    expect(said(problemsOf(reads("form.emial")))).toEqual([
      expect.objectContaining({
        rule: "unknown-variable",
        message: '"form.emial" cannot be read: there is no "emial"; did you mean "email"?',
      }),
    ]);
  });

  it("has the types of the form's schema", () => {
    const wrong = changed({ save: { on: { ok: { when: { ">": [{ var: "form.email" }, 5] }, go: "/page" } } } });
    expect(said(problemsOf(wrong)).map(({ rule }) => rule)).toEqual(["type-mismatch"]);
    const choice = changed({
      fields: { kind: { label: "Kind", widget: "radio", options: { a: "A", b: "B" } } },
      schema: { properties: { kind: { type: "string", enum: ["a", "b"] } } },
      save: { with: APART.with, on: { ok: { when: { "===": [{ var: "form.kind" }, "c"] }, go: "/page" } } },
    });
    expect(said(problemsOf(choice)).map(({ rule }) => rule)).toEqual(["wrong-constant"]);
  });

  it("is not form data where no form raises it, and is the item where a list raises it", () => {
    const alone = withScreen("page", {
      actions: { act: { then: { set: { "auth.resetEmail": { var: "form.email" } } } } },
      body: {
        items: { go: { block: "controls", controls: { items: { a: { label: "A", action: "act" } } } } },
      },
    });
    expect(said(problemsOf(alone)).map(({ rule }) => rule)).toEqual(["unknown-variable"]);
    const list = (path: string) =>
      withScreen("page", {
        actions: { act: { then: { set: { "auth.resetEmail": { var: path } } } } },
        body: {
          items: {
            list: {
              block: "list",
              items: { var: "alerts" },
              item: { title: "x", controls: { items: { a: { label: "A", action: "act" } } } },
              empty: { text: "None" },
            },
          },
        },
      });
    expect(said(problemsOf(list("item.uuid")))).toEqual([]);
    expect(said(problemsOf(list("item.uid"))).map(({ rule }) => rule)).toEqual(["unknown-variable"]);
  });
});

describe("the conditions of fields", () => {
  const KIND = { label: "Kind", widget: "radio", options: { a: "A", b: "B" }, errors: { required: "Choose." } };
  const schema = (when: unknown, more: Json = {}) => ({
    required: ["email", "password", "kind"],
    properties: { kind: { type: "string", enum: ["a", "b"] } },
    if: { properties: { kind: when } },
    then: { required: ["member"], properties: { member: { type: "string" } } },
    ...more,
  });
  const FIELD = { ...TEXT, errors: { required: "Enter it." } };
  const asked = (when: unknown, condition: unknown, more: Json = {}) =>
    changed({
      fields: { kind: KIND, member: { ...FIELD, ...(when === null ? {} : { when }) } },
      schema: schema(condition, more),
      save: {
        with: APART.with,
        on: { ok: { when: { and: [{ "!!": { var: "form.member" } }, { "!!": { var: "form.kind" } }] }, go: "/page" } },
      },
    });
  const is = (value: string) => ({ "===": [{ var: "form.kind" }, value] });

  it("may be the condition of a branch of the schema", () => {
    expect(said(problemsOf(asked(is("a"), { const: "a" })))).toEqual([]);
    expect(said(problemsOf(asked(null, { const: "a" })))).toEqual([]);
    expect(said(problemsOf(asked({ and: [is("a"), { "!!": { var: "auth.bearerToken" } }] }, { const: "a" })))).toEqual([]);
  });

  it.each([
    [
      "a branch whose condition is no value of the field",
      asked(null, { const: "c" }),
      forms.branchUnreachable("then", "its condition holds for nothing that can be typed"),
    ],
    [
      "an else that is left nobody",
      asked(null, { enum: ["a", "b"] }, { else: { required: ["member"] } }),
      forms.branchUnreachable("else", "its condition holds for all that can be typed"),
    ],
    [
      "a dependency of what is not there",
      asked(null, { const: "a" }, { dependencies: { knid: ["member"] } }),
      forms.branchUnreachable("knid", 'the schema has no property "knid" that it could depend on'),
    ],
    [
      "a field that is asked where the schema has it not",
      asked(is("b"), { const: "a" }),
      forms.fieldUnreachable("member", "forms/credentials.json"),
    ],
    [
      "a field that is required where it is hidden",
      asked(is("a"), { enum: ["a", "b"] }),
      forms.requiredWhileHidden("member", { kind: "b" }),
    ],
    ["a condition that never holds", asked({ and: [is("a"), is("b")] }, { const: "a" }), forms.conditionConstant(false)],
    ["a condition that always holds", asked({ "!==": [{ var: "form.kind" }, 7] }, { const: "a" }), null],
  ])("may not be %s", (_what, changes, finding) => {
    const found = said(problemsOf(changes));
    if (finding === null) expect(found.map(({ rule }) => rule)).toEqual(["type-mismatch"]);
    else expect(found).toContainEqual(finding);
  });
});

describe("the texts of a form", () => {
  it.each([
    ["a field without a label", changed({ fields: { email: { ...OWN.form.fields.items.email, label: " " } } }), [forms.blankText()]],
    [
      "two fields with the same label",
      changed({ fields: { password: { ...OWN.form.fields.items.password, label: "Email" } } }),
      [forms.duplicateText("Email", "email")],
    ],
    [
      "two options with the same text",
      changed({
        fields: { kind: { label: "Kind", widget: "radio", options: { a: "One", b: "One" } } },
        schema: { properties: { kind: { type: "string", enum: ["a", "b"] } } },
        save: { ...APART, on: { ok: { when: { "!!": { var: "form.kind" } }, go: "/page" } } },
      }),
      [forms.duplicateText("One", "a")],
    ],
    [
      "no text for an error",
      changed({ fields: { email: { ...OWN.form.fields.items.email, errors: { required: "Enter it." } } } }),
      [forms.errorTextMissing(["format"], "forms/credentials.json", "email")],
    ],
    [
      "a text for an error that cannot occur",
      changed({ fields: { password: { ...OWN.form.fields.items.password, errors: { required: "x", minLength: "x", maxLength: "x" } } } }),
      [forms.errorTextUnused("maxLength", ["minLength"])],
    ],
    [
      "no autocomplete",
      changed({ fields: { email: { label: "Email", widget: "email", errors: OWN.form.fields.items.email?.errors } } }),
      [forms.autocompleteMissing(["email", "username"])],
    ],
    [
      "an unknown token",
      changed({ fields: { email: { ...OWN.form.fields.items.email, autocomplete: "e-mail" } } }),
      [forms.autocompleteUnknown("e-mail", ["email"])],
    ],
    [
      "another token",
      changed({ fields: { email: { ...OWN.form.fields.items.email, autocomplete: "tel" } } }),
      [forms.autocompleteWrong("tel", ["email", "username"])],
    ],
    [
      "a password that no manager may fill in",
      changed({ fields: { password: { ...OWN.form.fields.items.password, autocomplete: "off" } } }),
      [forms.autocompleteWrong("off", ["current-password"])],
    ],
    [
      "a home before what has none",
      changed({ fields: { email: { ...OWN.form.fields.items.email, autocomplete: "home username" } } }),
      [forms.autocompleteUnknown("home username", ["username"])],
    ],
  ])("may not be %s", (_what, changes, findings) => {
    expect(said(problemsOf(changes))).toEqual(findings);
  });

  it("may be equal where both are never visible together", () => {
    const controls = (one: Json, two: Json) =>
      changed({
        form: {
          controls: {
            items: { stay: { label: "Go on", ...one, action: "stay" }, two: { label: "Go on", go: "/page", ...two } },
          },
        },
      });
    expect(said(problemsOf(controls({ when: "loggedIn" }, { when: { "!": "loggedIn" } })))).toEqual([]);
    expect(said(problemsOf(controls({}, { when: "loggedIn" })))).toEqual([forms.duplicateText("Go on", "stay")]);
  });

  it("may be about another person: a section before an autocomplete token", () => {
    const own = OWN.form.fields.items.email;
    expect(said(problemsOf(changed({ fields: { email: { ...own, autocomplete: "section-joint shipping work email" } } })))).toEqual([]);
  });
});

describe("a waiver", () => {
  const waivers = [{ rule: "autocomplete", reason: "The bank forbids it." }];
  const password = { ...OWN.form.fields.items.password, autocomplete: "off" };
  it.each([
    ["the field", changed({ fields: { password: { ...password, waivers } } })],
    ["the form", changed({ fields: { password }, form: { waivers } })],
    ["the screen", { ...changed({ fields: { password } }), ...accepted() }],
  ])("at %s takes the finding away", (_where, changes) => {
    expect(said(problemsOf(changes))).toEqual([]);
  });

  function accepted(): Json {
    const flow = changed({ fields: { password } })[START] as { readonly screens: Readonly<Record<string, Json>> };
    return { [START]: { ...flow, screens: { ...flow.screens, login: { ...flow.screens.login, waivers } } } };
  }

  it("that matches no finding is a finding at its own location", () => {
    const changes = changed({ form: { waivers } });
    expect(problemsOf(changes)).toEqual([at(smallSource(changes), START, "{", waiverStale("autocomplete"), '"waivers": [')]);
  });

  it("of another rule, or with a condition, accepts nothing", () => {
    const other = [{ rule: "blank-text", reason: "x" }];
    expect(said(problemsOf(changed({ fields: { password: { ...password, waivers: other } } }))).map(({ rule }) => rule)).toEqual([
      "autocomplete",
    ]);
    const some = [{ ...waivers[0], when: "loggedIn" }];
    expect(said(problemsOf(changed({ fields: { password: { ...password, waivers: some } } }))).map(({ rule }) => rule)).toEqual([
      "autocomplete",
    ]);
  });
});
