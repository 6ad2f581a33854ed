/** Tests what the compiler reports of keywords, names, texts, effects, calls and forms, each at its location. */
import { describe, expect, it } from "vitest";
import * as conditions from "../../src/language/condition-problems.js";
import { durationOutOfRange } from "../../src/language/duration-problems.js";
import * as problems from "../../src/language/problems.js";
import {
  APP,
  at,
  BRAND,
  DECISIONS,
  EFFECT_KEYWORDS,
  FLOW,
  LOGIN_SCHEMA,
  problemsOf,
  smallSource,
  withScreen,
} from "../support/small-flows.js";

const { login, page } = FLOW.screens;
const ACTIONS = {
  save: { call: "Login", with: { input: { var: "form" } }, on: { ok: { go: "/page" } } },
  stay: { then: { set: { "auth.resetEmail": null } } },
};
const START = "flows/start.flow.json";

/** The problems' rules and messages, without their locations and without findings about actions that nothing raises. */
const said = (changes: Readonly<Record<string, unknown>>) =>
  problemsOf(changes)
    .filter(({ rule }) => rule !== "unused")
    .map(({ severity, rule, message }) => ({ severity, rule, message }));
const blocks = (block: Readonly<Record<string, unknown>>) =>
  withScreen("page", { body: { items: { one: block } }, actions: { act: { then: { go: "/" } } } });
const form = (more: Readonly<Record<string, unknown>>) =>
  withScreen("login", {
    body: { ...login.body, items: { ...login.body.items, form: { ...(login.body.items as Record<string, object>).form, ...more } } },
  });
const act = (action: Readonly<Record<string, unknown>>) => withScreen("login", { actions: { ...ACTIONS, act: action } });

