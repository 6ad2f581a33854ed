/** Tests `flows diff` of two bundles, and the forms of `flows graph`. */
import { expect, test } from "vitest";
import { differences } from "../../src/cli/differences.js";
import { mermaid, svg } from "../../src/cli/graph.js";
import { mapOf } from "../../src/cli/screen-map.js";
import type { Bundle, ScreenContent, Text } from "../../src/language/bundle.js";
import { core, icu, journeys, predicate } from "../support/small-core.js";

const bundle: Bundle = { core, journeys, forms: {}, controls: {} };

test("two bundles differ in words, screen by screen; a source location is not a difference", () => {
  expect(differences(bundle, bundle)).toEqual([]);
  const { dashboard, about: _about, ...others } = core.screens;
  if (dashboard === undefined) throw new Error("dashboard");
  const guard = { ...predicate(true, { and: ["loggedIn"] }), at: { ...dashboard.guard.at, line: 99 } };
  const changed: Bundle = {
    ...bundle,
    core: {
      ...core,
      brand: { ...core.brand, name: "Other Bank" },
      screens: {
        ...others,
        dashboard: { ...dashboard, guard, title: icu("Hello {name}", { name: "x" }) },
        fresh: { ...dashboard, id: "fresh", journey: "none" },
      },
    },
  };
  expect(differences(bundle, changed)).toEqual([
    "The brand",
    '  name was "Small Bank", is "Other Bank"',
    "The screen dashboard",
    expect.stringMatching(/^ {2}title was "Home.*, is "Hello \{name\}"$/) as string,
    '  guard.and was ["loggedIn","completed"], is ["loggedIn"]',
    "The screen about is gone.",
    "The screen fresh is new.",
  ]);
});

test("an error text that differs is listed once, and a text without placeholders as a depositor reads it", () => {
  const form = (error: string, heading: Text): Bundle => {
    const errors = { required: error };
    const fields = { order: ["name"], items: { name: { label: "Name", secret: false, errors } } };
    const block = { key: "form", block: "form", heading, uiSchema: { name: { "ui:options": { width: "full", errors } } }, fields };
    const journey = core.screens.dashboard?.journey ?? "";
    const content = { data: {}, actions: {}, timers: {}, onEnter: [], body: [block] } as unknown as ScreenContent;
    return { ...bundle, journeys: { ...journeys, [journey]: { journey, screens: { dashboard: content } } } };
  };
  const from = form("Enter a name.", icu("You''ll need it", {}));
  expect(differences(from, form("Enter your name.", icu("You''ll need your name", {})))).toEqual([
    "The screen dashboard",
    `  body.form.heading was "You'll need it", is "You'll need your name"`,
    '  body.form.fields.items.name.errors.required was "Enter a name.", is "Enter your name."',
  ]);
});

test("a difference in long values is shown, also behind a beginning that both have", () => {
  const named = (...names: readonly string[]): Bundle => ({
    ...bundle,
    core: { ...core, brand: { ...core.brand, names } as typeof core.brand },
  });
  const long = Array.from({ length: 60 }, (_, index) => `name${index}`);
  expect(differences(named(...long, "one"), named(...long, "another", "end"))).toEqual([
    "The brand",
    expect.stringMatching(/^ {2}names was \.\.\..{38,50}"one"\], is \.\.\..{38,50}"another","end"\]$/) as string,
  ]);
});

test("lists of as many objects differ by their entries", () => {
  const steps = (...list: readonly object[]): Bundle => ({
    ...bundle,
    core: { ...core, brand: { ...core.brand, steps: list } as typeof core.brand },
  });
  expect(differences(steps({ go: "/a" }, { go: "/b" }), steps({ go: "/a" }, { go: "/c" }))).toEqual([
    "The brand",
    '  steps.1.go was "/b", is "/c"',
  ]);
});

test("a text shows the names of its placeholders, and the options of a choice", () => {
  const titled = (title: Text): Bundle => {
    const { dashboard } = core.screens;
    if (dashboard === undefined) throw new Error("dashboard");
    return { ...bundle, core: { ...core, screens: { ...core.screens, dashboard: { ...dashboard, title } } } };
  };
  const from = titled(icu("You''ll earn {amount, number, ::currency/USD} by {date}", { amount: "x", date: "y" }));
  const to = titled(icu("{name, select, none {You''re back} other {It''s {name}}}", { name: "x" }));
  expect(differences(from, to)).toContain(
    `  title was "You'll earn {amount} by {date}", is "{name: none "You're back", other "It's {name}"}"`,
  );
});

test("the map has every screen, actions, redirects and decisions, in three forms", () => {
  const map = mapOf(bundle);
  expect(map.nodes).toHaveLength(Object.keys(core.screens).length);
  expect(map.edges).toEqual(
    expect.arrayContaining([
      { from: "login", to: "decision:afterLogin", kind: "action", by: "save" },
      { from: "login", to: "document", kind: "action", by: "unlessSaved" },
      { from: "dashboard", to: "dashboard.documents", kind: "redirect", by: "viewOnly" },
      { from: "decision:afterLogin", to: "invited", kind: "decision", by: "new" },
    ]),
  );
  expect(mermaid(map)).toContain('dashboard -.->|"viewOnly"| dashboard_documents');
  expect(svg(map)).toMatch(/^<svg [^>]*role="img".*<\/svg>\n$/s);
  expect(svg(map).match(/<rect/g)).toHaveLength(map.nodes.length + 2);
});
