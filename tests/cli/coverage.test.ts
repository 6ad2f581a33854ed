/** Tests `flows coverage` on the shipped definitions with one scenario: what it covers. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../../src/cli/coverage.js";
import { capture } from "./captured-io.js";
import { withOneScenario } from "./one-scenario.js";

const flows = withOneScenario();

it("covers what the scenario performs, and nothing else", async () => {
  const items = await flows.covered();
  expect(items).toContain("screen login");
  expect(items).toContain("action login.logIn");
  expect([...items].filter((name) => name.startsWith("failure row"))).toEqual(["failure row login.logIn: 400"]);
  expect([...items].filter((name) => name.startsWith("screen "))).toEqual(["screen login"]);
  expect([...items].filter((name) => name.startsWith("outcome login."))).toEqual([]);
  expect(items).toContain("false loggedIn");
  expect(items).not.toContain("true loggedIn");
}, 120_000);

it("covers a text that a step compares or presses, and no other", async () => {
  expect([...(await flows.covered())].filter((name) => name.startsWith("text "))).toEqual(['text login: "Log in"']);
  const before = await readFile(flows.file, "utf8");
  const steps = [{ open: "/login" }, { see: { texts: ["Forgot your password?"] } }, { see: { title: "Log in" } }];
  await writeFile(flows.file, JSON.stringify({ scenarios: { "A forgotten password": { steps } } }));
  const items = await flows.covered();
  await writeFile(flows.file, before);
  expect([...items].filter((name) => name.startsWith("text "))).toEqual(['text login: "Forgot your password?"']);
}, 120_000);

it("covers the branch of a text that a step compares, and no other", async () => {
  const before = await readFile(flows.file, "utf8");
  const next = "Next: your name, date of birth, and Social Security number.";
  const steps = [{ open: "/login/registration-home" }, { see: { texts: [next] } }];
  await writeFile(flows.file, JSON.stringify({ scenarios: { Basic: { given: { persona: "basic" }, steps } } }));
  const items = await flows.covered();
  await writeFile(flows.file, before);
  const branches = [...items].filter((name) => name.startsWith("branch "));
  expect(branches.map((name) => name.slice(name.lastIndexOf(": ") + 2))).toEqual(["step basic"]);
}, 120_000);

it("prints the sum in its last line", async () => {
  const { written } = await capture((io) => run([], io), { root: flows.root });
  expect(written).toMatch(/\nscreen +1\/(\d+) +\1\/\1\n/);
  expect(written).toContain("\nlink  login: ");
  expect(written).toMatch(/\nCOVERED \d+\/\d+ \(\d+(\.\d)? %\)\n$/);
}, 120_000);

it("reports beside it what the paths cover that the proof has replayed", async () => {
  const { written } = await capture((io) => run(["--format", "json"], io), { root: flows.root });
  const items = JSON.parse(written) as readonly { kind: string; name: string; covered: boolean; proof: boolean }[];
  const proof = new Set(items.flatMap((item) => (item.proof ? [`${item.kind} ${item.name}`] : [])));
  expect(items.filter(({ kind, proof }) => kind === "screen" && !proof)).toEqual([]);
  for (const name of ["action login.logIn", "outcome login.logIn: ok", "true loggedIn", "decision row afterLogin.hold"])
    expect(proof).toContain(name);
  expect(proof).not.toContain("failure row login.logIn: 400");
  expect(items.filter(({ kind, proof }) => kind === "field" && proof)).toEqual([]);
  // Paths press controls that lead elsewhere, such as those to the screens that no other control leads to.
  expect([...proof].some((name) => name.startsWith("link login: "))).toBe(true);
}, 120_000);

it("lists what cannot occur apart, and reports a reason that no longer applies", async () => {
  const answers = join(flows.root, "flows/scenarios/answers.json");
  const before = await readFile(answers, "utf8");
  const unreachable = { "app failure *": "No documented failure has such a status.", "screen login": "Nobody logs in." };
  await writeFile(answers, JSON.stringify({ ...JSON.parse(before), unreachable }));
  const { code, written } = await capture((io) => run([], io), { root: flows.root });
  await writeFile(answers, before);
  expect(code).toBe(1);
  expect(written).toContain("\nCannot occur:\napp failure  *: No documented failure has such a status.\n");
  expect(written).toContain("as it is covered or does not exist:\nscreen login\n");
  expect(written).not.toContain("\napp failure  *\n");
}, 120_000);

it("refuses an unknown format", async () => {
  await expect(capture((io) => run(["--format", "yaml"], io), { root: flows.root })).rejects.toThrow("--format is text or json.");
});

it("--write writes nothing where all else cannot occur", async () => {
  const answers = join(flows.root, "flows/scenarios/answers.json");
  const before = await readFile(answers, "utf8");
  const { written: listed } = await capture((io) => run(["--format", "json"], io), { root: flows.root });
  const items = JSON.parse(listed) as readonly { kind: string; name: string; covered: boolean }[];
  const unreachable = Object.fromEntries(items.flatMap(({ kind, name, covered }) => (covered ? [] : [[`${kind} ${name}`, "Not here."]])));
  await writeFile(answers, JSON.stringify({ ...JSON.parse(before), unreachable }));
  const scenario = await readFile(flows.file, "utf8");
  await capture((io) => run(["--write"], io), { root: flows.root });
  await writeFile(answers, before);
  expect(await readFile(flows.file, "utf8")).toBe(scenario);
}, 120_000);
