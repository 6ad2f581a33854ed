/** Tests conditions of content that nobody can see: those that contradict the screen, the parts around them, or themselves. */
import { expect, it } from "vitest";
import { messages } from "../../src/verifier/rules/messages.js";
import { foundIn } from "../rules/rule-examples.js";
import { SECOND_BRAND } from "../support/small-flows.js";

const ALONE = [messages.neverShown("login")];
const WITHIN = [messages.contradicts("login")];

const found = (items: object) =>
  foundIn({ "flows/start.flow.json": { screens: { login: { queryToState: ["token"], body: { items } } } } })
    .filter(({ rule }) => !["unused", "maybe-null"].includes(rule))
    .map(({ rule, message }) => (rule === "predicate-constant" ? message.split(";", 1)[0] : `${rule}: ${message}`));

const text = (when: unknown) => ({ block: "text", markdown: "Look here.", when });
const within = (outer: unknown, inner: unknown) =>
  found({ group: { block: "group", layout: "stack", when: outer, body: { items: { text: text(inner) } } } });

const name = { var: "data.profile.first_name" };
const is = (value: string) => ({ "===": [name, value] });
const token = { var: "route.state.token" };

it.each<[string, unknown, unknown, readonly string[]]>([
  ["its opposite", "loggedIn", { "!": "loggedIn" }, WITHIN],
  ["another value of the state", { "===": [{ var: "auth.mfa" }, "sms"] }, { "===": [{ var: "auth.mfa" }, "email"] }, WITHIN],
  ["a condition that may hold too", "loggedIn", { "===": [{ var: "auth.mfa" }, "email"] }, []],
  ["the route state", token, { "!": token }, WITHIN],
  ["another value of the route state", { "===": [token, "a"] }, { "===": [token, "b"] }, WITHIN],
  ["another value of an answer", is("Ada"), is("Eve"), WITHIN],
  ["some values of an answer", { in: [name, ["Ada", "Eve"]] }, is("Eve"), []],
  ["other values of an answer", { in: [name, ["Ada", "Eve"]] }, is("Bob"), WITHIN],
  ["no value of an answer", { "!": name }, is("Eve"), WITHIN],
  ["a value of an answer that is not another", { "!==": [name, "Ada"] }, is("Eve"), []],
  ["two values of an answer at once", true, { and: [is("Ada"), is("Eve")] }, ALONE],
  ["a part of an answer", { in: ["A", name] }, is("Eve"), []],
  ["an order of an answer and a value", { "<": [name, "B"] }, is("Eve"), []],
])("a part within another one: %s", (_what, outer, inner, expected) => {
  expect(within(outer, inner)).toEqual(expected);
});

it.each<[string, unknown, readonly string[]]>([
  ["the guard", "loggedIn", [messages.alwaysShown("page")]],
  ["a part of the guard or more", { or: ["loggedIn", { var: "auth.relink" }] }, [messages.alwaysShown("page")]],
  ["the guard and more", { and: ["loggedIn", { var: "auth.relink" }] }, []],
  ["every depositor on purpose", true, []],
])("a condition that holds for %s, on a screen with a guard", (_what, when, expected) => {
  const patch = { "flows/start.flow.json": { screens: { page: { body: { items: { text: text(when) } } } } } };
  expect(foundIn(patch).map(({ message }) => message.split(";", 1)[0])).toEqual(expected);
});

it("accepts a condition of the base that an overlay's narrower guard implies, and reports one that its own condition does not need", () => {
  const ofBase = (overlay: object) =>
    foundIn({
      "flows/start.flow.json": { screens: { page: { body: { items: { text: text({ var: "auth.relink" }) } } } } },
      "flows/brands/second/brand.json": SECOND_BRAND,
      "flows/brands/second/overlay.json": { language: 2, screens: { page: overlay } },
    }).flatMap(({ rule, message }) => (rule === "predicate-constant" ? [message.split(";", 1)[0]] : []));
  const guard = { and: ["mine", { var: "auth.relink" }] };
  expect(ofBase({ guard })).toEqual([]);
  expect(ofBase({ guard, body: { items: { text: { when: "loggedIn" } } } })).toEqual([messages.alwaysShown("page")]);
});

it("accepts what is shown from one day to another", () => {
  const [from, to] = ["2027-01-01T05:00:00Z", "2027-02-01T05:00:00Z"];
  const now = { var: "now" };
  expect(found({ text: text({ and: ["loggedIn", { ">=": [now, from] }, { "<": [now, to] }] }) })).toEqual([]);
  expect(within({ ">=": [now, from] }, { "!": { ">=": [now, from] } })).toEqual(WITHIN);
});

it("reports the outermost part that nobody sees, not those in it", () => {
  expect(within({ and: ["loggedIn", { "!": "loggedIn" }] }, "loggedIn")).toEqual(ALONE);
});

it("reports a control of an entry whose value is two constants", () => {
  const list = (when: object) => ({
    block: "list",
    items: { var: "beneficiaries" },
    item: { title: { var: "item.name" }, controls: { items: { go: { label: "See", go: "/away", style: "secondary", when } } } },
    empty: { text: "Nobody." },
  });
  const called = (value: string) => ({ "===": [{ var: "item.name" }, value] });
  expect(found({ list: list({ and: [called("Ada"), called("Eve")] }) })).toEqual(ALONE);
  expect(found({ list: list({ or: [called("Ada"), called("Eve")] }) })).toEqual([]);
});

it("reports a control of an entry that the filter of the list leaves out", () => {
  const name = { var: "item.name" };
  const list = (filter: object, when: object) => ({
    block: "list",
    items: { filter: [{ var: "beneficiaries" }, filter] },
    item: { title: name, controls: { items: { go: { label: "See", go: "/away", style: "secondary", when } } } },
    empty: { text: "Nobody." },
  });
  const within = (filter: object, when: object) => found({ list: list(filter, when) });
  const isAda = { "===": [{ var: "name" }, "Ada"] };
  expect(within(isAda, { "===": [name, "Eve"] })).toEqual(WITHIN);
  expect(within({ "!!": [{ var: "name" }] }, { and: ["loggedIn", { "!": [name] }] })).toEqual(WITHIN);
  expect(within(isAda, { or: ["loggedIn", { "===": [name, "Eve"] }] })).toEqual([]);
  expect(within(isAda, { in: [name, ["Ada", "Eve"]] })).toEqual([]);
  expect(within({ "<": [{ var: "name" }, "B"] }, { "===": [name, "Eve"] })).toEqual([]);
});
