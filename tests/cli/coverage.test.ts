/** Tests `flows coverage` on the shipped definitions with one scenario: what it covers, and what `--write` adds. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run } from "../../src/cli/coverage.js";
import { run as test } from "../../src/cli/test.js";
import type { CoverageResult } from "../../src/scenarios/coverage.js";
import type { ScenarioFile } from "../../src/scenarios/scenario.js";
import { ROOT } from "../support/sources.js";
import { capture } from "./captured-io.js";

const LOGIN = {
  steps: [
    { open: "/login" },
    { fill: { email: "dana@example.com", password: "correct horse" } },
    { press: "Log in" },
    { answer: "Login", fails: "400.bad_credentials" },
  ],
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "passbook-coverage-"));
  for (const part of ["flows", "schemas", "gateway/schema.graphql"]) await cp(join(ROOT, part), join(root, part), { recursive: true });
  await rm(join(root, "flows/scenarios"), { recursive: true });
  await cp(join(ROOT, "flows/scenarios/answers.json"), join(root, "flows/scenarios/answers.json"));
  await writeFile(file(), JSON.stringify({ scenarios: { "A wrong password": LOGIN } }));
});
afterAll(() => rm(root, { recursive: true }));

const file = () => join(root, "flows/scenarios/auth.json");

async function covered(...args: string[]): Promise<ReadonlySet<string>> {
  const { code, written } = await capture((io) => run([...args, "--format", "json"], io), { root });
  expect(code).toBe(0);
  const results = JSON.parse(written) as readonly CoverageResult[];
  return new Set(results.filter((one) => one.covered).map(({ kind, name }) => `${kind} ${name}`));
}

it("covers what the scenario performs, and nothing else", async () => {
  const items = await covered();
  expect(items).toContain("screen login");
  expect(items).toContain("action login.logIn");
  expect([...items].filter((name) => name.startsWith("failure row"))).toEqual(["failure row login.logIn: 400"]);
  expect([...items].filter((name) => name.startsWith("screen "))).toEqual(["screen login"]);
  expect([...items].filter((name) => name.startsWith("outcome login."))).toEqual([]);
  expect(items).toContain("false loggedIn");
  expect(items).not.toContain("true loggedIn");
}, 120_000);

it("prints the sum in its last line", async () => {
  const { written } = await capture((io) => run([], io), { root });
  expect(written).toMatch(/\nscreen +1\/\d+\n|^screen +1\/\d+\n/);
  expect(written).toContain("\nlink  login: ");
  expect(written).toMatch(/\nCOVERED \d+\/\d+ \(\d+(\.\d)? %\)\n$/);
}, 120_000);

it("writes scenarios that cover more, and that pass", async () => {
  const before = await covered();
  const after = await covered("--write");
  expect(after.size).toBeGreaterThan(before.size);
  const { scenarios } = JSON.parse(await readFile(file(), "utf8")) as ScenarioFile;
  expect(Object.keys(scenarios["A wrong password"]?.cases ?? {}).length).toBeGreaterThan(3);
  const { code, written } = await capture((io) => test([], io), { root });
  expect({ code, written }).toEqual({ code: 0, written: expect.stringContaining(" 0 failed") });
}, 300_000);

it("lists what cannot occur apart, and reports a reason that no longer applies", async () => {
  const answers = join(root, "flows/scenarios/answers.json");
  const before = await readFile(answers, "utf8");
  const unreachable = { "app failure *": "No documented failure has such a status.", "screen login": "Nobody logs in." };
  await writeFile(answers, JSON.stringify({ ...JSON.parse(before), unreachable }));
  const { code, written } = await capture((io) => run([], io), { root });
  await writeFile(answers, before);
  expect(code).toBe(1);
  expect(written).toContain("\nCannot occur:\napp failure  *: No documented failure has such a status.\n");
  expect(written).toContain("as it is covered or does not exist:\nscreen login\n");
  expect(written).not.toContain("\napp failure  *\n");
}, 120_000);

it("refuses an unknown format", async () => {
  await expect(capture((io) => run(["--format", "yaml"], io), { root })).rejects.toThrow("--format is text or json.");
});
