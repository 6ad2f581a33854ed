/** Tests the short forms of effects, rows and controls: what they become, and what an overlay may do with them. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import * as problems from "../../../src/language/problems.js";
import { APP, EFFECT_KEYWORDS, FLOW, problemsOf, SECOND_BRAND, smallSource, withScreen } from "../../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const LOGIN = FLOW.screens.login as typeof FLOW.screens.login & { readonly actions: Json };

/** The content and the route of the login screen, changed; with an overlay, as the second brand has it. */
function loginOf(more: Json, overlay?: Json) {
  const second = {
    "flows/brands/second/brand.json": SECOND_BRAND,
    "flows/brands/second/overlay.json": { language: 2, screens: { login: overlay } },
  };
  const source = smallSource({ ...withScreen("login", more), ...(overlay === undefined ? {} : second) });
  const { bundle, problems: found } = compile(source, overlay === undefined ? "first" : "second");
  expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  if (bundle === null) throw new Error("no bundle");
  return { ...bundle.core.screens.login, ...bundle.journeys.start?.screens.login, core: bundle.core };
}
const actionsOf = (on: Json, more: Json = {}) => ({
  actions: { ...LOGIN.actions, save: { call: "Login", with: { input: { var: "form" } }, on, ...more } },
});
const saveOf = (on: Json, more: Json = {}) => loginOf(actionsOf(on, more)).actions?.save;
const stay = (then: unknown) => ({ actions: { ...LOGIN.actions, stay: { then } } });
const said = (changes: Json) => problemsOf(changes).map(({ rule, message }) => ({ rule, message }));
const ERROR = { notify: { message: { var: "error.message" }, severity: "error" } };

describe("effects", () => {
  it("are one object, or objects by key", () => {
    expect(saveOf({ ok: { set: { "auth.relink": true }, go: "/page" } })?.on?.ok).toEqual([{ set: { "auth.relink": true }, go: "/page" }]);
    expect(saveOf({ ok: { items: { held: { when: "onHold", go: "/away" }, else: { go: "/page" } } } })?.on?.ok).toMatchObject([
      { when: { named: "onHold" }, go: "/away" },
      { go: "/page" },
    ]);
  });

  it("notify with the error's message, alone and by key, in a screen and in the app", () => {
    expect(saveOf({ "*": { notifyError: "error" } })?.on?.["*"]).toEqual([ERROR]);
    expect(saveOf({ "*": { items: { one: { when: "mine", notifyError: "error" } } } })?.on?.["*"]).toMatchObject([ERROR]);
    const { bundle } = compile(smallSource({ "flows/app.flow.json": { ...APP, failures: { "*": { notifyError: "error" } } } }), "first");
    expect(bundle?.core.failures["*"]).toEqual([ERROR]);
  });

  it("may perform nothing, and an action handles every failure so for which the app does not navigate", () => {
    expect(saveOf({ "422": { silent: true } })?.on?.["422"]).toEqual([]);
    const failures = {
      "401": { go: "/" },
      "403": { notifyError: "error" },
      "422.late": { notifyError: "error" },
      "451": { items: { away: { when: "mine", go: "/page" } } },
      "*": { notifyError: "error" },
    };
    const flow = withScreen("login", actionsOf({ ok: { go: "/page" }, "403": { go: "/away" } }, { silent: true }));
    const { bundle } = compile(smallSource({ ...flow, "flows/app.flow.json": { ...APP, failures } }), "first");
    expect(bundle?.journeys.start?.screens.login?.actions.save?.on).toEqual({
      ok: [{ go: "/page" }],
      "403": [{ go: "/away" }],
      "422": [],
      "*": [],
    });
    expect(bundle?.journeys.start?.screens.login?.actions.save).not.toHaveProperty("silent");
  });

  it("take no other value than true to perform nothing", () => {
    const rules = (on: Json, more: Json = {}) => said(withScreen("login", actionsOf(on, more))).map(({ rule }) => rule);
    expect(rules({ ok: { go: "/page" } }, { silent: false })).toEqual(["invalid-value"]);
    expect(rules({ ok: { go: "/page" }, "403": { silent: false } })).toEqual(["invalid-value"]);
  });

  it("are not an array, reject contradictory keywords, and are not empty", () => {
    expect(said(withScreen("login", stay([{ go: "/page" }])))).toEqual(
      [problems.wrongType(["object"], "array")].map(({ rule, message }) => ({ rule, message })),
    );
    const refused = (then: Json, finding: problems.Finding): void =>
      expect(said(withScreen("login", stay(then)))).toContainEqual({ rule: finding.rule, message: finding.message });
    refused({ go: "/page", decide: "logo" }, problems.exactlyOne(["go", "decide"], ["go", "decide"]));
    refused({ silent: true, go: "/page" }, problems.silentBeside(["go"]));
    refused({ when: "mine" }, problems.exactlyOne(EFFECT_KEYWORDS, []));
    expect(said(withScreen("login", actionsOf({ ok: { notifyError: "error" } }))).map(({ rule }) => rule)).toEqual(["unknown-variable"]);
  });

  it("of an overlay change keywords, or replace the base's in the other form", () => {
    const keyed = { items: { held: { when: "onHold", go: "/away" }, else: { go: "/page" } } };
    expect(loginOf(stay({ go: "/page" }), stay({ go: "/away" })).actions?.stay?.then).toEqual([{ go: "/away" }]);
    expect(loginOf(stay({ go: "/page" }), stay(keyed)).actions?.stay?.then).toHaveLength(2);
    expect(loginOf(stay(keyed), stay({ decide: "logo" })).actions?.stay?.then).toEqual([{ decide: "logo" }]);
    expect(loginOf(stay(keyed), stay({ items: { held: null } })).actions?.stay?.then).toEqual([{ go: "/page" }]);
  });
});

