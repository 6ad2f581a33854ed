/** Tests the compiler's rules about effects, timing, route state and lookups with seeded faults and correct definitions. */
import { describe, expect, it } from "vitest";
import * as problems from "../../src/language/problems.js";
import { APP, at, FLOW, PREDICATES, problemsOf, smallSource, withScreen } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const START = "flows/start.flow.json";
const APP_FILE = "flows/app.flow.json";
const login = FLOW.screens.login as typeof FLOW.screens.login & { readonly actions: { readonly save: Json; readonly stay: Json } };

/** The small flow in which the action `stay` has these effects. */
const staying = (...effects: readonly Json[]) => {
  const items = Object.fromEntries(effects.map((effect, index) => [`effect${index}`, effect]));
  return withScreen("login", { actions: { ...login.actions, stay: { then: effects.length === 1 ? effects[0] : { items } } } });
};
const app = (more: Json) => ({ [APP_FILE]: { ...APP, ...more } });
const said = (changes: Record<string, unknown>) => problemsOf(changes).map(({ rule, message }) => `${rule}: ${message}`);
const GO = { go: "/page" };
const SET = { set: { "auth.resetEmail": null } };

describe("a list of effects", () => {
  it("ends with an effect that always navigates", () => {
    const changes = staying(SET, GO, { set: { "auth.relink": true } });
    const source = smallSource(changes);
    const { line } = at(source, START, "{", problems.lastRowOpen(), '"effect1": ');
    expect(problemsOf(changes)).toEqual([at(source, START, "{", problems.effectUnreached("go", { line }), '"effect2": ')]);
    expect(said(staying({ decide: "logo" }, SET))).toEqual([expect.stringContaining('the "decide" at line')]);
  });

  it("may continue after an effect that navigates under a condition", () => {
    expect(said(staying({ ...GO, when: "mine" }, SET, GO))).toEqual([]);
  });

  it("names a slice, a query, a gate once", () => {
    expect(said(staying({ reset: ["auth", "auth"] }))).toEqual(['order: "auth" is listed twice']);
    expect(said(staying({ reset: ["auth", "drafts"] }, { reset: ["auth"] }))).toEqual([]);
    expect(said(withScreen("away", { actions: { again: { then: { refetch: ["progress", "progress"] } } } }))).toEqual([
      'order: "progress" is listed twice',
    ]);
    expect(said(withScreen("page", { gates: ["held", "held"] }))).toEqual(['order: "held" is listed twice']);
  });

  it("writes values of the path's type, in each branch of an if and in each part of an object", () => {
    expect(said(staying({ set: { "transfer.status": { if: ["mine", "SUCESS", "FAILED"] } } }))).toEqual([
      expect.stringContaining('wrong-constant: "SUCESS" is never a value of "transfer.status"; did you mean "SUCCESS"?'),
    ]);
    expect(said(staying({ set: { "transfer.status": { if: ["mine", "SUCCESS", "FAILED"] } } }))).toEqual([]);
    const error = (parts: Json) => said(staying({ set: { "errors.funding": parts } }));
    expect(error({ flag: true, message: "Not now." })).toEqual([]);
    expect(error({ flagged: true, message: "Not now." })).toEqual([
      expect.stringContaining('unknown-variable: "errors.funding.flagged" cannot be read'),
    ]);
    expect(error({ flag: "yes", message: null })).toEqual([expect.stringMatching(/^type-mismatch: .*"errors.funding.flag"/)]);
    expect(said(staying({ set: { "auth.relink": { relink: true } } }))).toEqual([expect.stringMatching(/^type-mismatch: .*object$/)]);
  });
});

