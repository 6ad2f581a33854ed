/**
 * Tests that the verifier knows every kind of transition: a screen with a single incoming transition is reachable, and
 * is reported as unreachable without it.
 */
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/language/definition.js";
import { prove } from "../../src/verifier/prove.js";
import { messages } from "../../src/verifier/rules/messages.js";
import { APP, FLOW, smallSource } from "../support/small-flows.js";

type Keywords = Readonly<Record<string, unknown>>;

const ordered = (items: Keywords) => ({ order: Object.keys(items), items });
const controls = (items: Keywords, when: Json = true) => ({ block: "controls", when, controls: ordered(items) });
const body = (items: Keywords) => ordered(items);
const screen = (path: string | readonly string[], more: Keywords = {}) => ({
  path,
  title: "A page",
  shell: "plain",
  guard: true,
  body: body({}),
  ...more,
});

const LOGGED_IN: Json = { "!!": [{ var: "auth.bearerToken" }] };
const step = (value: Json): Json => ({ "===": [{ var: "progress.registration_last_step" }, value] });
const SENT: Json = { "===": [{ var: "transfer.status" }, "SUCCESS"] };
const RESET: Json = { "!!": [{ var: "auth.resetEmail" }] };
/** The path of the tested screen, or of another screen. */
const TO = (there: boolean): string => (there ? "/more" : "/page");

const OUTCOMES = {
  language: 2,
  common: { "401.unauthorized": { message: "The session has ended." } },
  operations: {
    Login: {
      ok: { in: { description: "In.", becomes: { "auth.bearerToken": [{ any: "text" }] } } },
      failures: { "422.validation": { message: "Please check the fields." } },
    },
    Progress: {
      ok: { read: { description: "Read.", becomes: { "progress.registration_last_step": [null, "basic", "address"] } } },
      failures: { "404.not_found": { message: "There is none." } },
    },
    Profile: { ok: { read: { description: "Read.", becomes: {} } }, failures: {} },
  },
};

/** Small flows: a login and a page; only the transition of the case leads to `more`. */
interface Written {
  readonly login?: Keywords;
  readonly page?: Keywords;
  readonly more?: Keywords;
  readonly away?: Keywords;
  readonly app?: Keywords;
  readonly logo?: Keywords;
  readonly decisions?: Keywords;
  readonly screens?: Keywords;
}

function reachOf({
  login = {},
  page = {},
  more = {},
  away = {},
  app = {},
  logo = { out: { go: "/" } },
  decisions = {},
  screens = {},
}: Written) {
  const { hello: _hello, ...form } = FLOW.screens.login.body.items;
  const { form: fields } = form;
  const { controls: _controls, ...plain } = fields as typeof fields & { readonly controls?: unknown };
  const { actions: first = {} } = FLOW.screens.login as { readonly actions?: Keywords };
  const { stay: _stay, ...actions } = first;
  const own = { ...FLOW.screens.login, actions, body: body({ form: plain }) };
  const { gates: _gates, monitors: _monitors, navigation: _navigation, actions: _leave, events, ...rest } = APP;
  const { events: moreEvents = {}, ...others } = app as { readonly events?: Keywords };
  const source = smallSource({
    "flows/app.flow.json": {
      ...rest,
      gates: {},
      navigation: ordered({ home: { path: "/", label: "Home", icon: "home" } }),
      monitors: {},
      actions: {},
      ...others,
      events: { ...events, ...moreEvents },
    },
    "flows/predicates.json": {
      language: 2,
      predicates: { loggedIn: { description: "A marker is there.", logic: LOGGED_IN } },
    },
    "flows/decisions.json": {
      language: 2,
      decisions: { logo: { description: "Home.", order: Object.keys(logo), rows: logo }, ...decisions },
    },
    "flows/outcomes.json": OUTCOMES,
    "flows/start.flow.json": {
      ...FLOW,
      screens: {
        login: { ...own, ...login },
        page: screen("/page", { guard: "loggedIn", body: body({ on: controls({ on: { label: "On", go: "/" } }) }), ...page }),
        away: screen(["/away", "*"], { body: body({ on: controls({ on: { label: "On", go: "/" } }) }), ...away }),
        more: screen("/more", { body: body({ on: controls({ on: { label: "On", go: "/" } }) }), ...more }),
        ...screens,
      },
    },
  });
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === "error")));
  const { findings } = prove(source, "first", bundle, compile);
  return findings.filter(({ rule, owner }) => rule.startsWith("screen-un") && owner === "screen:more").map(({ message }) => message);
}

