/** Tests which faults `flows mutate` runs, and that several processes print one result. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { FlowsWrong, Usage } from "../../src/cli/io.js";
import { type MutantResult, run } from "../../src/cli/mutate.js";
import { ROOT } from "../support/sources.js";
import { capture, captureIo } from "./captured-io.js";
import { withOneScenario } from "./one-scenario.js";

const folder = withOneScenario();

async function results(...args: readonly string[]): Promise<readonly MutantResult[]> {
  const all = ["--file", "flows/auth.flow.json", "--jobs", "1", "--quick", "--format", "json", ...args];
  const { code, written, warned } = await capture((io) => run(all, io), { root: folder.root });
  expect([code, warned]).toEqual([0, ""]);
  return JSON.parse(written) as readonly MutantResult[];
}

test("--again runs the faults alone that an earlier run did not find", async () => {
  const both = await results("--limit", "2");
  // The only scenario there finds neither; the earlier run found the first one.
  expect(both.map(({ foundBy }) => foundBy)).toEqual([null, null]);
  const earlier = join(folder.root, "earlier.json");
  await writeFile(earlier, JSON.stringify(both.map((one, index) => (index === 0 ? { ...one, foundBy: "compiler" } : one))));
  expect(await results("--again", earlier)).toEqual(both.slice(1));
}, 240_000);

test("a fault whose proof takes longer than --timeout is not found, and says so", async () => {
  const args = ["--only", "guard", "--file", "flows/auth.flow.json", "--jobs", "1", "--limit", "1", "--timeout", "0.001"];
  const { code, written } = await capture((io) => run(args, io), { root: folder.root });
  expect(code).toBe(0);
  expect(written).toMatch(/\n\nTimed out, so not found:\nflows\/auth\.flow\.json:\d+:\d+ {2}guard {2}.+\n\nFound by/);
  expect(written).not.toContain("\nNot found:");
  expect(written).toContain("by the proof 0");
  expect(written).toContain("SCORE 0/1 (0 %)");
}, 240_000);

test("--timeout is a number of seconds", async () => {
  for (const wrong of ["0", "soon", "-1", "1e9"]) await expect(run(["--timeout", wrong], captureIo())).rejects.toThrow(Usage);
});

test("a scenario that fails without a fault is named, with what to do", async () => {
  const file = join(folder.root, "flows/scenarios/own.json");
  const steps = [{ open: "/login" }, { see: { title: "Sign up" } }];
  await writeFile(file, JSON.stringify({ scenarios: { "Another title": { steps } } }));
  const args = ["--file", "flows/auth.flow.json", "--jobs", "1", "--quick", "--limit", "1"];
  const io = captureIo({ root: folder.root });
  await expect(run(args, io)).rejects.toThrow(FlowsWrong);
  await rm(file);
  const warned = io.warned.join("\n");
  expect(warned).toContain("flows/scenarios/own.json:1:");
  expect(warned).toContain(
    'The scenario "Another title" fails with harbor before a fault is made: title: expected "Sign up", found "Log in".',
  );
  expect(warned).toContain('Run "npm run flows -- test --brand harbor"');
}, 240_000);

test("several processes print one result", async () => {
  const none = join(folder.root, "none.json");
  await writeFile(none, "[]");
  const args = ["src/cli/flows.mjs", "mutate", "--again", none, "--jobs", "2", "--quick", "--format", "json"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect([stdout.trim(), stderr]).toEqual(["[]", ""]);
}, 240_000);
