/** Tests that values of operations may be null only where the gateway allows it or a condition excludes null. */
import { describe, expect, it } from "vitest";
import * as forms from "../../src/language/form-problems.js";
import { APP, FLOW, LOGIN_SCHEMA, OPERATIONS, problemsOf } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const { page } = FLOW.screens;
const LINKED = { var: "linkedAccounts.0.uuid" };
const OPERATION = `mutation Unlink($uuid: String!) { removeLink(uuid: $uuid) { __typename } }
query One($uuid: String!) { request(id: $uuid) { __typename } }
`;
const control = (more: Json = {}) => ({ label: "Do it", action: "act", ...more });
const controls = (items: Json, more: Json = {}) => ({ block: "controls", controls: { order: Object.keys(items), items }, ...more });
const body = (items: Json) => ({ order: Object.keys(items), items });

interface Change {
  readonly act?: Json;
  readonly body?: Json;
  readonly screen?: Json;
  readonly app?: Json;
}

/** A screen whose only action sends a nullable value. */
function findingsOf({
  act = {},
  body: own = body({ on: controls({ act: control() }) }),
  screen = {},
  app = {},
}: Change): readonly string[] {
  const action = { call: "Unlink", with: { uuid: LINKED }, on: { ok: { go: "/" } }, ...act };
  const changes = {
    "flows/start.graphql": `${OPERATIONS}${OPERATION}`,
    "flows/app.flow.json": { ...APP, ...app },
    "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, page: { ...page, body: own, actions: { act: action }, ...screen } } },
  };
  return problemsOf(changes)
    .filter(({ rule }) => rule !== "unused")
    .map(({ rule, message }) => (rule === "input-mismatch" ? message : `${rule}: ${message}`));
}

const MAY_BE = [forms.inputMaybeNull("linkedAccounts.0.uuid", "$uuid").message];
const some = { "!!": { var: "linkedAccounts" } };

describe("a value of the state that is sent", () => {
  it.each<[string, Change, readonly string[]]>([
    ["may be null where nothing asks", {}, MAY_BE],
    ["is there by the guard", { screen: { guard: { and: ["mine", some] } } }, []],
    ["is not there by a guard that only may say so", { screen: { guard: { or: ["mine", some] } } }, MAY_BE],
    ["is there by the action's own condition", { act: { when: { "!==": [LINKED, null] } } }, []],
    ["is there by the condition of what raises it", { body: body({ on: controls({ act: control({ when: some }) }) }) }, []],
    ["is there by the condition of the block", { body: body({ on: controls({ act: control() }, { when: some }) }) }, []],
    [
      "is there by the condition of a group",
      { body: body({ all: { block: "group", layout: "stack", when: some, body: body({ on: controls({ act: control() }) }) } }) },
      [],
    ],
    [
      "is not there when one of two does not ask",
      { body: body({ on: controls({ act: control({ when: some }), again: control({ label: "Again" }) }) }) },
      MAY_BE,
    ],
    [
      "is not there when the screen is entered",
      { screen: { onEnter: ["act"] }, body: body({ on: controls({ act: control({ when: some }) }) }) },
      MAY_BE,
    ],
    [
      "is there where some item is of a kind",
      { screen: { guard: { and: ["mine", { some: [{ var: "linkedAccounts" }, { "===": [{ var: "status" }, "ACTIVE"] }] }] } } },
      [],
    ],
    [
      "is not there where none is",
      { screen: { guard: { and: ["mine", { none: [{ var: "linkedAccounts" }, { "===": [{ var: "status" }, "ACTIVE"] }] }] } } },
      MAY_BE,
    ],
    [
      "is there since a gate would have redirected",
      { screen: { gates: ["held", "empty"] }, app: { gates: { ...APP.gates, empty: { when: { "!": some }, go: "/away" } } } },
      [],
    ],
    ["is there in the branch that asks", { act: { with: { uuid: { if: [LINKED, LINKED, "none"] } } } }, []],
    [
      "is what is left of an or",
      {
        act: {
          when: { or: [{ "!!": [{ var: "auth.phone" }] }, some] },
          with: { uuid: { if: [{ var: "auth.phone" }, { var: "auth.phone" }, LINKED] } },
        },
      },
      [],
    ],
    [
      "is what is left of an or whose other part asks for more",
      {
        act: {
          when: { or: [{ and: ["mine", { "!!": [{ var: "auth.phone" }] }] }, some] },
          with: { uuid: { if: [{ var: "auth.phone" }, { var: "auth.phone" }, LINKED] } },
        },
      },
      [],
    ],
    [
      "is not left of an or with a third",
      {
        act: {
          when: { or: [{ var: "auth.phone" }, { var: "auth.email" }, some] },
          with: { uuid: { if: [{ var: "auth.phone" }, { var: "auth.phone" }, LINKED] } },
        },
      },
      MAY_BE,
    ],
    ["may fall back on something", { act: { with: { uuid: { var: ["linkedAccounts.0.uuid", "none"] } } } }, []],
    ["is accepted with a reason", { act: { waivers: [{ rule: "input-mismatch", reason: "The bank forgives it." }] } }, []],
    // The parameter exists on only one of the paths, as on a screen of the shipped flows.
    [
      "is not there as a parameter of one of two paths",
      { screen: { path: ["/page", "/page/:uuid"] }, act: { with: { uuid: { var: "route.params.uuid" } } } },
      [forms.inputMaybeNull("route.params.uuid", "$uuid").message],
    ],
  ])("%s", (_what, change, findings) => {
    expect(findingsOf(change)).toEqual(findings);
  });

  it("is checked for queries and for the app's loads", () => {
    const query = { query: "One", with: { uuid: { var: "auth.nonceToken" } } };
    const act = { with: { uuid: "1" } };
    const message = forms.inputMaybeNull("auth.nonceToken", "$uuid").message;
    const asked = { when: { "!!": { var: "auth.nonceToken" } } };
    expect(findingsOf({ act, screen: { data: { one: query } } })).toEqual([message]);
    expect(findingsOf({ act, screen: { data: { one: { ...query, ...asked } } } })).toEqual([]);
    expect(findingsOf({ act, app: { loads: { ...APP.loads, one: query } } })).toEqual([message]);
    expect(findingsOf({ act, app: { loads: { ...APP.loads, one: { ...query, ...asked } } } })).toEqual([]);
  });
});

