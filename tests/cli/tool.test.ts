/** Tests the flow tool's commands: their output, their warnings and the exit code. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { COMMANDS, type CommandHelp } from "../../src/cli/commands.js";
import type { ScreenMap } from "../../src/cli/screen-map.js";
import { tool } from "../../src/cli/tool.js";
import { isRule } from "../../src/language/rules/registry.js";
import { REPLACED_RULES } from "../../src/language/rules/replaced.js";
import { KINDS } from "../../src/mutation/mutant.js";
import { ROOT, readText } from "../support/sources.js";
import { capture } from "./captured-io.js";

const runFile = promisify(execFile);
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const flows = (args: readonly string[], input = "", root = ROOT) =>
  capture((io) => tool(args, io), { root, input, now: Date.parse("2026-11-21T12:00:00.000Z") });

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

describe("help", () => {
  test("flows --help lists every command with one line, as flows alone does", async () => {
    const { code, written, warned } = await flows(["--help"]);
    expect([code, warned]).toEqual([0, ""]);
    const lines = written.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
    for (const [name, { summary }] of Object.entries(COMMANDS)) expect(lines).toContain(`${name} ${summary}`);
    expect(await flows([])).toMatchObject({ code: 2, written: "", warned: written });
  });

  test.each(Object.keys(COMMANDS))("flows %s --help prints the usage, the options and an example", async (name) => {
    const { code, written, warned } = await flows([name, "--help"]);
    expect([code, warned]).toEqual([0, ""]);
    expect(written).toContain(`Usage: npm run flows -- ${name}`);
    expect(written).toMatch(/^Options:$/m);
    expect(written).toContain(`Example:\n  npm run flows -- ${name}`);
    const { options = {}, flags = {} }: CommandHelp = COMMANDS[name as keyof typeof COMMANDS];
    for (const option of [...Object.keys(options), ...Object.keys(flags)]) expect(written).toContain(`  --${option}`);
  });
});

test("flows mutate --help lists every kind of fault, as --only accepts it", async () => {
  const { written } = await flows(["mutate", "--help"]);
  const [, list = ""] = /^Kinds of faults.*:\n([\s\S]*?)\n\n/m.exec(written) ?? [];
  expect(list.split(",").map((name) => name.trim().replaceAll('"', ""))).toEqual(KINDS);
  expect(list).toContain('"decision row"');
});

describe("flows check --explain", () => {
  test("prints the page of a rule", async () => {
    const { code, written } = await flows(["check", "--explain", "dead-end"]);
    expect(code).toBe(0);
    expect(written).toBe(readText("flows/rules/dead-end.md"));
  });

  test("names the rule that replaced an id of language 1, and prints its page", async () => {
    const { code, written } = await flows(["check", "--explain", "unused-poll"]);
    expect(code).toBe(0);
    expect(written).toBe(`The rule "unused-poll" of language 1 is part of "unused" now.\n\n${readText("flows/rules/unused.md")}`);
    for (const [old, now] of Object.entries(REPLACED_RULES)) expect([isRule(old), isRule(now)], old).toEqual([false, true]);
  });

  test("suggests the nearest rule for a misspelled one", async () => {
    const { code, warned } = await flows(["check", "--explain", "dead-ends"]);
    expect(code).toBe(2);
    expect(warned).toContain('There is no rule "dead-ends"; did you mean "dead-end"?');
  });
});

describe("flows graph", () => {
  test("prints the screens of one journey and the edges into it and out of it", async () => {
    const whole = JSON.parse((await flows(["graph", "--format", "json"])).written) as ScreenMap;
    const part = JSON.parse((await flows(["graph", "--format", "json", "--journey", "funding"])).written) as ScreenMap;
    const own = new Set(whole.nodes.filter(({ journey }) => journey === "funding").map(({ id }) => id));
    expect(own.size).toBeGreaterThan(0);
    expect(part.edges).toEqual(whole.edges.filter(({ from, to }) => own.has(from) || own.has(to)));
    expect(part.nodes.length).toBeLessThan(whole.nodes.length);
    expect(part.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([...own]));
  }, 180_000);

  test("a journey that is not there is wrong usage", async () => {
    const { code, warned } = await flows(["graph", "--journey", "nowhere"]);
    expect(code).toBe(2);
    expect(warned).toContain('There is no journey "nowhere": ');
  }, 180_000);
});

describe("flows diff", () => {
  test("of two brands shows the different definitions, as text and as data", async () => {
    const text = await flows(["diff", "harbor", "juniper"]);
    expect(text.code).toBe(0);
    expect(text.warned).toBe("");
    expect(text.written).toMatch(/^The brand$/m);
    expect(text.written).toMatch(/^ {2}slug was "harbor", is "juniper"$/m);
    const json = await flows(["diff", "harbor", "juniper", "--format", "json"]);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.written)).toMatchObject({ written: expect.arrayContaining(["The brand"]) as string[] });
    expect((await flows(["diff", "harbor", "harbor"])).written).toBe("Nothing differs.\n");
  }, 180_000);

  test("of two revisions shows the depositors who are treated differently, and the smallest such depositor", async () => {
    const root = await twoRevisions();
    const { code, written } = await flows(["diff", "HEAD~1", "HEAD"], "", root);
    expect(code).toBe(0);
    expect(written).toMatch(/deposit opens to some who were redirected to \/not-found\n {4}for instance: .*auth\.relink is true/);
    const json = await flows(["diff", "HEAD~1", "HEAD", "--format", "json"], "", root);
    const { treated } = JSON.parse(json.written) as { readonly treated: readonly { readonly id: string; readonly shown: unknown }[] };
    expect(treated.find(({ id }) => id === "deposit")).toMatchObject({
      kind: "opened",
      paths: ["/deposit", "/deposit"],
      shown: { state: { auth: { relink: true } } },
      answers: [["/deposit", "/not-found"], ["/deposit"]],
    });
  }, 180_000);

  test.each([
    [["diff"], "diff takes two brands, or two git revisions."],
    [["diff", "harbor"], "diff takes two brands, or two git revisions."],
    [["diff", "harbor", "no-such-thing"], "is neither a brand nor a git revision."],
    [["diff", "harbor", "junper"], '"junper" is neither a brand nor a git revision; did you mean "juniper"?'],
    [["diff", "harbor", "HEAD"], '"harbor" is a brand, and the other is a git revision: diff takes two brands'],
    [["diff", "harbor", "juniper", "--format", "xml"], "--format is one of text, json."],
    [["check", "--brand", "harbor", "--brand", "juniper"], "--brand is given twice."],
    [["diff", "harbor", "juniper", "--loud"], "Unknown option --loud."],
    [["diff", "harbor", "juniper", "--fromat", "json"], "Unknown option --fromat; did you mean --format?"],
    [[], "Usage: npm run flows -- COMMAND"],
    [["compare"], 'There is no command "compare": activate, build'],
    [["chekc"], 'There is no command "chekc"; did you mean "check"?'],
  ])("%j is wrong usage", async (args, why) => {
    const { code, written, warned } = await flows(args);
    expect([code, written]).toEqual([2, ""]);
    expect(warned).toContain(why);
  });
});

test("the help names the exit codes", async () => {
  expect((await flows(["--help"])).written).toContain("Exit code: 0 done and nothing wrong, 1 ");
});

test("a folder that the system refuses is named, without a stack", async () => {
  const root = await mkdtemp(join(tmpdir(), "passbook-refused-"));
  folders.push(root);
  const { code, warned } = await flows(["graph"], "", root);
  expect(code).toBe(2);
  expect(warned).toMatch(/^[a-z/.]+: no such file or directory\.$/);
});

describe("flows mutate", () => {
  test.each([
    [["--file", "flows/authh.flow.json"], 'No fault is made in "flows/authh.flow.json"; did you mean "flows/auth.flow.json"?'],
    [["--file", "support.flow.json"], 'No fault is made in "support.flow.json"; did you mean "flows/support.flow.json"?'],
    [["--file", "package.json"], 'No fault is made in "package.json".'],
    [["--brand", "harbour"], 'There is no brand "harbour"; did you mean "harbor"?'],
    [["--again", "package.json"], 'package.json is not what "mutate --format json" prints.'],
    [["--again", "flows/results.json"], "flows/results.json cannot be read: ENOENT"],
  ])(
    "%j is wrong usage before any process starts",
    async (args, why) => {
      const { code, written, warned } = await flows(["mutate", "--only", "guard", "--jobs", "2", ...args]);
      expect([code, written]).toEqual([2, ""]);
      expect(warned).toContain(why);
    },
    60_000,
  );
});

test("flows resolve answers every line and numbers those that it refuses", async () => {
  const location = { pathname: "/login", search: "", state: null };
  const lines = [{ state: {}, location }, "", { state: {}, location: { ...location, pathname: "login" } }, { state: {}, location }];
  const input = lines.map((line) => (line === "" ? "" : JSON.stringify(line))).join("\n");
  const { code, written, warned } = await flows(["resolve"], `${input}\n`);
  expect([code, warned]).toEqual([0, ""]);
  const answers = written.trimEnd().split("\n");
  expect(answers.map((answer) => JSON.parse(answer) as unknown)).toEqual([
    expect.objectContaining({ screen: "login" }),
    { error: expect.stringMatching(/^stdin:2: the line is blank/) as string },
    { error: expect.stringMatching(/^stdin:3: location\.pathname: must begin with/) as string },
    expect.objectContaining({ screen: "login" }),
  ]);
}, 60_000);

describe("flows explain", () => {
  const location = { pathname: "/deposit", search: "", state: null };
  const state = {
    auth: { bearerToken: "x", relink: true },
    progress: { is_primary: true, registration_last_step: "completed", registration_status: "PASSED" },
  };

  test("shows each guard of a location, the values of its parts, and the final screen", async () => {
    const { code, written, warned } = await flows(["explain"], JSON.stringify({ state, location }));
    expect([code, warned]).toEqual([0, ""]);
    expect(written).toContain("/deposit");
    expect(written).toContain("relinkNeeded");
    expect(written).toContain("/not-found");
  }, 180_000);

  test("shows the deciding row of a decision", async () => {
    const { code, written } = await flows(["explain", "--brand", "juniper"], JSON.stringify({ state: {}, decide: "logoLink" }));
    expect(code).toBe(0);
    expect(written).toMatch(/logoLink/);
  }, 180_000);

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

  test("of a persona reads the path from the arguments", async () => {
    const { code, written, warned } = await flows(["explain", "--persona", "active", "/deposit"]);
    expect([code, warned]).toEqual([0, ""]);
    expect(written).toContain("/deposit is the screen deposit.");
    const decision = await flows(["explain", "--persona", "active", "--decide", "afterLogin"]);
    expect(decision.written).toContain("The decision afterLogin");
  }, 180_000);

  test.each([
    [["--persona", "nobody", "/"], 'There is no persona "nobody": active'],
    [["--persona", "active"], "needs a path that begins with /"],
    [["--persona", "active", "deposit"], "needs a path that begins with /"],
    [["--persona", "active", "--decide", "nothing"], 'There is no decision "nothing": '],
    [["--persona", "active", "/", "--decide", "afterLogin"], "not both"],
    [["/deposit"], "needs --persona NAME"],
  ])(
    "%j is wrong usage",
    async (args, why) => {
      const { code, written, warned } = await flows(["explain", ...args]);
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