describe("structure", () => {
  it("an unknown keyword is reported at its location, with the intended one", () => {
    const changes = withScreen("page", { gurad: true });
    expect(problemsOf(changes)).toEqual([at(smallSource(changes), START, '"gurad"', problems.unknownKeyword("gurad", ["guard"]))]);
  });

  it("a description without words is reported", () => {
    const predicates = { language: 2, predicates: { known: { description: " ", logic: { "!!": [{ var: "auth.email" }] } } } };
    expect(said({ "flows/predicates.json": predicates })).toContainEqual(problems.wrongPattern(" ", "\\S", "Write a text."));
  });

  it("an operator beside the keywords of a predicate is reported with the keyword of its condition", () => {
    const known = { description: "Known", logic: { "!!": [{ var: "auth.email" }] } };
    const predicates = { language: 2, predicates: { known, seen: { description: "Seen", "===": [1, 1] } } };
    expect(said({ "flows/predicates.json": predicates })).toContainEqual(problems.operatorWithoutKeyword("===", "logic"));
  });

  it("a missing keyword is reported at its object", () => {
    const { shell: _shell, ...without } = page;
    const changes = { [START]: { ...FLOW, screens: { ...FLOW.screens, page: without } } };
    expect(problemsOf(changes)).toEqual([at(smallSource(changes), START, "{", problems.missingKeyword("shell"), '"page":')]);
  });

  it.each([
    ["time zones", { timeZone: "Mars/Base" }],
    ["months", { date: { month: "lung" } }],
    ["decimals", { percent: { minimumFractionDigits: 4, maximumFractionDigits: 3 } }],
  ])("formats with wrong %s are reported once, although a text of a form uses them", (_what, formats) => {
    const { email, password } = LOGIN_SCHEMA.properties;
    const schema = { ...LOGIN_SCHEMA, properties: { email, password: { ...password, "x-minimum-amount": 5 } } };
    const changes = {
      "flows/app.flow.json": { ...APP, formats: { ...APP.formats, ...formats } },
      "schemas/forms/credentials.json": schema,
      [START]: JSON.stringify(FLOW).replace(
        '"minLength":"Enter your password."',
        '"minLength":"Enter it.","x-minimum-amount":"Enter $5.00 or more."',
      ),
    };
    expect(problemsOf(changes).map(({ rule }) => rule)).toEqual(["invalid-value"]);
  });

  it("a misspelled required keyword is reported once", () => {
    const { title, ...without } = page;
    const changes = { [START]: { ...FLOW, screens: { ...FLOW.screens, page: { ...without, tittle: title } } } };
    const known = expect.stringContaining('did you mean "title"?');
    expect(problemsOf(changes)).toEqual([expect.objectContaining({ rule: "unknown-keyword", message: known })]);
  });

  it.each([
    ["a wrong type", withScreen("page", { title: 7 }), problems.wrongType(["string", "object"], "number")],
    ["an unknown shell", withScreen("page", { shell: "plian" }), problems.unknownShell("plian", ["plain"])],
    [
      "a wrong choice",
      { "flows/app.flow.json": { ...APP, shells: { plain: { width: "narow" } } } },
      problems.wrongChoice("narow", ["narrow", "wide"]),
    ],
    [
      "an unknown currency",
      { "flows/app.flow.json": { ...APP, formats: { ...APP.formats, currency: "USS" } } },
      problems.notInStandard("USS", "a currency of ISO 4217"),
    ],
    [
      "an unknown time zone",
      { "flows/app.flow.json": { ...APP, formats: { ...APP.formats, timeZone: "Mars/Base" } } },
      problems.notInStandard("Mars/Base", "a time zone of the IANA database"),
    ],
    [
      "decimals that exclude each other",
      { "flows/app.flow.json": { ...APP, formats: { ...APP.formats, percent: { minimumFractionDigits: 4, maximumFractionDigits: 3 } } } },
      problems.outOfRange(4, 0, 3),
    ],
    [
      "a schema for the editor that does not exist",
      { "flows/app.flow.json": { ...APP, $schema: "../schema/app.schema.json" } },
      problems.wrongChoice("../schema/app.schema.json", ["../schemas/app.schema.json"]),
    ],
    [
      "a notification that nobody could read",
      { "flows/app.flow.json": { ...APP, durations: { ...APP.durations, notification: "PT0.01S" } } },
      durationOutOfRange("PT0.01S", "PT5S", "PT1M"),
    ],
    [
      "a provider that has no time to answer",
      { "flows/app.flow.json": { ...APP, durations: { ...APP.durations, providerSilence: "PT1S" } } },
      durationOutOfRange("PT1S", "PT5S", "PT1M"),
    ],
    ["a figure out of range", withScreen("page", { progress: 140 }), problems.outOfRange(140, 0, 100)],
    [
      "a wrong pattern",
      { "flows/brands/first/brand.json": { ...BRAND, color_primary: "black" } },
      problems.wrongPattern("black", "^#[0-9a-fA-F]{6}$", "Write a color such as #1a2b3c."),
    ],
    [
      "the address of an API with the path that the gateway adds",
      { "flows/brands/first/brand.json": { ...BRAND, upstream: "https://a.example/api/v1/" } },
      problems.wrongPattern(
        "https://a.example/api/v1/",
        "",
        "Write an address such as https://api.bank.example, without /api/v1, which the gateway adds.",
      ),
    ],
    [
      "a tone that entries do not have",
      blocks({
        block: "list",
        items: { var: "alerts" },
        item: { title: "x", tone: { if: ["mine", "muted", "plain"] } },
        empty: { text: "x" },
      }),
      problems.unknownResult("plain", [null, "positive", "negative", "pending", "muted", "new"]),
    ],
    [
      "a key that the order forgets",
      blocks({ block: "controls", controls: { order: [], items: { go: { label: "Go", go: "/" } } } }),
      problems.notInOrder("go"),
    ],
    [
      "a key that only the order has",
      blocks({ block: "controls", controls: { order: ["og"], items: {} } }),
      problems.unknownInOrder("og", []),
    ],
    ["an unknown block", blocks({ block: "txet", markdown: "x" }), problems.unknownBlock("txet", ["text"])],
    [
      "a control that does two things",
      blocks({ block: "controls", controls: { items: { a: { label: "A", go: "/", action: "act" } } } }),
      problems.exactlyOne(["action", "go"], ["action", "go"]),
    ],
    ["an effect that does nothing", act({ then: { when: "mine" } }), problems.exactlyOne(EFFECT_KEYWORDS, [])],
    [
      "a table that is not total",
      { "flows/decisions.json": { ...DECISIONS, decisions: { logo: { ...DECISIONS.decisions.logo, order: ["out", "in"] } } } },
      problems.lastRowOpen(),
    ],
    [
      "an id that is not the path",
      { [START]: { ...FLOW, screens: { ...FLOW.screens, pgae: page, page: undefined } } },
      problems.screenIdMismatch("pgae", ["page"]),
    ],
    [
      "two brands by default",
      { "flows/brands/other/brand.json": { ...BRAND, slug: "other", name: "Other", emails: { support: "support@other.example" } } },
      problems.notADefault(2),
    ],
    [
      "a slug that is not the folder's",
      { "flows/brands/first/brand.json": { ...BRAND, slug: "frist" } },
      problems.slugMismatch("frist", "first"),
    ],
  ])("%s", (_what, changes, finding) => {
    expect(said(changes)).toContainEqual(finding);
  });
});

