/** Tests the rule `navigation-loop`: pages that lead to each other without the depositor, by failures of the app and by actions on entry. */
import { expect, test } from "vitest";
import { foundIn } from "../rules/rule-examples.js";

const APP = "flows/app.flow.json";
const START = "flows/start.flow.json";

type Patch = Parameters<typeof foundIn>[0];

interface Parts {
  readonly data?: object;
  readonly [keyword: string]: unknown;
}

/** A page with a control. The runtime does not repeat the failed loads of the app in the shell `plain`. */
const page = (path: string, { data, ...more }: Parts = {}): object => ({
  path,
  title: "A page",
  shell: "plain",
  guard: true,
  body: {
    items: {
      ...(data === undefined
        ? {}
        : { name: { block: "text", markdown: { text: "{name}", values: { name: { var: "data.profile.first_name" } } } } }),
      on: { block: "controls", controls: { items: { on: { label: "Go on", go: "/away" } } } },
    },
  },
  ...(data === undefined ? {} : { data }),
  ...more,
});

const BY_PATH = { other: { when: { "===": [{ var: "route.path" }, "/one"] }, go: "/other" }, one: { go: "/one" } };

/** Two pages, to which the failure leads in turn. */
const definition = (parts: { readonly app?: object; readonly one?: Parts; readonly other?: Parts }): Patch => ({
  [APP]: { failures: { network: { items: BY_PATH } }, ...parts.app },
  [START]: { screens: { one: page("/one", parts.one), other: page("/other", parts.other) } },
});

/** Findings about what the definitions leave out. */
const OTHERS: readonly string[] = ["link-refused", "screen-unreachable", "predicate-constant"];

const loops = (patch: Patch): readonly string[] =>
  foundIn(patch)
    .filter(({ rule }) => !OTHERS.includes(rule))
    .map(({ message }) => message.split(";", 1)[0] ?? "");

const PROFILE = { data: { profile: { query: "Profile" } } };
const read = { read: { call: "Login", with: { input: { email: "a@first.example", password: "secret" } }, on: { ok: { silent: true } } } };
const ENTRY = { actions: read, onEnter: ["read"] };
const LOOP = "The failure network of the app forms a cycle: /one -> /other -> /one. On /one,";

test("queries of two pages that redirect to each other", () => {
  expect(loops(definition({ one: PROFILE, other: PROFILE }))).toEqual([`${LOOP} the answer to Profile (network) goes elsewhere again`]);
});

test("an action on entry, and a timer", () => {
  expect(loops(definition({ one: ENTRY, other: PROFILE }))).toEqual([`${LOOP} one.read (network) goes elsewhere again`]);
  const timer = { actions: read, timers: { soon: { after: "short", action: "read" } } };
  expect(loops(definition({ one: timer, other: PROFILE }))).toEqual([`${LOOP} one.read (network) goes elsewhere again`]);
});

test("a monitor of the app, whatever its pages send", () => {
  const app = { actions: { leave: { then: null, ...read.read } } };
  expect(loops(definition({ app }))).toEqual([`${LOOP} one.leave (network) goes elsewhere again`]);
});

test("a page that redirects back to the page that fails", () => {
  const failures = { network: { go: "/page" } };
  expect(loops(definition({ app: { failures, gates: { held: { go: "/one" } } }, one: PROFILE }))).toEqual([
    "The failure network of the app forms a cycle: /one -> /page -> /one. On /one, the answer to Profile (network) goes elsewhere again",
  ]);
});

test("no loop: a page that sends nothing, handles the failure itself, asks first, or shows the failure of its own query", () => {
  expect(loops(definition({ one: PROFILE }))).toEqual([]);
  const handled = { ...ENTRY, actions: { read: { ...read.read, on: { ok: { silent: true }, network: { silent: true } } } } };
  expect(loops(definition({ one: PROFILE, other: handled }))).toEqual([]);
  const asked = {
    ...ENTRY,
    actions: { read: { ...read.read, confirm: { title: "Read?", text: "It takes a while.", confirm: "Read", cancel: "Cancel" } } },
  };
  expect(loops(definition({ one: PROFILE, other: asked }))).toEqual([]);
  const failures = { network: { go: "/one" } };
  expect(loops(definition({ app: { failures }, one: PROFILE, other: PROFILE }))).toEqual([]);
});

