/** Tests that the scenarios of `flows/scenarios` say where every address leads; `tests/run.ts` runs them all. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readScenarios } from "../../src/cli/scenario-files.js";
import { BRANDS, bundleOf, ROOT } from "./shipped.js";

it("says where each address leads each persona (for a new one: npm run flows -- coverage --write)", async () => {
  const { scenarios } = await readScenarios(ROOT, BRANDS);
  const known = new Set(
    scenarios.flatMap(({ scenario }) => scenario.steps.flatMap((step) => ("destinations" in step ? Object.keys(step.destinations) : []))),
  );
  const paths = Object.values(bundleOf("harbor").core.screens).flatMap(({ paths }) => paths);
  expect(paths.filter((path) => !path.includes(":") && path !== "*" && !known.has(path))).toEqual([]);
});

it("answers only operations that exist", async () => {
  const { answers } = JSON.parse(await readFile(join(ROOT, "flows/scenarios/answers.json"), "utf8")) as { answers: object };
  const { operations } = bundleOf("harbor").core;
  expect(Object.keys(answers).filter((name) => operations[name] === undefined)).toEqual([]);
});
