/** Tests of what is declared twice: the frame of screens, polls, what the end of a session resets, and where secrets go. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { APP, FLOW, problemsOf, smallSource, withScreen } from "../support/small-flows.js";

type Keywords = Readonly<Record<string, unknown>>;

const found = (rule: string, changes: Keywords) =>
  problemsOf(changes)
    .filter((problem) => problem.rule === rule)
    .map(({ message }) => message);

/** A wizard of two pages with these percentages. */
function wizard(first: Keywords, second: Keywords, more: Keywords = {}): Keywords {
  const page = (path: string) => ({ path, title: path, shell: "plain", guard: true, body: { items: {} } });
  const steps = { one: { screen: "one", progress: 20 }, two: { screen: "two", progress: 40 } };
  return {
    "flows/app.flow.json": { ...APP, shells: { plain: { width: "narrow" }, wide: { width: "wide", navigation: true } }, ...more },
    "flows/start.flow.json": {
      ...FLOW,
      wizards: { tour: { exit: "/", guard: true, steps: { items: steps } } },
      screens: {
        ...FLOW.screens,
        login: { ...FLOW.screens.login, shell: "wide" },
        one: { ...page("/one"), ...first },
        two: { ...page("/two"), ...second },
      },
    },
  };
}

describe("the frame of a screen", () => {
  it("has the percentage of its place in the wizard and of a stage", () => {
    expect(found("frame", wizard({}, {}))).toEqual([]);
    expect(found("frame", wizard({}, { progress: 10 }))).toEqual([
      'This shows 10 percent, and "one" before it in the wizard shows 20: the bar would go back',
      "Back from 10 percent goes to /one, which shows 20: the bar would advance",
    ]);
    const stages = { items: { one: { label: "One", from: 0, to: 30 }, two: { label: "Two", from: 35, to: 60 } } };
    expect(found("frame", wizard({}, {}, { stages }))).toEqual(['40 percent is in another stage than the first page of the wizard "tour"']);
    expect(found("frame", wizard({}, { progress: 32 }, { stages }))).toHaveLength(2);
  });

  it("does not advance with Back, except for those who came from elsewhere", () => {
    const back = (row: unknown) => wizard({ back: row }, {});
    expect(found("frame", back("/two"))).toEqual(["Back from 20 percent goes to /two, which shows 40: the bar would advance"]);
    expect(found("frame", back({ items: { other: { when: "loggedIn", go: "/two" }, else: { go: "/" } } }))).toEqual([]);
  });

  it("has the shell of its wizard, and navigation where the navigation links to it", () => {
    expect(found("frame", wizard({}, { shell: "wide" }))).toEqual([
      'The pages of the wizard "tour" have one shell, and this is not the one of "one"',
    ]);
    const navigation = { items: { home: { path: "/one", label: "Home", icon: "home" } } };
    expect(found("frame", wizard({}, {}, { navigation }))).toEqual([
      "The navigation links to /one, whose shell shows no navigation: the depositor could not go on from there",
    ]);
  });

  it("keeps its percentage where a brand has another order of the pages", () => {
    const overlay = { language: 2, wizards: { tour: { steps: { order: ["two", "one"] } } } };
    const { bundle, problems } = compile(smallSource({ ...wizard({}, {}), "flows/brands/first/overlay.json": overlay }), "first");
    expect(problems.filter(({ rule }) => rule === "frame")).toEqual([]);
    expect([bundle?.core.screens.two?.progress, bundle?.core.screens.one?.progress]).toEqual([40, 20]);
  });
});

it("a poll asks for what ends it", () => {
  const poll = (until: unknown) => withScreen("away", { timers: { again: { every: "often", until, action: "again" } } });
  expect(found("poll", poll({ "!!": [{ var: "progress.first_name" }] }))).toEqual([]);
  expect(found("poll", poll({ or: ["onHold", { "!!": [{ var: "auth.phone" }] }] }))).toEqual([]);
  expect(found("poll", poll("loggedIn"))).toHaveLength(1);
});

it("a timer that runs once has no keywords of a poll", () => {
  const once = (keywords: object) => withScreen("away", { timers: { again: { after: "short", action: "again", ...keywords } } });
  expect(found("poll", once({}))).toEqual([]);
  expect(found("poll", once({ until: "loggedIn", limit: "again" }))).toEqual([
    '"until" belongs to a poll, and a timer with "after" runs once: nothing reads it here',
    '"limit" belongs to a poll, and a timer with "after" runs once: nothing reads it here',
  ]);
});

it("the end of a session resets all data of the depositor", () => {
  const reset = (slices: unknown) =>
    withScreen("login", {
      actions: {
        save: { call: "Login", with: { input: { var: "form" } }, on: { ok: { go: "/page" } } },
        stay: { then: { reset: slices } },
      },
    });
  expect(found("reset-incomplete", reset("all"))).toEqual([]);
  expect(found("reset-incomplete", reset("personal"))).toEqual([]);
  expect(found("reset-incomplete", reset(["auth"]))).toEqual([]);
  expect(found("reset-incomplete", reset(["progress", "drafts"]))).toEqual([]);
  expect(found("reset-incomplete", reset(["auth", "progress"]))).toHaveLength(1);
});

it("a session ends after at most 30 minutes without input", () => {
  const idle = (end: string) => ({
    "flows/app.flow.json": {
      ...APP,
      durations: { ...APP.durations, end },
      monitors: { end: { when: "loggedIn", kind: "idle", wait: "end", action: "leave" } },
    },
  });
  expect(found("number-order", idle("PT30M"))).toEqual([]);
  expect(found("number-order", idle("PT30M1S"))).toHaveLength(1);
});

describe("a secret", () => {
  const known = JSON.parse(smallSource().files.get("flows/semantics.json") ?? "") as { readonly types: Keywords };
  const secret = (properties: readonly string[]) => ({
    "flows/semantics.json": { ...known, types: { ...known.types, "secret.it": { description: "A secret.", secret: true, properties } } },
  });
  const save = (ok: Keywords) =>
    withScreen("login", {
      actions: { save: { call: "Login", with: { input: { var: "form" } }, on: { ok } }, stay: { then: { silent: true } } },
    });

  it("is sent, and neither kept nor shown", () => {
    const value = { var: "form.password" };
    const kept = (ok: Keywords) => found("secret-kept", { ...secret(["password"]), ...save(ok) });
    expect(kept({ go: "/page" })).toEqual([]);
    expect(kept({ set: { "auth.resetEmail": value } })).toHaveLength(1);
    expect(kept({ go: { path: "/page", state: { message: value } } })).toHaveLength(1);
    expect(kept({ go: { path: "/page", state: { account: { var: "form" } } } })).toHaveLength(1);
    expect(kept({ notify: { message: { text: "It is {it}.", values: { it: value } } } })).toHaveLength(1);
    expect(kept({ notify: { message: { text: "It is {it}.", values: { it: { var: "form.email" } } } } })).toEqual([]);
  });

  it("has a secret field, and is in no persisted slice", () => {
    expect(found("secret-kept", secret(["email"])).sort()).toEqual([
      '"auth.email" is secret.it, a secret, and the storage of the browser shows or keeps it',
      '"auth.email" is secret.it, a secret, and this text shows or keeps it',
      '"email" is secret.it, a secret, and the draft of the form keeps it: write "secret": true',
      '"route.email" is secret.it, a secret, and the history of the browser shows or keeps it',
    ]);
  });
});
