/** Tests of the rule `primary-actions`: which controls of a block are shown together. */
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
