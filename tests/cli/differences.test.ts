import { expect, test } from "vitest";
import { differences } from "../../src/cli/differences.js";
import { mermaid, svg } from "../../src/cli/graph.js";
import { mapOf } from "../../src/cli/screen-map.js";
import type { Bundle } from "../../src/language/bundle.js";
import { core, icu, journeys, predicate } from "../support/small-core.js";

const bundle: Bundle = { core, journeys, forms: {}, controls: {} };

test("two bundles differ in words, screen by screen; where something was written is no difference", () => {
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