/** Two controls: the given one, and one to the home page. */
const does = (action: string, actions: Keywords, when: Json = true): Keywords => ({
  actions,
  body: body({ on: controls({ on: { label: "On", action }, home: { label: "Home", go: "/" } }, when) }),
});

const KINDS: Readonly<Record<string, (there: boolean) => Written>> = {
  "a control": (there) => ({ page: { body: body({ on: controls({ on: { label: "On", go: TO(there) } }) }) } }),
  "a control whose key is a keyword of the language": (there) => ({
    page: { body: body({ on: controls({ form: { label: "On", go: TO(there) }, item: { label: "Home", go: "/" } }) }) },
  }),
  "a control named when": (there) => ({ page: { body: body({ on: controls({ when: { label: "On", go: TO(there) } }) }) } }),
  "a link in a text": (there) => ({ page: { body: body({ on: { block: "text", markdown: `[On](${TO(there)})` } }) } }),
  "an action": (there) => ({ page: does("on", { on: { then: { go: TO(there) } } }) }),
  "a decision that an action evaluates": (there) => ({
    decisions: {
      on: {
        description: "On.",
        order: ["not", "on"],
        rows: { not: { when: { "!": [LOGGED_IN] }, go: "/" }, on: { go: TO(there) } },
      },
    },
    page: does("on", { on: { then: { decide: "on" } } }),
  }),
  "a row of a decision with route state": (there) => ({
    decisions: {
      on: {
        description: "On.",
        order: ["not", "on"],
        rows: {
          not: { when: { "!": [LOGGED_IN] }, go: "/" },
          on: { go: { path: "/more", state: { return: there ? "confirm" : "" } } },
        },
      },
    },
    more: { guard: { "!!": [{ var: "route.state.return" }] }, fallback: "/" },
    page: does("on", { on: { then: { decide: "on" } } }),
  }),
  "the decision of the logo, with route state": (there) => ({
    logo: { in: { when: LOGGED_IN, go: { path: "/more", state: { return: there ? "confirm" : "" } } }, out: { go: "/" } },
    more: { guard: { "!!": [{ var: "route.state.return" }] }, fallback: "/" },
  }),
  "the decision of the logo": (there) => ({ logo: { in: { when: LOGGED_IN, go: TO(there) }, out: { go: "/" } } }),
  "a redirect of a failed guard": (there) => ({
    page: { guard: step("basic"), fallback: { go: there ? "/more" : "/" } },
    more: { guard: LOGGED_IN, fallback: "/" },
  }),
  "a gate": (there) => ({
    app: { gates: { first: { when: LOGGED_IN, go: there ? "/more" : "/" } } },
    page: { gates: ["first"] },
  }),
  "the app's last row": (there) => ({
    app: { fallback: { items: { first: { when: LOGGED_IN, go: there ? "/more" : "/" }, else: { go: "/" } } } },
    page: { guard: { and: [LOGGED_IN, step("basic")] } },
  }),
  "an awaited answer, after which a guard fails": (there) => ({
    page: {
      guard: { and: [LOGGED_IN, { "!": [step("address")] }] },
      fallback: { items: { first: { when: step("address"), go: there ? "/more" : "/" }, else: { go: "/" } } },
    },
    more: { guard: step("address"), fallback: "/" },
  }),
  "the answer to a query of the screen, while the depositor stays on it": (there) => ({
    app: { loads: {} },
    page: {
      guard: { and: [LOGGED_IN, { "!": [step("address")] }] },
      data: { progress: { query: "Progress" } },
      body: body({
        on: controls({ on: { label: "On", go: TO(there) } }, step("address")),
        home: controls({ home: { label: "Home", go: "/" } }),
      }),
    },
  }),
  "a control of a screen on which the depositor stays although its guard no longer holds": (there) => ({
    page: {
      guard: { and: [LOGGED_IN, { "!": [SENT] }] },
      actions: { send: { then: { set: { "transfer.status": "SUCCESS" } } } },
      body: body({
        on: controls({ on: { label: "On", go: TO(there) } }, SENT),
        send: controls({ send: { label: "Send", action: "send" }, home: { label: "Home", go: "/" } }),
      }),
    },
  }),
  "a guard that fails after a reload": (there) => ({
    page: {
      ...does("send", { send: { then: { set: { "auth.resetEmail": "a@first.example" } } } }),
      guard: { and: [LOGGED_IN, { "!": [RESET] }] },
      fallback: { items: { first: { when: RESET, go: there ? "/more" : "/" }, else: { go: "/" } } },
    },
    more: { guard: RESET, fallback: "/" },
  }),
  "an email link": (there) => ({ more: { guard: LOGGED_IN, ...(there ? { emailLink: [] } : {}) } }),
  "an email link with a query": (there) => ({
    more: {
      guard: { and: [LOGGED_IN, { "!!": [{ var: "route.state.token" }] }] },
      queryToState: ["token"],
      ...(there ? { emailLink: ["token"] } : {}),
    },
  }),
  "the address of the sign-in, opened with a session": (there) => ({
    login: { guard: { "!": [LOGGED_IN] }, fallback: { go: TO(there) } },
    page: { body: body({ on: { block: "text", markdown: "The end." } }), end: { reason: "Nothing more." } },
    logo: { in: { when: LOGGED_IN, go: "/page" }, out: { go: "/" } },
    more: {
      body: body({
        on: controls({ on: { label: "On", go: "/page" } }, LOGGED_IN),
        out: controls({ out: { label: "Out", go: "/" } }, { "!": [LOGGED_IN] }),
      }),
    },
    app: { events: { contact: { then: { go: "/page" } }, logout: { then: { go: "/page" } } } },
    away: { body: body({ on: { block: "text", markdown: "Nothing." } }), end: { reason: "Nothing is here." } },
  }),
  "an entry of the navigation": (there) => ({
    app: {
      navigation: ordered({ home: { path: TO(there), label: "Home", icon: "home" } }),
      shells: { ...APP.shells, menu: { width: "wide", navigation: true } },
    },
    page: { shell: "menu" },
    more: { shell: "menu" },
  }),
  "an event of the app": (there) => ({ app: { events: { contact: { then: { go: there ? "/more" : "/" } } } } }),
  "a monitor": (there) => ({
    app: {
      actions: { end: { then: { go: there ? "/more" : "/" } } },
      monitors: { idle: { when: "loggedIn", kind: "idle", wait: "short", action: "end" } },
    },
  }),
  "a timer": (there) => ({
    page: { actions: { on: { then: { go: TO(there) } } }, timers: { on: { after: "short", action: "on" } } },
  }),
  "the end of a poll": (there) => ({
    page: {
      data: { profile: { query: "Profile" } },
      actions: { ask: { then: { refetch: ["profile"] } }, on: { then: { go: TO(there) } } },
      timers: { ask: { every: "often", until: { "!!": [{ var: "data.profile.first_name" }] }, action: "ask", limit: "on" } },
    },
  }),
  entering: (there) => ({ page: { actions: { on: { then: { when: step("basic"), go: TO(there) } } }, onEnter: ["on"] } }),
  "a row of Back": (there) => ({ page: { back: { items: { first: { when: step("basic"), go: TO(there) }, else: { go: "/" } } } } }),
  "an action of Back": (there) => ({
    page: { actions: { on: { then: { go: TO(there) } } }, back: { action: "on" } },
  }),
  "a failure that an action handles": (there) => ({
    login: {
      actions: {
        save: {
          call: "Login",
          with: { input: { var: "form" } },
          on: { ok: { go: "/page" }, "422.validation": { go: there ? "/more" : "/" } },
        },
      },
    },
  }),
  "a failure that the app handles": (there) => ({
    app: { loads: {}, failures: { ...APP.failures, "401": { go: there ? "/more" : "/" } } },
  }),
  "a failed load of the app": (there) => ({
    app: { failures: { ...APP.failures, "404.not_found": { go: there ? "/more" : "/" } } },
  }),
  "a failed query of a screen": (there) => ({
    app: { loads: {}, failures: { ...APP.failures, "404.not_found": { when: step(null), go: there ? "/more" : "/" } } },
    page: { data: { progress: { query: "Progress" } } },
  }),
  "a refetch, which ignores the condition of the query": (there) => ({
    app: { loads: { progress: { query: "Progress", when: { "===": [{ var: "transfer.status" }, "FAILED"] } } } },
    page: {
      actions: { again: { then: there ? { refetch: ["progress"] } : { set: { "auth.resetEmail": "a@first.example" } } } },
      body: body({
        on: controls({ on: { label: "On", go: "/more" } }, step("address")),
        again: controls({ again: { label: "Again", action: "again" }, home: { label: "Home", go: "/" } }),
      }),
    },
  }),
  "an optimistic effect while the call runs": (there) => ({
    page: {
      actions: {
        send: {
          call: "Login",
          with: { input: { email: "a@first.example", password: "x" } },
          optimistic: { set: { "transfer.status": "SUCCESS" } },
          on: { ok: { set: { "transfer.status": "FAILED" } } },
        },
      },
      body: body({
        on: controls({ on: { label: "On", go: TO(there) } }, SENT),
        send: controls({ send: { label: "Send", action: "send" }, home: { label: "Home", go: "/" } }),
      }),
    },
  }),
  "an optimistic effect after the answer": (there) => ({
    page: {
      actions: {
        send: {
          call: "Login",
          with: { input: { email: "a@first.example", password: "x" } },
          optimistic: { set: { "transfer.status": "SUCCESS" } },
          on: { ok: { items: { first: { when: SENT, go: TO(there) }, second: { go: "/" } } } },
        },
      },
      body: body({ send: controls({ send: { label: "Send", action: "send" }, home: { label: "Home", go: "/" } }) }),
    },
  }),
  "the stale-screen action, once the guard of the screen no longer holds": (there) => ({
    app: { loads: {}, events: { staleScreen: { then: { go: "/more" } } } },
    page: {
      guard: { "!==": [{ var: "transfer.status" }, "FAILED"] },
      fallback: "/",
      actions: { fail: { then: { set: { "transfer.status": there ? "FAILED" : "SUCCESS" } } } },
      body: body({ fail: controls({ fail: { label: "Fail", action: "fail" }, home: { label: "Home", go: "/" } }) }),
    },
  }),
  "a path in the route state": (there) => ({
    page: does("on", { on: { then: { go: { path: "/over", state: { return: TO(there) } } } } }),
    screens: {
      over: screen("/over", does("back", { back: { then: { go: { path: { var: ["route.state.return", "/"] } } } } })),
    },
  }),
};

describe("a screen with a single incoming transition", () => {
  test.each(Object.keys(KINDS))("%s", (kind) => {
    const written = KINDS[kind];
    if (written === undefined) throw new Error(kind);
    expect(reachOf(written(true))).toEqual([]);
    expect(reachOf(written(false))).toEqual([messages.unreachable("more")]);
  });
});
