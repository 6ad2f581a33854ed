/** Tests that every scenario of `flows/scenarios` passes with every brand, and what of the flows they cover. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run as coverage } from "../../src/cli/coverage.js";
import { run } from "../../src/cli/test.js";
import type { CoverageResult } from "../../src/scenarios/coverage.js";
import { capture } from "../cli/captured-io.js";
import { bundleOf, ROOT } from "./shipped.js";

it("passes (after a change that is meant: npm run flows -- test --update)", async () => {
  const { code, written, warned } = await capture((io) => run([], io));
  expect(code, written + warned).toBe(0);
}, 120_000);

/** The kinds of which each item has a scenario, but for those of `uncovered.json`. */
const COMPLETE = new Set(["screen", "link", "action", "outcome", "failure row"]);

it("has each screen, link, action, outcome and failure row (for a new one: npm run flows -- coverage --write)", async () => {
  const known = JSON.parse(await readFile(join(ROOT, "tests/flows/uncovered.json"), "utf8")) as readonly string[];
  const { written } = await capture((io) => coverage(["--brand", "harbor", "--format", "json"], io));
  const results = JSON.parse(written) as readonly CoverageResult[];
  const missing = results.filter(({ kind, covered }) => !covered && COMPLETE.has(kind)).map(({ kind, name }) => `${kind} ${name}`);
  expect(missing.sort()).toEqual([...known].sort());
}, 240_000);

it("answers only operations that exist", async () => {
  const { answers } = JSON.parse(await readFile(join(ROOT, "flows/scenarios/answers.json"), "utf8")) as { answers: object };
  const { operations } = bundleOf("harbor").core;
  expect(Object.keys(answers).filter((name) => operations[name] === undefined)).toEqual([]);
});