describe("a field that is typed again", () => {
  const { form, hello } = FLOW.screens.login.body.items as {
    readonly hello: Json;
    readonly form: Json & { readonly fields: { readonly items: Readonly<Record<string, Json>> } };
  };
  const again = (label: string) => ({ label, widget: "password", autocomplete: "current-password" });
  const rules = (checks: Json, input: Json) => {
    const items = { ...form.fields.items, one: again("One"), two: again("Two") };
    const login = {
      ...FLOW.screens.login,
      actions: { stay: { then: { go: "/page" } }, save: { call: "Login", with: { input }, on: { ok: { go: "/page" } } } },
      body: {
        order: ["hello", "form"],
        items: { hello, form: { ...form, checks: { items: checks }, fields: { order: Object.keys(items), items } } },
      },
    };
    return problemsOf({
      "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, login } },
      "schemas/forms/credentials.json": {
        ...LOGIN_SCHEMA,
        properties: { ...LOGIN_SCHEMA.properties, one: { type: "string" }, two: { type: "string" } },
      },
    }).map(({ message }) => message);
  };
  const SENT = { email: { var: "form.email" }, password: { var: "form.password" } };
  const same = (field: string, other: string) => ({
    require: { "===": [{ var: `form.${field}` }, { var: `form.${other}` }] },
    field,
    error: "They differ.",
  });

  it("need not be sent when the field that it repeats is sent", () => {
    expect(rules({ one: same("one", "password"), two: same("two", "password") }, SENT)).toEqual([]);
  });

  it("is unused when that field is not sent either, or when only the two are compared with each other", () => {
    const never = (path: string) => forms.fieldNeverSent(path, "save").message;
    expect(rules({ one: same("one", "two") }, SENT)).toEqual([never("one"), never("two")]);
    expect(rules({ one: same("one", "two"), two: same("two", "one") }, SENT)).toEqual([never("one"), never("two")]);
  });
});
