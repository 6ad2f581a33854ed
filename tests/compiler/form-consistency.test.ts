/** Tests the findings about the fields of a form block and about the app's declarations with seeded faults and correct definitions. */
import { describe, expect, it } from "vitest";
import { APP, FLOW, LOGIN_SCHEMA, problemsOf, withScreen } from "../support/small-flows.js";
import { readText } from "../support/sources.js";

type Json = Readonly<Record<string, unknown>>;
const { login } = FLOW.screens;
const { form, hello } = login.body.items as {
  readonly hello: Json;
  readonly form: Json & { readonly fields: { readonly items: Record<string, Json> } };
};

const said = (changes: Record<string, unknown>) => problemsOf(changes).map(({ rule, message }) => `${rule}: ${message}`);
const money = (value: string) => ({ money: { value } });
const MEMBER = { label: "Member number", autocomplete: "off" };

/** The small form with additions, and with another field where a schema is given. */
function changed(block: Json, member: Json = {}, schema: Json | null = null, more: Json = {}): readonly string[] {
  const fields = schema === null ? form.fields.items : { ...form.fields.items, member: { ...MEMBER, ...member } };
  const properties = schema === null ? LOGIN_SCHEMA.properties : { ...LOGIN_SCHEMA.properties, member: schema };
  const items = { hello, form: { ...form, fields: { order: Object.keys(fields), items: fields }, ...block } };
  const found = said({
    ...withScreen("login", { body: { ...login.body, items } }),
    "schemas/forms/credentials.json": { ...LOGIN_SCHEMA, properties },
    ...more,
  });
  // The small gateway has no field for it, which this test ignores.
  return found.filter((text) => !text.startsWith("input-mismatch") && !text.startsWith("error-words"));
}

describe("a form", () => {
  it.each<[string, string, Json, readonly unknown[]]>([
    [
      "a box for a text",
      "checkbox",
      { type: "string" },
      [expect.stringMatching(/^field-type: .*"checkbox" is for boolean, and this field takes string/)],
    ],
    ["a text for a box", "code", { type: "boolean" }, [expect.stringContaining("field-type")]],
    ["a text for files", "textarea", { type: "array" }, [expect.stringContaining("field-type")]],
    ["a choice of nothing", "select", { type: "string" }, [expect.stringMatching(/^field-type: .*offers the values of an "enum"/)]],
    ["a date for an amount", "date", { type: "string", format: "money" }, [expect.stringMatching(/^field-type: .*like "1985-04-05"/)]],
    ["an amount for a date", "money", { type: "string", format: "date" }, [expect.stringMatching(/^field-type: .*like "50.00"/)]],
    ["a date for a date", "past-date", { type: "string", format: "date" }, []],
    ["an amount for an amount", "money", { type: "string", format: "money" }, []],
    ["a text for a text", "textarea", { type: "string" }, []],
    ["a box for a box", "checkbox", { type: "boolean" }, []],
    ["files for files", "attachments", { type: "array" }, []],
  ])("has a widget of the field's type: %s", (_what, widget, schema, expected) => {
    expect(changed({}, { widget }, schema).filter((text) => text.startsWith("field-type"))).toEqual(expected);
  });

  it.each<[string, Json, Json, boolean]>([
    ["an example that the pattern rejects", { placeholder: "33.3" }, { pattern: "^\\d{1,3}$" }, true],
    ["an example that the format rejects", { placeholder: "$5o" }, { format: "money" }, true],
    ["an example that the pattern accepts", { placeholder: "33" }, { pattern: "^\\d{1,3}$" }, false],
    ["the shape of a value", { placeholder: "0.00" }, { format: "cents" }, false],
    ["words", { placeholder: "Up to 3 digits" }, { pattern: "^\\d{1,3}$" }, false],
    ["a date as the locale shows it", { placeholder: "4/5/1985", widget: "date" }, { format: "date" }, false],
    ["a mask", { placeholder: "12-34", mask: "##-##" }, { pattern: "^\\d{4}$" }, false],
  ])("has a placeholder that its schema accepts: %s", (_what, member, schema, isReported) => {
    const found = changed({}, member, { type: "string", ...schema }).filter((text) => text.startsWith("field-type"));
    expect(found).toEqual(isReported ? [expect.stringContaining("which the placeholder shows as an example")] : []);
  });

  it("may offer a choice of values, or a yes/no choice", () => {
    const options = (schema: Json, words: Json) =>
      changed({}, { widget: "radio", options: words }, schema).filter((text) => text.startsWith("field-type"));
    expect(options({ type: "string", enum: ["a", "b"] }, { a: "A", b: "B" })).toEqual([]);
    expect(options({ type: "boolean" }, { true: "Yes", false: "No" })).toEqual([]);
  });

  it.each<[string, string, Json, boolean]>([
    ["an amount below the least one, which is the least length", "From $1.00 to $500.00.", { minLength: 1, "x-minimum-amount": 50 }, true],
    ["the least amount", "From $50.00 to $500.00.", { minLength: 1, "x-minimum-amount": 50 }, false],
    ["the least length", "At least 8 characters.", { minLength: 8 }, false],
  ])("has help with the limits of its schema: %s", (_what, help, limits, isReported) => {
    const maximum = "x-minimum-amount" in limits ? { "x-maximum-amount": 500 } : {};
    const found = changed({}, { help }, { type: "string", ...limits, ...maximum }).filter((text) => text.startsWith("error-text-limit"));
    expect(found).toEqual(
      isReported
        ? [
            'error-text-limit: This help names 1.00, and the field in schemas/forms/credentials.json has "x-minimum-amount" 50 and "x-maximum-amount" 500: correct the one that is wrong',
          ]
        : [],
    );
  });

  it.each<[string, Json, string | null]>([
    ["limits that are named values", { text: "From {least} to {most}.", values: { least: money("least"), most: money("most") } }, null],
    ["a figure beside a limit", { text: "From {least} to $400.00.", values: { least: money("least") } }, "400.00"],
    [
      "a figure in a branch",
      { text: "{who, select, me {From $40.00} other {From $50.00}}", values: { who: { var: "auth.email" } } },
      "40.00",
    ],
    ["a constant that is not a limit", { text: "From {least}.", values: { least: { money: 60 } } }, "60"],
    [
      "a number that chooses a branch",
      { text: "{n, plural, =40 {From $50.00} other {To $500.00}}", values: { n: { value: "most" } } },
      null,
    ],
  ])("has help whose amounts are limits of its schema, however they are written: %s", (_what, help, wrong) => {
    const schema = { type: "string", "x-minimum-amount": 50, "x-maximum-amount": 500 };
    const limit = (keyword: string) => ({ description: keyword, limit: { schema: "forms/credentials.json", property: "member", keyword } });
    const named = { language: 2, values: { least: limit("x-minimum-amount"), most: limit("x-maximum-amount") } };
    const found = changed({}, { help }, schema, { "flows/values.json": named }).filter((text) => text.startsWith("error-text-limit"));
    expect(found).toEqual(wrong === null ? [] : [expect.stringContaining(`This help names ${wrong}, and`)]);
  });

  it("has initial data that are values of its fields", () => {
    expect(changed({ initial: { var: "auth" } })).toEqual([]);
    expect(changed({ initial: { if: [{ var: "auth.email" }, { var: "auth" }, null] } })).toEqual([]);
    expect(changed({ initial: { var: "progress" } })).toEqual([
      expect.stringMatching(/^field-type: None of this is a field of the form: "depositor_id"/),
    ]);
    expect(changed({ initial: { var: "auth" } }, {}, { type: "string" })).toEqual([]);
    expect(changed({ initial: { email: { if: [{ var: "auth.email" }, { var: "auth.email" }, "ada@example.com"] } } })).toEqual([]);
    expect(changed({ initial: { email: { var: "auth.email" }, name: "Ada" } })).toEqual([
      expect.stringMatching(/^field-type: None of this is a field of the form: "name"/),
    ]);
    expect(changed({ initial: { email: true } })).toEqual([expect.stringMatching(/^field-type: "email" begins with boolean/)]);
  });

  it("has no field whose condition reads the field itself", () => {
    const when = (path: string) => changed({}, { when: { "!": { var: `form.${path}` } } }, { type: "string" });
    expect(when("email")).toEqual([]);
    expect(when("member")).toEqual([expect.stringMatching(/^field-condition: Whether "member" is shown/)]);
  });
});

