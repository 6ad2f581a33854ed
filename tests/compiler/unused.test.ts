/** Tests the warnings about unused definitions, which are reported only without errors. */
import { describe, expect, it } from "vitest";
import { APP, FLOW, LOGIN_SCHEMA, OPERATIONS, problemsOf, withScreen } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;

/** The screen with the form of the small flows. */
interface Login {
  readonly actions: { readonly save: Json };
  readonly body: { readonly items: { readonly form: { readonly fields: { readonly items: Json } } } };
}

describe("a query key in `queryToState` of a screen", () => {
  const lifted = (more: Json) => problemsOf(withScreen("page", { queryToState: ["token"], ...more })).map(({ rule }) => rule);
  const asked = { "!!": { var: "route.state.token" } };
  it("is read by its guard, texts, queries, actions or blocks", () => {
    expect(lifted({})).toEqual(["unused"]);
    expect(lifted({ guard: { and: ["mine", asked] } })).toEqual([]);
    expect(lifted({ title: { text: "{token}", values: { token: { var: "route.state.token" } } } })).toEqual([]);
    expect(lifted({ data: { mine: { query: "Progress", when: asked } } })).toEqual([]);
    expect(lifted({ guard: { and: ["mine", { "!!": { var: "route.state.email" } }] } })).toEqual(["route-state", "unused"]);
  });
});

describe("an unused definition", () => {
  const rules = (changes: Json) => problemsOf(changes).map(({ rule, message }) => `${rule}: ${message}`);
  it("is reported when there is no error", () => {
    expect(rules(withScreen("page", { actions: { idle: { then: { go: "/" } } } }))).toEqual(['unused: Nothing raises the action "idle"']);
    expect(rules({ "schemas/forms/idle.json": { ...LOGIN_SCHEMA, $id: "forms/idle.json" } })).toEqual([
      "duplicate-schema: schemas/forms/idle.json asks for exactly what schemas/forms/credentials.json asks for: one of them is enough",
      "unused: No form uses schemas/forms/idle.json, and the gateway validates nothing with it",
    ]);
    expect(rules({ "schemas/nouns.json": { definitions: { idle: { type: "string" } } } })).toEqual([
      "unused: No form refers to nouns.json#/definitions/idle",
    ]);
    expect(rules(withScreen("page", { data: { mine: { query: "Profile" } } }))).toEqual([
      'unused: Nothing reads the answer of "mine", and it writes to no slice of the state',
    ]);
    expect(rules(withScreen("page", { gates: [] }))).toEqual(['unused: No screen has the gate "held"']);
    const shells = { ...APP.shells, idle: { width: "wide" } };
    expect(rules({ "flows/app.flow.json": { ...APP, shells } })).toEqual(['unused: No screen has the shell "idle"']);
    expect(rules(withScreen("away", { timers: {}, actions: {} }))).toEqual(['unused: No timer uses the poll "often"']);
    expect(rules(withScreen("page", { data: { mine: { query: "Progress" } } }))).toEqual([]);
    expect(rules({ "flows/app.flow.json": { ...APP, actions: { ...APP.actions, idle: { then: { go: "/" } } } } })).toEqual([
      'unused: Nothing raises the action "idle"',
    ]);
    expect(OPERATIONS).toContain("Progress");
  });
});

describe("a variable of a document", () => {
  const given = (...calls: readonly Json[]) =>
    problemsOf({
      ...withScreen("page", { data: Object.fromEntries(calls.map((call, index) => [`more${index}`, { query: "More", ...call }])) }),
      "flows/more.graphql": "query More(\n  $search: String\n) { nonprofits(search: $search) { name } }\n",
    })
      .filter(({ file }) => file === "flows/more.graphql")
      .map(({ line, column, rule, message }) => `${line}:${column} ${rule} ${message}`);

  it("is unused where no call gives it, and used where one does", () => {
    const unused = '2:3 unused No "with" gives the variable "search" of "More": give it, or remove it from the document';
    expect(given({})).toContain(unused);
    expect(given({}, { with: { search: "red" } })).not.toContain(unused);
  });
});

describe("a property of a form's schema", () => {
  const properties = { ...LOGIN_SCHEMA.properties };
  const found = (more: Json, changes: Json = {}) =>
    problemsOf({ "schemas/forms/credentials.json": { ...LOGIN_SCHEMA, ...more }, ...changes }).map(
      ({ file, line, column, message }) => `${file}:${line}:${column} ${message}`,
    );
  const unasked = (path: string) =>
    `No form with schemas/forms/credentials.json asks for "${path}", and no call sends it: ask for it, or remove it`;

  it("is unused where no field asks for it, in objects, lists and branches too", () => {
    expect(found({ properties: { ...properties, emial: { type: "string" } } })).toEqual([
      `schemas/forms/credentials.json:18:5 ${unasked("emial")}`,
    ]);
    const place = { type: "object", properties: { zip: { type: "string" } } };
    expect(found({ properties: { ...properties, place, places: { type: "array", items: place } } })).toEqual([
      expect.stringContaining(unasked("place.zip")),
      expect.stringContaining(unasked("places[].zip")),
    ]);
    const branches = { if: { properties: { email: { const: "a@b.example" } } }, then: { properties: { code: { type: "string" } } } };
    expect(found(branches)).toEqual([expect.stringContaining(unasked("code"))]);
  });
  it("counts as used where a brand's overlay may ask for its content", () => {
    expect(found({ properties: { ...properties, custom_fields: { type: "object" } } })).toEqual([]);
  });
  it("is used where a call or an operation gives it", () => {
    const login = FLOW.screens.login as unknown as Login;
    const { form } = login.body.items;
    const fields = { items: { email: form.fields.items.email } };
    const calling = (call: Json, operations = OPERATIONS) => ({
      "flows/start.graphql": operations,
      ...withScreen("login", {
        actions: { ...login.actions, save: { ...login.actions.save, ...call } },
        body: { items: { ...login.body.items, form: { ...form, fields } } },
      }),
    });
    const email = { var: "form.email" };
    const own = OPERATIONS.replace(
      /\(\$input.*input: \$input\)/,
      "($email: String!, $password: String!) { login(input: { email: $email, password: $password })",
    );
    const optional = { required: ["email"] };
    expect(found(optional, calling({ with: { input: { email, password: "guest" } } }))).toEqual([]);
    expect(found(optional, calling({ with: { email, password: "guest" } }, own))).toEqual([]);
    expect(
      found({ ...optional, properties: { ...properties, code: { type: "string" } } }, calling({ with: { email, password: "guest" } }, own)),
    ).toEqual([expect.stringContaining(unasked("code"))]);
  });
});
