/** Tests brands that change the pages of registration by one line of their overlay: no findings, and every page is visited once. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { resolve } from "../../src/engine/resolve.js";
import { transition } from "../../src/engine/transition.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { FlowSource } from "../../src/language/source.js";
import { prove } from "../../src/verifier/prove.js";
import { NOW, progress } from "./screen-walk.js";

const SLUG = "harbor";
const OVERLAY = `flows/brands/${SLUG}/overlay.json`;

/** One line each: the brand's patch of the wizard. */
const SWAPPED = '"registration": { "steps": { "order": ["basic", "employer", "address", "confirmed"] } }';
const REMOVED = '"registration": { "steps": { "items": { "employer": null } } }';

let shipped: FlowSource;
beforeAll(async () => {
  shipped = await readSource(".");
});

function branded(line: string): { readonly source: FlowSource; readonly bundle: Bundle } {
  const source = { files: new Map([...shipped.files, [OVERLAY, `{ "language": 2, "wizards": { ${line} } }`]]) };
  const { bundle, problems } = compile(source, SLUG);
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return { source, bundle };
}

/** The pages from the first to the one after the last; the fake server stores the step that each page sends. */
function pagesOf({ core, journeys }: Bundle): readonly string[] {
  const pages: string[] = [];
  let step: string | null = "basic";
  let at = "/registration/basic-information";
  while (step !== "bank" && pages.length < 8) {
    const state = { ...core.initial, auth: { bearerToken: "x" }, progress: { ...progress(step), registration_status: null } };
    const { screen, path, route } = resolve(core, state, { pathname: at, search: "", state: null }, NOW);
    pages.push(path);
    const action = screen === "registration.confirm-details" ? "confirm" : "save";
    const raised = transition(core, journeys, state, { type: "action", owner: screen, action, form: {} }, { now: NOW, route });
    const call = raised.commands.find((command) => command.kind === "call");
    step = String((call?.variables as { readonly next?: unknown } | undefined)?.next);
    const saved = { ...state, progress: { ...progress(step), registration_status: null } };
    const outcome = { status: "ok" as const, result: { saveDepositor: { progress: saved.progress } } };
    if (step === "bank") break;
    const next = transition(core, journeys, state, { type: "outcome", owner: screen, action, form: {}, outcome }, { now: NOW, route });
    at = next.commands.find((command) => command.kind === "go")?.path ?? "";
  }
  return pages.map((page) => page.replace("/registration/", ""));
}

describe("a brand of the shipped flows", () => {
  it.each([
    ["as they are", '"registration": {}', ["basic-information", "address", "employer", "confirm-details"]],
    ["swaps two pages", SWAPPED, ["basic-information", "employer", "address", "confirm-details"]],
    ["removes a page", REMOVED, ["basic-information", "address", "confirm-details"]],
  ])("%s", (_what, line, pages) => {
    const { source, bundle } = branded(line);
    expect(pagesOf(bundle)).toEqual(pages);
    expect(prove(source, SLUG, bundle, compile).findings).toEqual([]);
  });

  it("removes the page's screen and its section of the review with it", () => {
    const { bundle } = branded(REMOVED);
    expect(bundle.core.screens["registration.employer"]).toBeUndefined();
    const review = bundle.journeys.registration?.screens["registration.confirm-details"];
    expect(Object.keys(review?.actions ?? {})).not.toContain("editEmployer");
    expect(JSON.stringify(review?.body)).not.toContain("Employment status");
  });

  it("has Juniper's swap in its overlay, as one line", () => {
    const lines = readFileSync("flows/brands/juniper/overlay.json", "utf8")
      .split("\n")
      .map((line) => line.trim());
    const [line] = lines.filter((one) => one.includes('"basic", "employer", "address", "confirmed"'));
    expect(line).toContain(SWAPPED);
    const source = shipped;
    const { bundle } = compile(source, "juniper");
    if (bundle === null) throw new Error("no bundle");
    expect(pagesOf(bundle)).toEqual(["basic-information", "employer", "address", "confirm-details"]);
  });
});