describe("names", () => {
  it.each([
    ["a gate", withScreen("page", { gates: ["hedl"] }), problems.unknownGate("hedl", ["held"])],
    ["an action", form({ submit: "svae" }), problems.unknownAction("svae", ["save", "stay"])],
    ["a decision", act({ then: { decide: "lgoo" } }), problems.unknownDecision("lgoo", ["logo"])],
    [
      "a duration",
      withScreen("login", { timers: { t: { after: "shrot", action: "stay" } } }),
      problems.unknownDuration("shrot", ["short"]),
    ],
    ["a poll", withScreen("login", { timers: { t: { every: "ofetn", action: "stay" } } }), problems.unknownPoll("ofetn", ["often"])],
    ["an operation", act({ call: "Lgoin" }), problems.unknownOperation("Lgoin", ["Login", "Profile", "Progress"])],
    ["a query of the screen", act({ then: { refetch: ["porfile"] } }), problems.unknownData("porfile", ["profile", "progress"])],
    ["a slice", act({ then: { reset: ["notfication"] } }), problems.unknownSlice("notfication", ["notification"])],
    ["a journey", withScreen("page", { prefetch: ["strat"] }), problems.unknownJourney("strat", ["start"])],
    ["a form's schema", form({ schema: "forms/lgoin.json" }), problems.unknownSchema("forms/lgoin.json", ["forms/credentials.json"])],
    ["a path", act({ then: { go: "/pgae" } }), problems.unknownPath("/pgae", ["/page"])],
    ["a path in Markdown", blocks({ block: "text", markdown: "[x](/pgae)" }), problems.unknownPath("/pgae", ["/page"])],
    ["an outcome", act({ call: "Login", with: { input: { var: "form" } }, on: { oky: { silent: true } } }), problems.unknownOutcome("oky")],
  ])("%s that is not there", (_what, changes, finding) => {
    expect(said(changes)).toContainEqual(finding);
  });

  it("a parameter of a path must be given, and no other", () => {
    const more = { ...FLOW, screens: { ...FLOW.screens, thing: { ...page, path: "/thing/:uuid" } } };
    const go = (params: unknown) => ({
      [START]: {
        ...more,
        screens: { ...more.screens, page: { ...page, actions: { open: { then: { go: { path: "/thing/:uuid", params } } } } } },
      },
    });
    expect(said(go({ uuid: "1" }))).toEqual([]);
    expect(said(go({ uid: "1" }))).toEqual([
      problems.missingParameter("uuid", "/thing/:uuid"),
      problems.unknownParameter("uid", "/thing/:uuid"),
    ]);
  });
});