test("no loop: a poll that is over for everybody", () => {
  const poll = { actions: read, timers: { poll: { every: "often", until: { "!!": [{ var: "now" }] }, action: "read" } } };
  expect(loops(definition({ one: poll, other: PROFILE }))).toEqual([]);
});

test("no loop: a load of the app on a page without data", () => {
  const full = { shell: "full" };
  const app = { shells: { full: { width: "wide" } } };
  expect(loops(definition({ app, one: full, other: full }))).toEqual([`${LOOP} the answer to Progress (network) goes elsewhere again`]);
  expect(loops(definition({ app, one: full }))).toEqual([]);
});

const entering = (actions: Readonly<Record<string, object>>): Parts => ({ actions, onEnter: Object.keys(actions) });
const goes = (go: string, more: object = {}): object => ({ then: { go }, ...more });
const TYPED = { "!!": [{ var: "auth.resetEmail" }] };
const ENTRY_LOOP = "The actions that these pages raise on entry form a cycle:";
const SELF = `${ENTRY_LOOP} /one -> /one, beginning with one.again`;

test("actions on entry of two pages, and of a page that goes to itself", () => {
  const patch = definition({ one: entering({ next: goes("/other") }), other: entering({ back: goes("/one") }) });
  expect(loops(patch)).toEqual([`${ENTRY_LOOP} /one -> /other -> /one, beginning with one.next`]);
  expect(loops(definition({ one: entering({ again: goes("/one") }) }))).toEqual([SELF]);
});

test("an action on entry whose condition holds after the actions before it", () => {
  const note = { then: { set: { "auth.resetEmail": "a@first.example" } } };
  expect(loops(definition({ one: entering({ note, again: goes("/one", { when: TYPED }) }) }))).toEqual([SELF]);
  expect(loops(definition({ one: entering({ note, again: goes("/one", { when: { "!": [TYPED] } }) }) }))).toEqual([]);
  const read = {
    call: "Login",
    with: { input: { email: "a@first.example", password: "secret" } },
    on: { ok: { silent: true } },
    silent: true,
  };
  expect(loops(definition({ one: entering({ read, again: goes("/one") }) }))).toEqual([SELF]);
});

const REPORT = { notify: { message: "We couldn't read it.", severity: "error" } };

test("calls on entry that the bank answers, and that both lead to the other page", () => {
  const sent = (go: string, outcome = "ok"): Parts => ({
    actions: { read: { ...read.read, on: { ok: { silent: true }, network: REPORT, [outcome]: { go } } } },
    onEnter: ["read"],
  });
  expect(loops(definition({ one: sent("/other"), other: sent("/one") }))).toEqual([
    `${ENTRY_LOOP} /one -> /other -> /one, beginning with one.read`,
  ]);
  expect(loops(definition({ one: sent("/other"), other: sent("/one", "network") }))).toEqual([
    `${LOOP} one.read goes elsewhere again`,
    `${ENTRY_LOOP} /one -> /other -> /one, beginning with one.read`,
  ]);
  expect(loops(definition({ one: sent("/other"), other: sent("/away") }))).toEqual([]);
});

test("a failure of the app whose page goes back by itself", () => {
  const failures = { network: { go: "/other" } };
  expect(loops(definition({ app: { failures }, one: PROFILE, other: entering({ back: goes("/one") }) }))).toEqual([
    "The failure network of the app forms a cycle: /one -> /other -> /one. On /one, the answer to Profile (network) goes elsewhere again",
  ]);
  const once = { "!==": [{ var: "route.state.failed" }, true] };
  const marked = { network: { when: once, go: { path: "/other", state: { failed: true } } } };
  const back = goes("/one", { when: { "!": [once] } });
  expect(loops(definition({ app: { failures: marked }, one: PROFILE, other: entering({ back }) }))).toEqual([
    "The failure network of the app forms a cycle: /one -> /other -> /one. On /one, the answer to Profile (network) goes elsewhere again",
  ]);
});

test("no loop: an action on entry that does not go again, or asks before", () => {
  const once = { when: { "!": [TYPED] }, then: { set: { "auth.resetEmail": "a@first.example" }, go: "/one" } };
  expect(loops(definition({ one: entering({ once }) }))).toEqual([]);
  expect(loops(definition({ one: entering({ next: goes("/other") }) }))).toEqual([]);
  const confirm = { title: "Go?", text: "It takes a while.", confirm: "Go", cancel: "Stay" };
  expect(loops(definition({ one: entering({ again: goes("/one", { confirm }) }) }))).toEqual([]);
});
