/** Tests that every scenario of `flows/scenarios` passes with every brand, and that they say where every address leads. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readScenarios } from "../../src/cli/scenario-files.js";
import { run } from "../../src/cli/test.js";
import { capture } from "../cli/captured-io.js";
import { BRANDS, bundleOf, ROOT } from "./shipped.js";

it("passes (after a change that is meant: npm run flows -- test --update)", async () => {
  const { code, written, warned } = await capture((io) => run([], io));
  expect(code, written + warned).toBe(0);
}, 360_000);

it("says where each address leads each persona (for a new one: npm run flows -- coverage --write)", async () => {
  const { scenarios } = await readScenarios(ROOT, BRANDS);
  const known = new Set(
    scenarios.flatMap(({ scenario }) => scenario.steps.flatMap((step) => ("leads" in step ? Object.keys(step.leads) : []))),
  );
  const paths = Object.values(bundleOf("harbor").core.screens).flatMap(({ paths }) => paths);
  expect(paths.filter((path) => !path.includes(":") && path !== "*" && !known.has(path))).toEqual([]);
});

it("answers only operations that exist", async () => {
  const { answers } = JSON.parse(await readFile(join(ROOT, "flows/scenarios/answers.json"), "utf8")) as { answers: object };
  const { operations } = bundleOf("harbor").core;
  expect(Object.keys(answers).filter((name) => operations[name] === undefined)).toEqual([]);
});