describe("texts", () => {
  it.each([
    ["a message that does not close", "{name", problems.messageSyntax("expect argument closing brace")],
    ["an argument without a value", { text: "{name} {other}", values: { name: "x" } }, problems.argumentWithoutValue("other", ["name"])],
    ["a value that is not used", { text: "{name}", values: { name: "x", nmae: "y" } }, problems.valueNeverUsed("nmae")],
    [
      "a value that cannot be read",
      { text: "{name}", values: { name: { var: "auth.emial" } } },
      problems.unknownVariable("auth.emial", "emial", ["email"]),
    ],
  ])("%s", (_what, title, finding) => {
    expect(said(withScreen("page", { title }))).toContainEqual(finding);
  });

  it.each([
    ["HTML", "<b>x</b>", problems.markdownNotAllowed("HTML")],
    ["an image", "![x](https://a.example/x.png)", problems.markdownNotAllowed("an image")],
    ["a main heading", "# x", problems.markdownNotAllowed("a heading of level 1 (### and #### are)")],
    ["a script", "[x](javascript:alert(1))", problems.linkNotAllowed("javascript:alert(1)")],
    ["another host", "[x](//a.example)", problems.linkNotAllowed("//a.example")],
  ])("Markdown has no %s", (_what, markdown, finding) => {
    expect(said(blocks({ block: "text", markdown }))).toContainEqual(finding);
  });

  it("answers have types: a field that a query does not select cannot be read", () => {
    expect(
      said(
        blocks({
          block: "list",
          items: { var: "alerts" },
          item: { title: { text: "{t}", values: { t: { var: "item.titel" } } } },
          empty: { text: "None" },
        }),
      ),
    ).toEqual([expect.objectContaining({ rule: "unknown-variable" })]);
    const title = { text: "{t}", values: { t: { var: "data.profile.street" } } };
    expect(said(withScreen("login", { body: { items: { b: { block: "text", markdown: title } } } }))).toEqual([
      problems.notSelected("data.profile.street", "street", { file: "flows/start.graphql", line: 2 }),
    ]);
  });

  it("pending: an action of onEnter", () => {
    const shown = (action: string) => {
      const intro = { block: "text", markdown: "One moment.", when: { "===": [{ var: `pending.${action}` }, true] } };
      return said(withScreen("page", { body: { items: { intro } }, onEnter: ["look"], actions: { look: { then: { silent: true } } } }));
    };
    expect(shown("look")).toEqual([]);
    expect(shown("lok")).toContainEqual(problems.unknownVariable("pending.lok", "lok", ["look"]));
  });
});

describe("effects and calls", () => {
  it.each([
    ["a path that is not writable", { then: { set: { "progress.first_name": "x" } } }, problems.notWritable("progress.first_name")],
    [
      "a path that is not there",
      { then: { set: { "auth.rsetEmail": "x" } } },
      problems.unknownVariable("auth.rsetEmail", "rsetEmail", ["resetEmail"]),
    ],
    ["a value of another type", { then: { set: { "auth.relink": "yes" } } }, conditions.otherType("auth.relink", ["boolean"], ["string"])],
    ["an item by its place", { then: { set: { "alerts.0.read_at": null } } }, problems.wrongItems("alerts.0.read_at")],
    ["an item as a whole", { then: { set: { "alerts[]": null } } }, problems.wrongItems("alerts[]")],
    ["a field of items that is not writable", { then: { set: { "alerts[].uuid": "x" } } }, problems.notWritable("alerts[].uuid")],
    [
      "a field that items lack",
      { then: { set: { "alerts[].raed_at": null } } },
      problems.unknownVariable("alerts[].raed_at", "raed_at", ["read_at"]),
    ],
    [
      "a value of another type in items",
      { then: { set: { "alerts[].read_at": true } } },
      conditions.otherType("alerts[].read_at", ["string", "null"], ["boolean"]),
    ],
    [
      "a text that is no instant",
      { then: { set: { "alerts[].read_at": "2026-01-31" } } },
      conditions.wrongDate("2026-01-31", '"alerts[].read_at"', "date-time"),
    ],
    [
      "where, of a field that items lack",
      { then: { set: { "alerts[].read_at": null }, where: { uid: "a" } } },
      problems.unknownVariable("alerts[].uid", "uid", ["uuid"]),
    ],
    ["where without a list", { then: { set: { "auth.resetEmail": "x" }, where: { uuid: "a" } } }, problems.whereWithoutItems()],
    ["a variable too few", { call: "Login", on: { ok: { silent: true } } }, problems.missingVariable("input", "Login")],
    [
      "a variable too many",
      { call: "Login", with: { input: { var: "form" }, inptu: 1 }, on: { ok: { silent: true } } },
      problems.notAVariable("inptu", "Login", ["input"]),
    ],
    ["outcomes without a call", { then: { go: "/" }, on: {} }, problems.withoutCall("on")],
    [
      "what the result does not have",
      { call: "Login", with: { input: { var: "form" } }, on: { ok: { set: { "auth.resetEmail": { var: "result.message" } } } } },
      problems.unknownVariable("result.message", "message", ["auth"]),
    ],
    [
      "an error where all went well",
      { call: "Login", with: { input: { var: "form" } }, on: { ok: { fieldErrors: { var: "error.errors" } } } },
      problems.unknownVariable("error.errors", "error", []),
    ],
  ])("%s", (_what, action, finding) => {
    const found = said(act(action));
    expect(found.map(({ rule }) => rule)).toEqual([finding.rule]);
    if (finding.rule !== "unknown-variable") expect(found).toEqual([finding]);
  });

  it("every outcome is covered, here or by the app", () => {
    const { "*": _all, ...failures } = APP.failures;
    expect(said({ "flows/app.flow.json": { ...APP, failures } })).toEqual([problems.outcomeUncovered("*")]);
  });
});

