/** Tests `flows check` as a configurator uses it: its output for the shipped flows with seeded errors. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { run } from "../../src/cli/check.js";
import { FlowsWrong } from "../../src/cli/io.js";
import { missingPredicate, unlistedPredicate, wrongPredicateValue } from "../../src/cli/persona-predicates.js";
import { run as snapshot } from "../../src/cli/snapshot.js";
import { stateCheck } from "../../src/cli/state-check.js";
import { run as test } from "../../src/cli/test.js";
import type { Json } from "../../src/language/definition.js";
import type { Problem } from "../../src/language/problems.js";
import { ROOT } from "../support/sources.js";
import { capture } from "./captured-io.js";
import { copyDefinitions } from "./definitions-folder.js";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A copy of the flows with replaced texts. */
async function spoilt(changes: readonly (readonly [file: string, from: string, to: string])[]): Promise<string> {
  const root = await copyDefinitions();
  folders.push(root);
  for (const [file, from, to] of changes) {
    const text = await readFile(join(root, file), "utf8");
    expect(text, `${file} holds ${from}`).toContain(from);
    await writeFile(join(root, file), text.replace(from, to));
  }
  return root;
}

/** The output of the command, and its exit code. */
const check = (root: string, ...args: string[]) => capture((io) => run(args, io), { root });

