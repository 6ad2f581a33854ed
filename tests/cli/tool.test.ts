/** `flows diff` and `flows explain` as commands: what is written, what is warned of, and the exit code. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { tool } from "../../src/cli/tool.js";
import { ROOT } from "../support/sources.js";

const runFile = promisify(execFile);
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function flows(args: readonly string[], input = "", root = ROOT): Promise<{ code: number; written: string; warned: string }> {
  const written: string[] = [];
  const warned: string[] = [];
  const code = await tool(args, {
    root,
    now: () => Date.parse("2026-11-21T12:00:00.000Z"),
    input: (async function* () {
      yield input;
    })(),
    write: async (text) => void written.push(text),
    warn: (text) => void warned.push(text),
  });
  return { code, written: written.join(""), warned: warned.join("\n") };
}

/** A repository of the flows with two commits: the second lets everybody with an open account deposit. */
async function twoRevisions(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "passbook-diff-"));
  folders.push(root);
  for (const part of ["flows", "schemas", "gateway/schema.graphql"]) await cp(join(ROOT, part), join(root, part), { recursive: true });
  const git = (...args: readonly string[]) =>
    runFile("git", ["-c", "user.name=Passbook", "-c", "user.email=passbook@example.com", "-c", "commit.gpgsign=false", ...args], {
      cwd: root,
    });
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-q", "-m", "before");
  const file = join(root, "flows/predicates.json");
  const text = await readFile(file, "utf8");
  const asked = '{ "and": ["accountOpen", { "!": ["relinkNeeded"] }] }';
  expect(text).toContain(asked);
  await writeFile(file, text.replace(asked, '{ "and": ["accountOpen"] }'));
  await git("commit", "-q", "-a", "-m", "after");
  return root;
}

describe("flows diff", () => {
  test("of two brands tells what is written differently, as text and as data", async () => {
    const text = await flows(["diff", "harbor", "juniper"]);
    expect(text.code).toBe(0);
    expect(text.warned).toBe("");
    expect(text.written).toMatch(/^The brand$/m);
    expect(text.written).toMatch(/^ {2}slug was "harbor", is "juniper"$/m);
    const json = await flows(["diff", "harbor", "juniper", "--format", "json"]);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.written)).toMatchObject({ written: expect.arrayContaining(["The brand"]) as string[] });
    expect((await flows(["diff", "harbor", "harbor"])).written).toBe("Nothing differs.\n");
  }, 60_000);

  test("of two revisions tells who is treated differently, and the smallest such depositor", async () => {
    const root = await twoRevisions();
    const { code, written } = await flows(["diff", "HEAD~1", "HEAD"], "", root);
    expect(code).toBe(0);
    expect(written).toMatch(/deposit opens to some who were led to \/not-found\n {4}for instance: .*auth\.relink is true/);
    const json = await flows(["diff", "HEAD~1", "HEAD", "--format", "json"], "", root);
    const { treated } = JSON.parse(json.written) as { readonly treated: readonly { readonly id: string; readonly shown: unknown }[] };
    expect(treated.find(({ id }) => id === "deposit")).toMatchObject({
      kind: "opened",
      paths: ["/deposit", "/deposit"],
      shown: { state: { auth: { relink: true } } },
      answers: [["/deposit", "/not-found"], ["/deposit"]],
    });
  }, 60_000);

  test.each([
    [["diff"], "diff takes two brands, or two git revisions."],
    [["diff", "harbor"], "diff takes two brands, or two git revisions."],
    [["diff", "harbor", "no-such-thing"], "is neither a brand nor a git revision."],
    [["diff", "harbor", "juniper", "--format", "xml"], "--format is one of text, json."],
    [["diff", "harbor", "juniper", "--loud"], "Unknown option --loud."],
    [["compare"], "flows activate | build"],
  ])("%j is wrong usage", async (args, why) => {
    const { code, written, warned } = await flows(args);
    expect([code, written]).toEqual([2, ""]);
    expect(warned).toContain(why);
  });
});

describe("flows explain", () => {
  const location = { pathname: "/deposit", search: "", state: null };
  const state = {
    auth: { bearerToken: "x", relink: true },
    progress: { is_primary: true, registration_last_step: "completed", registration_status: "PASSED" },
  };

  test("says of a location each guard, what its parts were, and where one ends", async () => {
    const { code, written, warned } = await flows(["explain"], JSON.stringify({ state, location }));
    expect([code, warned]).toEqual([0, ""]);
    expect(written).toContain("/deposit");
    expect(written).toContain("relinkNeeded");
    expect(written).toContain("/not-found");
  }, 60_000);

  test("says of a decision which row decided", async () => {
    const { code, written } = await flows(["explain", "--brand", "juniper"], JSON.stringify({ state: {}, decide: "logoLink" }));
    expect(code).toBe(0);
    expect(written).toMatch(/logoLink/);
  }, 60_000);

  test.each([
    ["", "explain reads one line"],
    [`${JSON.stringify({ state, location })}\n${JSON.stringify({ state, location })}`, "explain reads one line"],
    ["{", "JSON"],
    [JSON.stringify({ state: { auth: { relink: "yes" } }, location }), "state.auth.relink"],
    [JSON.stringify({ state: {}, decide: "nothing" }), "decide: must be one of"],
    [JSON.stringify({ state: {} }), "exactly one"],
  ])(
    "%j is wrong usage, and the place is named",
    async (input, why) => {
      const { code, written, warned } = await flows(["explain"], input);
      expect([code, written]).toEqual([2, ""]);
      expect(warned).toContain(why);
    },
    60_000,
  );

  test("a brand that is not there is wrong usage", async () => {
    const { code, warned } = await flows(["explain", "--brand", "nobody"], JSON.stringify({ state, location }));
    expect(code).toBe(2);
    expect(warned).toContain('There is no brand "nobody": harbor, juniper.');
  });
});
