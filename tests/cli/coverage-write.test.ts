/** Tests `flows coverage --write` on the shipped definitions with one scenario: `npm run test:full` runs it. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { run as test } from "../../src/cli/test.js";
import type { ScenarioFile } from "../../src/scenarios/scenario.js";
import { capture } from "./captured-io.js";
import { withOneScenario } from "./one-scenario.js";

const flows = withOneScenario();

it("writes scenarios that cover more, and that pass", async () => {
  const before = await flows.covered();
  const after = await flows.covered("--write");
  expect(after.size).toBeGreaterThan(before.size);
  expect(flows.warned()).toMatch(/^Round 1 of at most 10: \d+ not covered/);
  const { scenarios } = JSON.parse(await readFile(flows.file, "utf8")) as ScenarioFile;
  expect(Object.keys(scenarios["A wrong password"]?.cases ?? {}).length).toBeGreaterThan(3);
  const { code, written } = await capture((io) => test([], io), { root: flows.root });
  expect({ code, written }).toEqual({ code: 0, written: expect.stringContaining(" 0 failed") });
}, 300_000);
