/** Tests the warnings about unused definitions, which are reported only without errors. */
import { describe, expect, it } from "vitest";
import { APP, LOGIN_SCHEMA, OPERATIONS, problemsOf, withScreen } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;

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
