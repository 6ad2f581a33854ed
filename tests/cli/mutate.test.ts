/** Tests which faults `flows mutate` runs, and that several processes print one result. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type MutantResult, run } from "../../src/cli/mutate.js";
import { ROOT } from "../support/sources.js";
import { capture } from "./captured-io.js";
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

test("several processes print one result", async () => {
  const none = join(folder.root, "none.json");
  await writeFile(none, "[]");
  const args = ["src/cli/flows.mjs", "mutate", "--again", none, "--jobs", "2", "--quick", "--format", "json"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect([stdout.trim(), stderr]).toEqual(["[]", ""]);
}, 240_000);
