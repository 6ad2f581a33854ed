/** Tests the depositors of "What the check found" in flows/DECISIONS.md: the engine accepts each state, and no fixed error occurs again. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { decide } from "../../src/engine/decide.js";
import type { DepositorState } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Json } from "../../src/language/definition.js";
import { ROOT } from "../support/sources.js";

const NOW = "2026-11-21T12:00:00.000Z";
const { bundle } = compile(await readSource(ROOT), "harbor");
if (bundle === null) throw new Error("The flows do not compile.");
const { core } = bundle;

interface Line {
  readonly state: Readonly<Record<string, Json>>;
  readonly decide?: string;
  readonly location?: { readonly pathname: string; readonly search: string; readonly state: null };
}

const rows = readFileSync("flows/DECISIONS.md", "utf8")
  .split("### What the check found")[1]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| found in"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| /, "")));
const shown = (rows ?? []).flatMap(([, what = "", depositor = "", settled = ""]) =>
  depositor.startsWith("`{") ? [{ what, settled, line: JSON.parse(depositor.slice(1, -1)) as Line }] : [],
);

/** The depositor's final screen, and the redirects to it. */
function answerOf({ state: given, decide: decision, location }: Line) {
  const initial = core.initial as DepositorState;
  const filled = Object.fromEntries(
    Object.entries(given).map(([slice, value]) => {
      const whole = initial[slice];
      const both = typeof value === "object" && typeof whole === "object" && !Array.isArray(value) && value !== null && whole !== null;
      return [slice, both ? { ...whole, ...value } : value];
    }),
  );
  const state = { ...initial, ...filled, now: NOW } as DepositorState;
  const pathname = decision === undefined ? (location?.pathname ?? "/") : decide(core, state, decision, NOW);
  return resolve(core, state, { pathname, search: "", state: null }, NOW);
}

describe("the findings of the check", () => {
  it("have a depositor each", () => expect(shown.length).toBeGreaterThanOrEqual(10));

  it.each(shown)("$what: $settled", ({ settled, line }) => {
    const { chain, path } = answerOf(line);
    if (settled.startsWith("accepted")) expect(chain.length).toBeGreaterThan(1);
    // The decision's own condition excludes this depositor.
    else if (settled.includes("precondition")) expect(core.decisions[line.decide ?? ""]?.precondition).toBeDefined();
    else if (line.decide !== undefined) expect(chain).toEqual([path]);
    else expect(chain.length).toBeLessThanOrEqual(2);
  });
});