describe("the defaults of a file", () => {
  const { shell: _shell, gates: _gates, ...page } = FLOW.screens.page as typeof FLOW.screens.page & { readonly gates?: unknown };
  const { shell: _none, ...away } = FLOW.screens.away;
  const app = { "flows/app.flow.json": { ...APP, shells: { ...APP.shells, menu: { width: "wide" } } } };
  const flow = (defaults: Json | undefined) => ({ ...FLOW, defaults, screens: { ...FLOW.screens, page, away: { ...away, gates: [] } } });
  const changes = (defaults: Json | undefined) => ({ ...app, "flows/start.flow.json": flow(defaults) });

  it("apply to the screens that lack these keywords", () => {
    const { bundle } = compile(smallSource(changes({ shell: "menu", gates: ["held"] })), "first");
    const { login, page: one, away: other } = bundle?.core.screens ?? {};
    expect([login, one, other].map((screen) => [screen?.shell.map(({ use }) => use), screen?.gates])).toEqual([
      [["plain"], ["held"]],
      [["menu"], ["held"]],
      [["menu"], []],
    ]);
  });

  it("are checked where they are used, and their keywords where they are written", () => {
    expect(said(changes({ shell: "meun", gates: ["held"] })).map(({ message }) => message)).toContain(
      problems.unknownShell("meun", ["plain", "menu"]).message,
    );
    expect(said(changes({ shel: "menu" })).map(({ message }) => message)).toContain(
      problems.unknownKeyword("shel", ["shell", "gates", "guard"]).message,
    );
    expect(said(changes(undefined)).map(({ message }) => message)).toContain(problems.missingKeyword("shell").message);
  });
});

describe("rows", () => {
  it("are a text, one row, or rows by key", () => {
    expect(loginOf({ back: "/page" }).back).toEqual([{ go: "/page" }]);
    expect(loginOf({ back: { action: "stay" } }).back).toEqual([{ action: "stay" }]);
    expect(loginOf({ back: { items: { held: { when: "onHold", go: "/away" }, else: { go: "/page" } } } }).back).toHaveLength(2);
    expect(loginOf({ fallback: "/page" }).fallback).toMatchObject([{ go: "/page", at: { file: "flows/start.flow.json" } }]);
    expect(loginOf({ back: { decide: "logo" } })).toMatchObject({
      back: [{ action: "back.only" }],
      actions: { "back.only": { then: [{ decide: "logo" }] } },
    });
    expect(loginOf({ shell: "plain" }).shell).toEqual([{ use: "plain" }]);
    expect(loginOf({ back: "/page" }, { back: { action: "stay" } }).back).toEqual([{ action: "stay" }]);
  });

  it("that must apply everywhere have a last one without a condition", () => {
    const { rule, message } = problems.lastRowOpen();
    const shell = { items: { held: { when: "onHold", use: "plain" } } };
    expect(said(withScreen("login", { shell }))).toEqual([{ rule, message }]);
    expect(said({ "flows/app.flow.json": { ...APP, fallback: { when: "onHold", go: "/away" } } })).toEqual([{ rule, message }]);
    expect(said(withScreen("login", { fallback: [{ go: "/page" }] })).map((one) => one.rule)).toEqual(["invalid-value"]);
  });
});

describe("controls", () => {
  const body = (block: Json) => ({ body: { ...FLOW.screens.login.body, items: { ...FLOW.screens.login.body.items, on: block } } });
  const LABEL = { label: "Go on" };

  it("may be a single one", () => {
    const { body: blocks } = loginOf(body({ block: "controls", control: { ...LABEL, go: "/page" } }));
    expect(blocks?.find(({ key }) => key === "on")).toMatchObject({
      controls: { order: ["only"], items: { only: { ...LABEL, go: "/page" } } },
    });
    const both = body({ block: "controls", control: { ...LABEL, go: "/page" }, controls: { items: { a: { ...LABEL, go: "/" } } } });
    expect(said(withScreen("login", both)).map(({ rule }) => rule)).toEqual(["conflicting-keywords"]);
  });

  it("go to a target or evaluate a decision, by a generated action", () => {
    const controls = { items: { home: { ...LABEL, decide: "logo" }, away: { label: "Away", go: { path: "/away", search: {} } } } };
    const { actions, body: blocks } = loginOf(body({ block: "controls", controls }));
    expect(blocks?.find(({ key }) => key === "on")).toMatchObject({
      controls: { items: { home: { action: "on.home" }, away: { action: "on.away" } } },
    });
    expect(actions?.["on.home"]?.then).toEqual([{ decide: "logo" }]);
    expect(actions?.["on.away"]?.then).toMatchObject([{ go: { path: "/away" } }]);
    const misspelt = body({ block: "controls", control: { ...LABEL, decide: "lgoo" } });
    expect(said(withScreen("login", misspelt)).map(({ rule }) => rule)).toContain("unknown-name");
  });

  it("have exactly one of action, go and decide", () => {
    const { rule, message } = problems.exactlyOne(["action", "go", "decide"], ["go", "decide"]);
    expect(said(withScreen("login", body({ block: "controls", control: { ...LABEL, go: "/page", decide: "logo" } })))).toEqual([
      { rule, message },
    ]);
  });
});

it("a file of language 1 is rejected with the command to run, and without other findings", () => {
  const { rule, message } = problems.unknownLanguage(1);
  expect(message).toContain("flows -- migrate");
  expect(said({ "flows/app.flow.json": { ...APP, language: 1, otherwise: [] } })).toEqual([{ rule, message }]);
});