describe("an object whose only key is an operator's name", () => {
  it("is route state where the language has a map", () => {
    expect(said(staying({ go: { path: "/page", state: { filter: "unread" } } }))).toEqual([
      expect.stringContaining('route-state: Nothing reads "route.state.filter"'),
    ]);
  });

  it("is reported where it is evaluated and an object is meant", () => {
    const key = (operator: string) => `${problems.operatorKey(operator).rule}: ${problems.operatorKey(operator).message}`;
    expect(said(staying({ set: { "auth.resetEmail": { filter: "unread" } } }))).toEqual([key("filter")]);
    expect(said(staying({ set: { "errors.funding": { message: { filter: "unread" }, flag: true } } }))).toEqual([key("filter")]);
    const changes = staying({ go: { path: "/page", state: { shown: { filter: "unread" } } } });
    const found = problemsOf(changes).filter(({ rule }) => rule === "invalid-logic");
    expect(found).toEqual([at(smallSource(changes), START, '"filter"', problems.operatorKey("filter"))]);
  });
});

describe("field errors of another screen", () => {
  const refused = (at: string) => {
    const save = { ...login.actions.save, on: { "422": { fieldErrors: { var: "error.errors" }, fieldErrorsAt: at }, "*": GO } };
    return said(withScreen("login", { actions: { ...login.actions, save } }));
  };

  it("need a screen that has a form", () => {
    const finding = ({ rule, message }: problems.Finding) => `${rule}: ${message}`;
    expect(refused("login")).toEqual([]);
    expect(refused("page")).toEqual([finding(problems.noFormThere("page"))]);
    expect(refused("pge")).toEqual([expect.stringMatching(/^unknown-name: .*"pge".*"page"/)]);
    expect(said(staying({ fieldErrorsAt: "login" }))).toContainEqual(finding(problems.errorsAtWithout()));
  });
});

describe("the pages of a task that ends", () => {
  it("are paths of the flows, and need a navigation", () => {
    expect(said(staying({ go: "/page", leaves: ["/page"] }))).toEqual([]);
    expect(said(staying({ go: "/page", leaves: ["/pge"] }))).toEqual([expect.stringMatching(/^unknown-name: .*"\/pge"/)]);
    const { rule, message } = problems.leavesWithout();
    expect(said(staying({ reset: ["alerts"], leaves: ["/page"] }))).toContain(`${rule}: ${message}`);
  });
});

describe("the forms that an effect discards", () => {
  it("are named by their schemas", () => {
    expect(said(staying({ discard: ["forms/lgoin.json"] }))).toEqual([expect.stringMatching(/^unknown-name: .*"forms\/lgoin.json"/)]);
  });
});