describe("the app's declarations", () => {
  const app = (more: Json) => said({ "flows/app.flow.json": { ...APP, ...more } });
  it("are read by declared names", () => {
    const unread = (path: string) =>
      app({ chrome: { ...APP.chrome, unread: { text: "{count, plural, one {# new} other {# new}}", values: { count: { var: path } } } } });
    expect(unread("item.count")).toEqual([]);
    expect(unread("item.cuont")).toEqual([expect.stringMatching(/^unknown-variable: "item.cuont" .*did you mean "count"\?$/)]);
    const dismiss = (path: string) =>
      app({ events: { ...APP.events, dismissBanner: { then: { set: { "dismissed.banners": [{ var: path }] } } } } });
    expect(dismiss("item.uuid")).toEqual([]);
    expect(dismiss("item.uid")).toEqual([expect.stringContaining('unknown-variable: "item.uid"')]);
  });

  it("have links with complete addresses", () => {
    const one = { path: "/one/:uuid", title: "One", shell: "plain", guard: "loggedIn", body: { order: [], items: {} } };
    const flow = { "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, one } } };
    const home = { path: "/one/:uuid", label: "Home", icon: "home" };
    expect(said({ ...flow, "flows/app.flow.json": { ...APP, navigation: { order: ["home"], items: { home } } } })).toEqual([
      'missing-argument: "/one/:uuid" needs "params.uuid"',
    ]);
  });

  it("have stages with increasing percentages", () => {
    const stages = (one: Json, two: Json) =>
      app({ stages: { order: ["one", "two"], items: { one: { label: "One", ...one }, two: { label: "Two", ...two } } } });
    expect(stages({ from: 0, to: 49 }, { from: 50, to: 100 })).toEqual([]);
    expect(stages({ from: 0, to: 50 }, { from: 50, to: 100 })).toEqual([
      'number-order: This begins at 50, and "one" before it ends at 50: stages must not overlap',
    ]);
    expect(stages({ from: 0, to: 49 }, { from: 100, to: 50 })).toEqual(["number-order: This stage ends at 50, before it begins at 100"]);
  });
});

describe("a GraphQL document", () => {
  it("has a warning for a deprecated field, and stays valid", () => {
    const schema = readText("gateway/schema.graphql").replace(
      /(type Profile \{[^}]*?first_name: String)/,
      '$1 @deprecated(reason: "Ask for nothing.")',
    );
    expect(schema).toContain("@deprecated");
    expect(said({ "gateway/schema.graphql": schema })).toEqual([
      "deprecated: The field Profile.first_name is deprecated. Ask for nothing.",
    ]);
  });
});
