/** Tests the chrome of the shipped screens: back links, stages and the footer's texts. */
import { describe, expect, it } from "vitest";
import { formatText } from "../../src/engine/format-text.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import { target } from "../../src/engine/target.js";
import type { Json } from "../../src/language/definition.js";
import { holds } from "../../src/language/predicate.js";
import { bundleOf, PERSONAS } from "./shipped.js";

const NOW = "2026-11-21T12:00:00Z";
const { core, journeys } = bundleOf("harbor");

function contentOf(screen: string) {
  const content = journeys[core.screens[screen]?.journey ?? ""]?.screens[screen];
  if (content === undefined) throw new Error(`There is no screen ${screen}`);
  return content;
}

/** Where the back link of a screen leads for a persona, on a search and a route state. */
function back(screen: string, search = "", routeState: Json = null, persona = "active"): string {
  const path = core.screens[screen]?.paths[0] ?? "";
  const state = { ...core.initial, ...PERSONAS[persona]?.state };
  const scope = scopeOf(state, NOW, { path, params: {}, search, state: routeState });
  const row = contentOf(screen).back.find(({ when }) => holds(when, scope));
  if (row?.go === undefined) throw new Error(`${screen} has no link back here`);
  return target(core, row.go, scope).path;
}

describe("back", () => {
  it.each([
    ["joint-account.contact", "/joint-account"],
    ["joint-account.personal-information", "/joint-account/contact"],
    ["joint-account.address-information", "/joint-account/personal-information"],
    ["joint-account.occupation", "/joint-account/address-information"],
  ])("in the joint wizard, %s: a page back, to confirm details when the search says confirm", (screen, before) => {
    expect(back(screen)).toBe(before);
    expect(back(screen, "?confirm")).toBe("/joint-account/confirm-details");
    expect(back(screen, "?from=confirm-details")).toBe("/joint-account/confirm-details");
    expect(back(screen, "?other")).toBe(before);
  });

  it.each<[Json, string]>([
    [{ redirectPath: "/joint-account/confirm-details" }, "/joint-account/confirm-details"],
    [null, "/joint-account/resume"],
    [{}, "/joint-account/resume"],
    [{ redirectPath: "https://elsewhere.example/" }, "/joint-account/resume"],
    [{ redirectPath: "//elsewhere.example" }, "/joint-account/resume"],
    [{ redirectPath: "/nowhere" }, "/joint-account/resume"],
  ])("from cancelling a joint application with %j leads to %s (D39)", (routeState, path) => {
    expect(back("joint-account.close-application", "", routeState)).toBe(path);
  });

  it("from relinking leads to the shell's own home", () => {
    expect(back("relink.selection", "", null, "relink")).toBe("/dashboard");
    expect(back("relink.selection", "", null, "bank")).toBe("/login/registration-home");
    expect(back("relink.selection", "", null, "in-review")).toBe("/login/registration-home");
  });
});

/** D25, S2.3. */
const STAGES = { "0 7 14": 1, "21 28 35 42 49": 2, "56 63 70": 3, "77 84 91 100": 4 } as const;

describe("the stages", () => {
  it("follow from the percentage", () => {
    const wanted = new Map(
      Object.entries(STAGES).flatMap(([figures, stage]) => figures.split(" ").map((figure): [number, number] => [Number(figure), stage])),
    );
    const met = new Set<number>();
    for (const { paths, id } of Object.values(core.screens)) {
      const { progress, stage, screen } = resolve(core, core.initial, { pathname: paths[0] ?? "", search: "", state: null }, NOW);
      if (screen !== id) continue;
      expect([id, stage]).toEqual([id, progress === null ? null : wanted.get(progress)]);
    }
    for (const { progress } of Object.values(core.screens)) if (progress !== null) met.add(progress);
    expect([...met].sort((one, other) => one - other)).toEqual([...wanted.keys()].sort((one, other) => one - other));
    expect(core.stages.map(({ label, from, to }) => [label, from, to])).toEqual([
      ["Set up credentials", 0, 14],
      ["Tell us about yourself", 21, 49],
      ["Link account", 56, 70],
      ["Fund savings account", 77, 100],
    ]);
  });
});

describe("the footer", () => {
  it("shows logged-out visitors three facts (S2.3)", () => {
    const scope = scopeOf({ ...core.initial, branding: { emails: { support: "help@harbor.example" } } }, NOW, null);
    const said = (name: string) => formatText(core.chrome[name] ?? "", scope, core.formats);
    expect(said("help")).toBe("Need help? Contact us");
    expect(said("helpLogIn")).toMatch(/[Ll]og in and use the message center/);
    expect(said("helpEmail")).toContain("help@harbor.example");
    expect(said("helpWarning")).toBe("Do not send confidential information by email.");
  });
});
