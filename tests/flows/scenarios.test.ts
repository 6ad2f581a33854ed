/** Tests that every scenario of `flows/scenarios` passes with every brand, and that together they open every screen. */
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
}, 120_000);

/** Screens that no scenario opens: the journeys in a browser do. */
const ELSEWHERE = new Set(["login.reset-password.failed", "joint-account.duplicate-notification", "registration.duplicate-notification"]);

it("has a scenario of what is seen on each screen", async () => {
  const { scenarios } = await readScenarios(ROOT, BRANDS);
  const described = new Set(scenarios.flatMap(({ title }) => /^(.+): what /.exec(title)?.[1] ?? []));
  const missing = Object.keys(bundleOf("harbor").core.screens).filter((screen) => !described.has(screen) && !ELSEWHERE.has(screen));
  expect(missing).toEqual([]);
});

it("answers only operations that exist", async () => {
  const { answers } = JSON.parse(await readFile(join(ROOT, "flows/scenarios/answers.json"), "utf8")) as { answers: object };
  const { operations } = bundleOf("harbor").core;
  expect(Object.keys(answers).filter((name) => operations[name] === undefined)).toEqual([]);
});