/** Line and column of a text in a file, counted from 1. */
async function placeOf(root: string, file: string, text: string): Promise<string> {
  const before = (await readFile(join(root, file), "utf8")).split(text)[0] ?? "";
  const lines = before.split("\n");
  return `${file}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}

/** The line of a text in a file, counted from 1. */
async function lineOf(root: string, file: string, text: string): Promise<number> {
  return Number((await placeOf(root, file, text)).split(":")[1]);
}

describe("flows check", () => {
  it.each(['"$id": "state.schema.json",', ""])(
    "reports what is wrong with the schema of the state, against which it cannot check the personas (%s)",
    async (id) => {
      const root = await spoilt([
        ["schemas/state.schema.json", '"pattern": "^R\\\\d{2}$"', '"pattern": "^R[0-9$"'],
        ["schemas/state.schema.json", '"$id": "state.schema.json",', id],
      ]);
      const { code, warned } = await check(root, "--brand", "harbor");
      expect(code).toBe(1);
      const at = await placeOf(root, "schemas/state.schema.json", '"^R[0-9$"');
      expect(warned).toContain(`${at}  error  invalid-schema  Not a regular expression: /^R[0-9$/u: Unterminated character class\n`);
      const tested = capture((io) => test(["sign-in.json"], io), { root });
      await expect(tested).rejects.toThrow(FlowsWrong);
    },
  );

  it("names the screens that prevent the proof, and checks the others and the personas", async () => {
    const root = await spoilt([
      ["flows/funding.flow.json", '"guard": { "and": ["registering"', '"guard": { "and": ["registring"'],
      ["flows/non-profit.flow.json", '"actions": {', '"actions": { "idle": { "then": { "go": "/" } },'],
      ["flows/personas/active.json", '"PASSED"', '"PASED"'],
    ]);
    const { code, warned } = await check(root, "--brand", "harbor");
    expect(code).toBe(1);
    expect(warned).toContain(`${await placeOf(root, "flows/personas/active.json", '"PASED"')}  error  invalid-value  "PASED" is none of`);
    expect(warned).toContain('Nothing raises the action "idle"');
    expect(warned).toMatch(/^harbor: checked, but not proven: all screens except [a-z.-]+\. The proof needs/m);
  });

  it("reports a value of a predicate that the state of a persona does not give", async () => {
    const root = await spoilt([
      ["flows/personas/active.json", '"registrationComplete": true', '"registrationComplete": false'],
      // A brand may define a predicate otherwise than the brand of the personas.
      [
        "flows/brands/juniper/overlay.json",
        '  "screens": {',
        '  "predicates": { "passed": { "description": "Nobody.", "logic": { "===": [{ "var": "auth.bearerToken" }, "nobody"] } } },\n  "screens": {',
      ],
      ["flows/personas/hold.json", '"passed": true', '"passed": false'],
    ]);
    for (const args of [["--all"], ["--brand", "harbor"], ["--brand", "juniper"]]) {
      const { code, written } = await check(root, ...args, "--format", "json");
      expect(code).toBe(1);
      const found = (JSON.parse(written) as Problem[]).filter(({ file }) => file.startsWith("flows/personas/"));
      const brand = args[1] ?? "harbor";
      const active = { line: await lineOf(root, "flows/personas/active.json", '"registrationComplete": false'), column: 29 };
      const hold = { line: await lineOf(root, "flows/personas/hold.json", '"passed": false'), column: 15 };
      expect(found.map(({ file, line, column, message }) => ({ file, line, column, message }))).toEqual([
        { file: "flows/personas/active.json", ...active, message: wrongPredicateValue("registrationComplete", true, brand).message },
        ...(brand === "juniper"
          ? []
          : [{ file: "flows/personas/hold.json", ...hold, message: wrongPredicateValue("passed", true, "harbor").message }]),
      ]);
    }
  }, 180_000);

  it("reports a predicate that a persona leaves out and others list, and one that none lists, which snapshot --update adds", async () => {
    const late = '"late": { "description": "Late.", "logic": { "===": [{ "var": "progress.first_name" }, "Zoe"] } },';
    const root = await spoilt([
      ["flows/personas/hold.json", '"passed": true,', ""],
      ["flows/predicates.json", '"predicates": {', `"predicates": {\n    ${late}`],
    ]);
    for (const brand of ["harbor", "juniper"]) {
      const { code, written } = await check(root, "--brand", brand, "--format", "json");
      expect(code).toBe(1);
      const found = (JSON.parse(written) as Problem[]).filter(({ severity }) => severity === "error");
      expect(found.map(({ file, line, message }) => ({ file, line, message }))).toEqual([
        {
          file: "flows/personas/hold.json",
          line: await lineOf(root, "flows/personas/hold.json", '"predicates"'),
          message: missingPredicate("passed", true, "harbor").message,
        },
        {
          file: "flows/predicates.json",
          line: await lineOf(root, "flows/predicates.json", '"late"'),
          message: unlistedPredicate("late", []).message,
        },
      ]);
    }
    await capture((io) => snapshot(["--update"], io), { root });
    const hold = JSON.parse(await readFile(join(root, "flows/personas/hold.json"), "utf8")) as { readonly predicates: Json };
    expect(hold.predicates).toMatchObject({ passed: true, late: false });
    expect(await readFile(join(root, "flows/personas/active.json"), "utf8")).toMatch(/(?:true|false),\n {4}"late": false\n {2}\}\n\}\n$/);
    expect((await check(root, "--brand", "harbor")).code).toBe(0);
  }, 120_000);

  it("reports a misspelled predicate of a persona once, and none while the predicates cannot be read", async () => {
    const root = await spoilt([["flows/personas/active.json", '"registrationComplete"', '"registrationCompleted"']]);
    const misspelled = await check(root, "--brand", "harbor", "--format", "json");
    const found = JSON.parse(misspelled.written) as Problem[];
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('did you mean "registrationComplete"?')]);
    await writeFile(join(root, "flows/predicates.json"), "");
    const empty = await check(root, "--brand", "harbor", "--format", "json");
    expect((JSON.parse(empty.written) as Problem[]).map(({ file, rule }) => `${file} ${rule}`)).toEqual(["flows/predicates.json syntax"]);
  }, 60_000);

  it("reports files of a misspelled ending, and passes over those of editors", async () => {
    const root = await spoilt([["flows/predicates.json", '"predicates": {', '"predicates": {{']]);
    for (const name of ["extra.flow.jsn", "brands/juniper/overlay.jsn", "notes.md", ".auth.flow.json.swp", "auth.flow.json~"])
      await writeFile(join(root, "flows", name), "{}");
    await mkdir(join(root, "schemas/form"));
    for (const name of ["form/extra.json", "forms/extra.jsn"]) await writeFile(join(root, "schemas", name), "{}");
    const { code, warned } = await check(root, "--brand", "harbor");
    expect(code).toBe(1);
    const unread = warned.split("\n").filter((line) => line.includes("Nothing reads"));
    expect(unread.map((line) => line.split(":")[0]?.trim())).toEqual([
      "flows/brands/juniper/overlay.jsn",
      "flows/extra.flow.jsn",
      "schemas/form/extra.json",
      "schemas/forms/extra.jsn",
    ]);
    expect(warned).toContain('did you mean "schemas/forms/extra.json"?');
  });

  it("reports nothing of the base as unused that only the overlay of one brand leaves unused, or uses", async () => {
    const patch = '"dashboard.transactions-list.details": { "body": { "next": { "markdown": { "value": "ofJuniper" } } } },';
    const root = await spoilt([
      ["flows/brands/juniper/overlay.json", '"screens": {', `"screens": {\n    ${patch}`],
      [
        "flows/values.json",
        '"values": {',
        '"values": {\n    "idle": { "description": "Nothing.", "value": "" },\n    "ofJuniper": { "description": "Help.", "value": "Message us." },',
      ],
    ]);
    for (const args of [["--brand", "juniper"], ["--brand", "harbor"], ["--all"]]) {
      const { code, warned } = await check(root, ...args);
      expect(code).toBe(0);
      expect(warned.match(/^flows\/.*$/gm)).toEqual([expect.stringContaining('Nothing uses the value "idle"')]);
    }
  }, 120_000);

  it("reports four mistakes in four files at their four locations, in one run", async () => {
    const root = await spoilt([
      ["flows/funding.flow.json", '"guard": { "and": ["registering"', '"guard": { "and": ["registring"'],
      ["flows/predicates.json", '"FAILED"] } }', '"FAILD"] } }'],
      [
        "flows/decisions.json",
        '"go": "/registration/hold-account" },\n        "secondaryReview"',
        '"go": "/registration/hold-acount" },\n        "secondaryReview"',
      ],
      ["flows/dashboard.flow.json", '"journey": "dashboard",', '"journey": "dashboard"'],
    ]);
    const { code, written } = await check(root, "--all", "--format", "json");
    const problems = JSON.parse(written) as Problem[];
    const places = new Set(
      problems.filter(({ severity }) => severity === "error").map(({ file, line, column }) => `${file}:${line}:${column}`),
    );
    expect(code).toBe(1);
    expect(places.size).toBe(4);
    for (const [file, text] of [
      ["flows/funding.flow.json", '"registring"'],
      ["flows/predicates.json", '"FAILD"'],
      ["flows/decisions.json", '"/registration/hold-acount"'],
      ["flows/dashboard.flow.json", '"defaults"'],
    ] as const)
      expect(places).toContain(await placeOf(root, file, text));
  });

  it("shows a finding of the verifier with the smallest depositor, the trace and every responsible line", async () => {
    const root = await spoilt([
      [
        "flows/decisions.json",
        '"when": { "and": ["secondary", "beingReviewed"] }, "go": "/registration/additional-info"',
        '"when": { "and": ["secondary", "beingReviewed"] }, "go": "/deposit"',
      ],
      ["flows/invariants.json", '"operation": "FundAccount"', '"operation": "FundAcount"'],
    ]);
    const { code, written } = await check(root, "--brand", "harbor", "--format", "json");
    const problem = (JSON.parse(written) as Problem[]).find(({ rule }) => rule === "decision-refused");
    expect(code).toBe(1);
    expect(problem?.file).toBe("flows/decisions.json");
    // The exact depositor: signed in with the second holder's answers before the decision is evaluated.
    expect(problem?.path).toEqual(["start -> login", "login.logIn (remembered), which evaluates afterLogin"]);
    // The guard that rejects is the second responsible line.
    const guard = await lineOf(root, "flows/transfers.flow.json", '"guard": "mayMoveMoney"');
    expect(problem?.see).toEqual([{ file: "flows/transfers.flow.json", line: guard, column: 16, endLine: guard, endColumn: 30 }]);
    const row = await lineOf(root, "flows/decisions.json", '"secondaryReview": {');
    expect(problem).toMatchObject({ line: row, endLine: row });
    // A location that spans lines has an end.
    const promise = await lineOf(root, "flows/invariants.json", '"fundingFromReadyToFund"');
    const idle = (JSON.parse(written) as Problem[]).find(({ rule }) => rule === "invariant");
    expect(idle).toMatchObject({ file: "flows/invariants.json", line: promise, column: 5, endLine: promise + 6, endColumn: 6 });
    const shown = problem?.shown as { readonly state: Readonly<Record<string, Json>> } | undefined;
    const state = shown?.state ?? {};
    expect(state).toMatchObject({ progress: { is_primary: false } });
    expect(stateCheck(await readFile(join(ROOT, "schemas/state.schema.json"), "utf8"))(state)).toBeNull();
    const github = await check(root, "--brand", "harbor", "--format", "github");
    expect(github.written).toMatch(
      /^::error file=flows\/decisions\.json,line=\d+,(?:col=\d+,endColumn=\d+|endLine=\d+),title=decision-refused::/m,
    );
    expect(github.written).toContain(`file=flows/invariants.json,line=${promise},endLine=${promise + 6},title=invariant::`);
  });

  it("reports a renamed predicate once, with its other places", async () => {
    const root = await spoilt([["flows/predicates.json", '"accountOpen": {', '"accountIsOpen": {']]);
    const { code, warned } = await check(root, "--brand", "harbor");
    expect(code).toBe(1);
    expect(warned.match(/There is no predicate "accountOpen"; did you mean "accountIsOpen"\? \(and \d+ more places: /g)).toHaveLength(1);
  });

  it("nests the consequences of a redirect loop, in each format", async () => {
    const root = await spoilt([]);
    const file = join(root, "flows/registration.flow.json");
    const flow = JSON.parse(await readFile(file, "utf8")) as { screens: Record<string, Record<string, unknown>> };
    Object.assign(flow.screens["registration.landing"] ?? {}, {
      guard: { and: ["registering", "hasAlerts"] },
      fallback: "/registration/landing",
    });
    await writeFile(file, JSON.stringify(flow, null, 2));
    const [found, ...others] = JSON.parse((await check(root, "--brand", "harbor", "--format", "json")).written) as Problem[];
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: "redirect-loop", page: "flows/rules/redirect-loop.md" });
    expect(found?.consequences?.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["decision-refused", "redirect-refused", "dead-end"]),
    );
    // No rule ends with an exception because the decision's target redirects to itself.
    expect(found?.consequences?.map(({ rule }) => rule)).not.toContain("internal-error");
    const text = await check(root, "--brand", "harbor");
    expect(text.warned.match(/^ {4}follows: flows\//gm)).toHaveLength(found?.consequences?.length ?? 0);
    const github = await check(root, "--brand", "harbor", "--format", "github");
    expect(github.written.trimEnd().split("\n")).toHaveLength(1 + others.length);
    expect(github.written).toContain("%0Afollows: flows/");
  }, 180_000);

  it("reports the same in all three formats, and escapes characters that would end an annotation", async () => {
    const root = await spoilt([
      ["flows/outcomes.json", '"message": "Too many tries. Wait a minute, then try again."', '"massage": "Too, many: 100%"'],
      ["flows/invariants.json", '"jointOnce": {', '"joint%Once": { "never": "loggedIn", "extra%word:": 1,'],
    ]);
    const json = await check(root, "--brand", "harbor", "--format", "json");
    const problems = (JSON.parse(json.written) as Problem[]).filter(({ rule }) => rule === "unknown-keyword");
    expect(json.code).toBe(1);
    expect(problems.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(
      expect.arrayContaining([
        await placeOf(root, "flows/outcomes.json", '"massage"'),
        await placeOf(root, "flows/invariants.json", '"extra%word:"'),
      ]),
    );
    const github = await check(root, "--brand", "harbor", "--format", "github");
    const lines = github.written.trimEnd().split("\n");
    // One line for each finding; property values are escaped.
    expect(lines).toHaveLength(JSON.parse(json.written).length);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning) file=[^,:]+,line=\d+,(?:col=\d+,endColumn=\d+|endLine=\d+),title=[a-z-]+::[^\r\n]+$/);
    expect(github.written).toContain("extra%25word:");
    const text = await check(root, "--brand", "harbor");
    expect(text.warned).toMatch(/^flows\/outcomes\.json:\d+:\d+ {2}error {2}unknown-keyword {2}/m);
  });

  it("accepts a waiver for a finding outside of screens in app.flow.json, and reports when it is stale", async () => {
    const shadowed: readonly [string, string, string] = [
      "flows/app.flow.json",
      '"else": { "go": "/not-found" }',
      '"shadowed": { "when": { "!": ["loggedIn"] }, "go": "/faq" }, "else": { "go": "/not-found" }',
    ];
    const found = async (root: string): Promise<readonly string[]> =>
      (JSON.parse((await check(root, "--brand", "harbor", "--format", "json")).written) as Problem[]).map(({ rule }) => rule);
    const accepted: readonly [string, string, string] = [
      "flows/app.flow.json",
      '"durations": {',
      '"waivers": [{ "rule": "row-unreachable", "reason": "Kept for a brand to come." }],\n  "durations": {',
    ];
    expect(await found(await spoilt([shadowed]))).toContain("row-unreachable");
    const both = await found(await spoilt([shadowed, accepted]));
    expect(both).not.toContain("row-unreachable");
    expect(both).not.toContain("waiver-stale");
    expect(await found(await spoilt([accepted]))).toContain("waiver-stale");
  }, 180_000);
});