describe("timing", () => {
  const poll = (more: Json) => said(app({ polls: { often: { ...APP.polls.often, ...more } } }));
  it("has polls with consistent bounds", () => {
    expect(poll({ first: "PT5S" })).toEqual(['number-order: "first" PT5S is above "max" PT4S: no wait is ever as short']);
    expect(poll({ limit: "PT0.5S" })).toEqual(['number-order: "first" PT1S is above "limit" PT0.5S: its query is never sent']);
    expect(poll({ first: "PT4S", limit: "PT4S" })).toEqual([]);
  });

  it("has positive waits that a browser supports", () => {
    const wait = (short: string) => said(app({ durations: { ...APP.durations, short } }));
    expect(wait("PT0S")).toEqual(["invalid-value: PT0S must be above PT0S and at most P24D"]);
    expect(wait("P24DT1S")).toEqual(["invalid-value: P24DT1S must be above PT0S and at most P24D"]);
    expect(wait("P24D")).toEqual([]);
  });

  it("has ISO 8601 durations, and proposes them for milliseconds", () => {
    const notification = (value: string | number | boolean) => said(app({ durations: { ...APP.durations, notification: value } }));
    expect(notification(10_000)).toEqual([
      'invalid-value: 10000 is a duration without a unit: write the milliseconds as "PT10S" (ISO 8601)',
    ]);
    expect(notification("PT4S")).toEqual(["invalid-value: PT4S must be at least PT5S and at most PT1M"]);
    expect(notification("10 seconds")).toEqual([
      'invalid-value: "10 seconds" is not valid. Write an ISO 8601 duration, such as PT15M or P1D.',
    ]);
    expect(notification(true)).toEqual(["invalid-value: Expected string, found boolean"]);
    expect(notification(-1)).toEqual(["invalid-value: Expected string, found number"]);
  });

  const idle = (warning: string, more: Json = {}, end: Json = {}) =>
    said(
      app({
        durations: { ...APP.durations, warning, end: "PT10M" },
        actions: {
          ...APP.actions,
          warn: { then: { notify: { message: "You will be logged out.", severity: "warning" } } },
          quit: { then: { go: "/" }, ...end },
        },
        monitors: {
          ...APP.monitors,
          warning: { when: "loggedIn", kind: "idle", wait: "warning", action: "warn", ...more },
          end: { when: "loggedIn", kind: "idle", wait: "end", action: "quit" },
        },
      }),
    );
  it("warns of idleness before it ends the session", () => {
    expect(idle("PT8M")).toEqual([]);
    expect(idle("PT10M")).toEqual([
      'number-order: This waits PT10M (flows/app.flow.json:13) of idleness, and after PT10M (flows/app.flow.json:14) the monitor "end" has left the screen',
    ]);
    expect(idle("PT15M")).toHaveLength(1);
    // The warning has other depositors, the monitor is of another kind, or the session ends only after a confirmation.
    expect(idle("PT15M", { when: { "!": "loggedIn" } })).toEqual([]);
    expect(idle("PT15M", { kind: "interval" })).toEqual([]);
    expect(idle("PT15M", {}, { when: "mine" })).toEqual([]);
  });
});

describe("a link to a screen", () => {
  const one = {
    path: "/one/:uuid",
    title: "One",
    shell: "plain",
    guard: "loggedIn",
    body: { order: [], items: {} },
  };
  const toOne = (value: unknown, stay: Json = {}) => {
    const then = { go: { path: "/one/:uuid", params: { uuid: value } } };
    return {
      [START]: {
        ...FLOW,
        screens: { ...FLOW.screens, one, login: { ...login, actions: { ...login.actions, stay: { then, ...stay } } } },
      },
    };
  };
  it("fills its parameters with values that are not null", () => {
    expect(said(toOne({ var: "progress.depositor_id" }))).toEqual([
      'maybe-null: "params.uuid" may be null here, and null is no part of an address of "/one/:uuid": test it for null in the guard or in "when"',
    ]);
    expect(said(toOne({ var: "progress.depositor_id" }, { when: { "!!": { var: "progress.depositor_id" } } }))).toEqual([]);
    expect(said(toOne({ var: ["progress.depositor_id", "none"] }))).toEqual([]);
  });

  it("has only query keys that the screen reads", () => {
    expect(said(staying({ go: "/page?reason=late" }))).toEqual([
      'query-key-unread: "queryToState" of the screen of "/page" does not name "reason"',
    ]);
    const lifting = (more: Json) => ({
      [START]: {
        ...FLOW,
        screens: {
          ...FLOW.screens,
          login: { ...login, actions: { ...login.actions, stay: { then: { go: { path: "/page", search: { reason: "late" } } } } } },
          page: { ...FLOW.screens.page, ...more },
        },
      },
    });
    const reading = (path: string) => ({ title: { text: "{why}", values: { why: { var: path } } } });
    expect(said(lifting({}))).toEqual([expect.stringContaining("query-key-unread")]);
    expect(said(lifting({ queryToState: ["reason"], ...reading("route.state.reason") }))).toEqual([]);
    expect(said(lifting(reading("route.search")))).toEqual([]);
  });

  it("passes route state that a screen reads, and reads only route state that is passed", () => {
    const along = (key: string, read: string, more: Json = {}) => ({
      [START]: {
        ...FLOW,
        screens: {
          ...FLOW.screens,
          login: { ...login, actions: { ...login.actions, stay: { then: { go: { path: "/page", state: { [key]: "late" } } } } } },
          page: { ...FLOW.screens.page, title: { text: "{why}", values: { why: { var: `route.state.${read}` } } } },
          ...more,
        },
      },
    });
    expect(said(along("reason", "reason"))).toEqual([]);
    expect(said(along("reson", "reason")).map((one) => one.split(":")[0])).toEqual(["route-state", "route-state"]);
    // Passed to another screen than the one that reads it.
    const astray = along("reason", "reason", {
      away: { ...FLOW.screens.away, title: { text: "{why}", values: { why: { var: "route.state.reason" } } } },
    });
    expect(said(astray)).toEqual([expect.stringMatching(/on "away".*; "reason" is passed at flows\/start\.flow\.json:\d+$/)]);
    // A row of a decision passes it too.
    const logo = { logo: { description: "Home.", order: ["out"], rows: { out: { go: { path: "/page", state: { reason: "late" } } } } } };
    const decided = { ...along("reason", "reason"), "flows/decisions.json": { language: 2, decisions: logo } };
    expect(
      said({ ...decided, ...withScreen("page", { title: { text: "{why}", values: { why: { var: "route.state.reason" } } } }) }),
    ).toEqual([]);
    expect(said({ "flows/decisions.json": { language: 2, decisions: logo } })).toEqual([expect.stringContaining("route-state")]);
    // Read in a predicate, which may be used anywhere.
    const late = { late: { description: "Late.", logic: { "===": [{ var: "route.state.reason" }, "late"] } } };
    const asked = { "flows/predicates.json": { language: 2, predicates: { ...PREDICATES.predicates, ...late } } };
    const page = { ...FLOW.screens.page, guard: { and: ["mine", "late"] } };
    expect(said({ ...along("reason", "reason", { page }), ...asked })).toEqual([]);
  });
});

