/** Tests of the rule `primary-actions`: which primary controls of a screen are shown together. */
import { expect, it } from "vitest";
import { foundIn } from "../rules/rule-examples.js";

const controls = (one: object, two: object, form = false) => ({
  "flows/start.flow.json": {
    screens: {
      [form ? "login" : "away"]: {
        body: {
          items: {
            [form ? "form" : "acts"]: {
              ...(form ? {} : { block: "controls" }),
              controls: { items: { one: { label: "One", go: "/", ...one }, two: { label: "Two", go: "/page", ...two } } },
            },
          },
        },
      },
    },
  },
});
const primary = { style: "primary" };
const found = (patch: Readonly<Record<string, unknown>>) => foundIn(patch).filter(({ rule }) => rule === "primary-actions");

it("finds two that one depositor sees, and names such a depositor", () => {
  expect(found(controls(primary, primary))).toHaveLength(1);
  const [overlap] = found(controls({ ...primary, when: "loggedIn" }, { ...primary, when: "mine" }));
  expect(overlap?.message).toContain("acts.one and acts.two");
  expect(overlap?.shown).toBeDefined();
});

it("accepts one, and two that exclude each other", () => {
  expect(found(controls(primary, { style: "secondary" }))).toEqual([]);
  expect(found(controls({ ...primary, when: "loggedIn" }, { ...primary, when: { "!": ["loggedIn"] } }))).toEqual([]);
});

it("counts the submit button of a form", () => {
  expect(found(controls({ style: "secondary" }, {}, true))).toEqual([]);
  expect(found(controls(primary, {}, true))).toHaveLength(1);
});

const away = (items: object) => ({ "flows/start.flow.json": { screens: { away: { body: { items } } } } });
const row = (control: object, more: object = {}) => ({
  block: "controls",
  controls: { items: { go: { label: "One", go: "/", ...control } } },
  ...more,
});
const notice = (key: string, more: object = {}) => ({
  block: "notice",
  severity: "info",
  markdown: `About ${key}.`,
  controls: { items: { go: { label: key, go: "/page", ...primary } } },
  ...more,
});
const names = (items: object) => found(away(items)).map(({ message }) => /at once: ([^;]*)/.exec(message)?.[1]);

it("finds two in two blocks, one of which may be a notice", () => {
  expect(names({ acts: row(primary), more: notice("more") })).toEqual(["acts.go and more.go"]);
  expect(names({ one: notice("one"), two: notice("two"), three: row(primary) })).toHaveLength(3);
  expect(names({ acts: row(primary), group: { block: "group", layout: "card", body: { items: { in: notice("in") } } } })).toEqual([
    "acts.go and in.go",
  ]);
});

it("decides over the states of all blocks around them", () => {
  expect(names({ acts: row(primary, { when: "loggedIn" }), more: notice("more", { when: { "!": ["loggedIn"] } }) })).toEqual([]);
  const [overlap] = found(away({ acts: row(primary, { when: "loggedIn" }), more: notice("more", { when: "onHold" }) }));
  expect(overlap?.message).toContain('"extended_status":"HOLD"');
});

it("accepts a less important one of another style", () => {
  expect(names({ acts: row(primary), more: row({ style: "secondary", go: "/page", label: "More" }) })).toEqual([]);
});

it("counts a form of the style `secondary` as none", () => {
  const beside = (submitStyle: string) =>
    found({ "flows/start.flow.json": { screens: { login: { body: { items: { more: notice("more"), form: { submitStyle } } } } } } });
  expect(beside("primary")).toHaveLength(1);
  expect(beside("secondary")).toEqual([]);
});

it("counts what a fold hides on its own", () => {
  const fold = (items: object) => ({ block: "group", layout: "fold", heading: "More to do", body: { items } });
  expect(names({ acts: row(primary), more: fold({ in: notice("in") }) })).toEqual([]);
  expect(names({ acts: row(primary), more: fold({ in: notice("in"), also: notice("also") }) })).toEqual(["in.go and also.go"]);
});

it("finds the control of each entry of a list", () => {
  const list = (style: string) => ({
    people: {
      block: "list",
      items: { var: "beneficiaries" },
      item: { title: { var: "item.name" }, controls: { items: { go: { label: "See", go: "/page", style } } } },
      empty: { text: "Nobody." },
    },
  });
  expect(names(list("primary"))).toEqual(["people.item.go and people.item.go of another entry"]);
  expect(names(list("secondary"))).toEqual([]);
});

it("compares conditions on one answer by its values", () => {
  const asks = (logic: object) => ({ block: "controls", controls: { items: { go: { label: "One", go: "/", ...primary } } }, when: logic });
  const held = (value: string) => ({ "===": [{ var: "data.profile.first_name" }, value] });
  const both = (one: object, two: object) =>
    found({
      "flows/start.flow.json": {
        screens: { login: { body: { items: { form: { submitStyle: "secondary" }, one: asks(one), two: asks(two) } } } },
      },
    });
  expect(both(held("A"), held("B"))).toEqual([]);
  expect(both(held("A"), { "!": [held("B")] })).toHaveLength(1);
});