describe("forms", () => {
  const { email } = (login.body.items as unknown as { form: { fields: { items: Record<string, object> } } }).form.fields.items;
  const fields = (items: Readonly<Record<string, unknown>>) => form({ fields: { items } });
  const password = { label: "Password", widget: "password" };
  const schema = (more: Readonly<Record<string, unknown>>) => ({ "schemas/forms/credentials.json": { ...LOGIN_SCHEMA, ...more } });

  it.each([
    [
      "a field that the schema has not",
      fields({ email, password, pssword: password }),
      problems.unknownField("pssword", "forms/credentials.json", ["email", "password"]),
    ],
    ["a required property without a field", fields({ email }), problems.requiredWithoutField("password", "forms/credentials.json")],
    [
      "a format that is not known",
      schema({ properties: { ...LOGIN_SCHEMA.properties, email: { type: "string", format: "emial" } } }),
      problems.unknownFormat("emial", ["email"]),
    ],
    ["a keyword that is not known", schema({ requierd: [] }), problems.unknownKeyword("requierd", ["required"])],
    [
      "a reference that has no target",
      schema({ properties: { ...LOGIN_SCHEMA.properties, password: { $ref: "../person.json#/x" } } }),
      problems.unresolvedReference("../person.json#/x"),
    ],
    ["a schema that is none", schema({ minProperties: "two" }), null],
    [
      "a value without a text",
      schema({ properties: { ...LOGIN_SCHEMA.properties, email: { type: "string", enum: ["a"] } } }),
      problems.optionWithoutText("a", "forms/credentials.json"),
    ],
    [
      "options in an order",
      fields({ email: { ...email, options: { order: ["a"], items: { a: "A" } } }, password }),
      problems.orderOfTexts(),
    ],
    [
      "the text of no value",
      fields({ email: { ...email, options: { a: "A" } }, password }),
      problems.optionNotInEnum("a", [], "forms/credentials.json"),
    ],
  ])("%s", (_what, changes, finding) => {
    expect(said(changes)).toContainEqual(finding ?? expect.objectContaining({ rule: "invalid-schema" }));
  });

  it("a misspelled key of an order is one finding", () => {
    const controls = { order: ["continu", "back"], items: { continue: { label: "Go", go: "/" }, back: { label: "Back", go: "/" } } };
    expect(said(blocks({ block: "controls", controls }))).toEqual([problems.unknownInOrder("continu", ["continue", "back"])]);
  });

  it("a misspelled type of a schema is one finding", () => {
    const email = { ...LOGIN_SCHEMA.properties.email, type: "strng" };
    expect(said(schema({ properties: { ...LOGIN_SCHEMA.properties, email } }))).toEqual([
      problems.invalidSchema('"strng" is not a valid type; did you mean "string"?'),
    ]);
  });
});