describe("a lookup", () => {
  const ITEMS = (login.body.items as { readonly form: Json & { readonly fields: { readonly items: Record<string, Json> } } }).form;
  const lookup = (fills: Json, more: Json = {}, email: Json = { lookup: "address" }, form: Json = {}) => ({
    ...app({
      lookups: {
        address: {
          query: "Find",
          with: { search: { var: "item" } },
          minLength: 2,
          failed: "Type it.",
          none: "Nothing found.",
          label: { text: "{street}, {city}", values: { street: { var: "item.street" }, city: { var: "item.city" } } },
          fills,
          ...more,
        },
      },
    }),
    "flows/find.graphql": "query Find($search: String!) { places(search: $search) { street city } }",
    ...withScreen("login", {
      body: {
        ...login.body,
        items: {
          ...login.body.items,
          form: {
            ...ITEMS,
            ...form,
            fields: {
              ...ITEMS.fields,
              items: {
                ...ITEMS.fields.items,
                email: { label: "Email", autocomplete: "username", errors: ITEMS.fields.items.email?.errors, ...email },
              },
            },
          },
        },
      },
    }),
  });
  const STREET = { var: "item.street" };
  const reported = (fills: Json, more?: Json) => said(lookup(fills, more));
  it("fills in fields of the form, including its own, with texts of the answer", () => {
    expect(reported({ email: STREET, password: { var: "item.city" } })).toEqual([]);
    expect(reported({ email: STREET, pasword: { var: "item.city" } })).toEqual([
      expect.stringMatching(/^lookup: The form at .* has the lookup "address" and no field "pasword"; did you mean "password"\?$/),
    ]);
    expect(reported({ password: STREET })).toEqual([expect.stringMatching(/^lookup: Nothing is filled into "email"/)]);
    expect(reported({ email: { var: "item.stret" } })).toEqual([expect.stringContaining('unknown-variable: "item.stret"')]);
    expect(reported({ email: { "!!": STREET } })).toEqual(['lookup: A lookup fills in texts, and the value for "email" is boolean']);
  });

  it("is named by a field without a widget", () => {
    const named = (email: Json) => said(lookup({ email: STREET }, {}, email));
    expect(named({ lookup: "address" })).toEqual([]);
    expect(named({ lookup: "address", widget: "email" })).toEqual([
      'lookup: "email" has the lookup "address", which makes it a combobox: remove its widget',
    ]);
    expect(named({ lookup: "addres" })).toContain('unknown-name: There is no lookup "addres"; did you mean "address"?');
    expect(named({ widget: "email" })).toEqual(['unused: No field of a form has the lookup "address"']);
  });

  it("raises the action of its form with the found entry", () => {
    const form = (words: Json, email: Json = { lookup: "address" }) => said(lookup({ email: STREET }, {}, email, words));
    expect(form({ choose: "stay" })).toEqual([]);
    expect(form({ choose: "stai" })).toContain('unknown-name: There is no action "stai"; did you mean "stay"?');
    expect(form({ choose: "stay" }, { widget: "email" })).toContain('lookup: "choose" is never raised: no field of the form has a lookup');
  });

  it("sends a query that returns a list", () => {
    expect(reported({ email: { var: "item.first_name" } }, { query: "Profile", with: {}, label: "One" })).toContain(
      'lookup: "Profile" does not answer with one list: there is nothing to choose from',
    );
  });
});

describe("a table", () => {
  const CODES = { sms: "by text message", email: "by email" };
  const table = (entries: Json, key: unknown) => ({
    ...app({ tables: { channels: { description: "How a code is sent.", entries } } }),
    ...withScreen("page", { title: { text: "{how}", values: { how: { entry: ["channels", key] } } } }),
  });
  it("has no entry that no key can have", () => {
    expect(said(table(CODES, { var: "auth.mfa" }))).toEqual([]);
    expect(said(table({ ...CODES, fax: "by fax" }, { var: "auth.mfa" }))).toEqual([
      'unused: Nothing reads the entry "fax" of the table "channels": no key is ever this text',
    ]);
    expect(said(table({ R01: "a", none: "b", R2: "c", R1X: "d" }, { or: [{ var: "funding.return_code" }, "none"] }))).toEqual([
      'unused: Nothing reads the entry "R2" of the table "channels": no key is ever this text',
      'unused: Nothing reads the entry "R1X" of the table "channels": no key is ever this text',
    ]);
    // The key may be any text.
    expect(said(table({ ...CODES, fax: "by fax" }, { var: "auth.email" }))).toEqual([]);
  });
});

describe("a list of options", () => {
  const list = (options: Json) => ({
    "flows/fields.json": { language: 2, options: { channels: options } },
    ...withScreen("page", { title: { text: "{how}", values: { how: { entry: ["channels", { var: "auth.mfa" }] } } } }),
  });
  it("gives the text of a value, as a table does", () => {
    expect(said(list({ sms: "Text message", email: "Email" }))).toEqual([]);
    expect(said(list({ sms: "Text message" }))).toEqual([
      'table-gap: The list of options "channels" has no entry for "email", which "auth.mfa" may be',
    ]);
  });
  it("has another name than each table that is read", () => {
    const tables = { channels: { description: "How a code is sent.", entries: { sms: "by text message", email: "by email" } } };
    expect(said({ ...list({ sms: "Text message", email: "Email" }), ...app({ tables }) })).toContain(
      'duplicate-name: A table and a list of options have the name "channels": rename one, since "entry" reads both',
    );
  });
  it("gives no text that has values of its own", () => {
    expect(said(list({ sms: "Text message", email: { text: "To {who}", values: { who: { var: "auth.email" } } } }))).toContain(
      'type-mismatch: The option "email" of "channels" has a text with values, which "entry" cannot read',
    );
  });
});
