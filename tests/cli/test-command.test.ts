/** Tests `flows test` as a tester uses it: files that are wrong, the formats of its report, and `--update`. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseJson, printJson } from "../../src/cli/json-tree.js";
import { run } from "../../src/cli/test.js";
import { tool } from "../../src/cli/tool.js";
import type { See } from "../../src/scenarios/scenario.js";
import { capture } from "./captured-io.js";
import { ownScenario, loginScenario as scenario } from "./own-scenario.js";

const { rootOf, file, write, test, testAll } = ownScenario({
  "other.json": { scenarios: { "Opens the questions": { steps: [{ open: "/faq" }] } } },
});
beforeEach(() => write(scenario('{ "title": "Log in" }')));

it("passes and prints the sum", async () => {
  const { code, written } = await test();
  expect(code).toBe(0);
  expect(written).toMatch(/^1 passed, 0 failed \(\d+ ms\)\n$/);
});

it("does not pass with a scenario that compares nothing", async () => {
  await write(scenario('{ "title": "Log in" }').replace(/,\s*\{ "see".*?\} \}/s, ""));
  expect((await test()).warned).toMatch(/own\.json:3:\d+ {2}error {2}scenario {2}"[^"]+" compares nothing/);
});

it("does not pass where no scenario is for the brand", async () => {
  await write(scenario('{ "title": "Log in" }').replace('"steps"', '"brands": ["juniper"], "steps"'));
  await expect(test()).rejects.toThrow('No scenario of scenarios/own.json is for the brand "harbor".');
});

describe("a file that is wrong", () => {
  it.each([
    ["is not JSON", '{ "scenarios": { ', /flows\/scenarios\/own\.json:1:\d+ {2}error {2}[a-z-]+ {2}/],
    [
      "begins with a byte-order mark",
      `\uFEFF${scenario('{ "title": "Log in" }')}`,
      /own\.json:1:1 {2}error {2}[a-z-]+ {2}The file begins with a byte-order mark, .* without one/,
    ],
    [
      "has an unknown keyword in what is seen",
      scenario('{ "titel": "Log in" }'),
      /own\.json:6:20 {2}error {2}[a-z-]+ {2}"titel" is not known here; did you mean "title"\?$/m,
    ],
    [
      "has an unknown step",
      scenario('{ "title": "Log in" }').replace('"open"', '"opn"'),
      /own\.json:5:11 {2}error {2}[a-z-]+ {2}"opn" is not known here; did you mean "open"\?$/m,
    ],
    [
      "has two steps in one",
      scenario('{ "title": "Log in" }').replace('"open": "/login"', '"open": "/login", "press": "Log in"'),
      /own\.json:5:9 {2}error {2}[a-z-]+ {2}Only one of "open", "press" may be here$/m,
    ],
    [
      "has a step without its other keyword",
      scenario('{ "title": "Log in" }').replace('"open": "/login"', '"open": "/login", "nth": 1'),
      /own\.json:5:29 {2}error {2}[a-z-]+ {2}"nth" needs "press" beside it$/m,
    ],
    [
      "has an answer without its outcome",
      scenario('{ "title": "Log in" }').replace('"open": "/login"', '"answer": "Login"'),
      /own\.json:5:9 {2}error {2}[a-z-]+ {2}One of "ok", "fails" must be here$/m,
    ],
    [
      "has an unknown keyword in the steps of a case",
      scenario('{ "title": "Log in" }').replace('"steps"', '"cases": { "later": [{ "opn": "/login" }] }, "steps"'),
      /own\.json:4:30 {2}error {2}[a-z-]+ {2}"opn" is not known here; did you mean "open"\?$/m,
    ],
    [
      "names a persona in place of what is given",
      scenario('{ "title": "Log in" }').replace('"steps"', '"given": "active", "steps"'),
      /own\.json:4:16 {2}error {2}[a-z-]+ {2}Expected object, found string; the object has "persona", "state", "now"$/m,
    ],
    [
      "has the state beside what is given",
      scenario('{ "title": "Log in" }').replace('"steps"', '"state": {}, "steps"'),
      /own\.json:4:7 {2}error {2}[a-z-]+ {2}"state" is not known here: it belongs in "given"$/m,
    ],
    [
      "has a failure that the operation does not have",
      scenario('{ "title": "Log in" }').replace('{ "open": "/login" }', '{ "answer": "Login", "fails": "418.teapot" }'),
      /own\.json:5:9 {2}error {2}[a-z-]+ {2}Login does not fail with 418\.teapot: /,
    ],
    [
      "has an answer that the operation does not give",
      scenario('{ "title": "Log in" }').replace('{ "open": "/login" }', '{ "answer": "AddMobile", "ok": { "auth": { "mfa": "email" } } }'),
      /own\.json:5:9 {2}error {2}[a-z-]+ {2}AddMobile answers with "auth\.mfa" "email", and flows\/outcomes\.json declares \["sms"\]\./,
    ],
    [
      "has a field in an answer that the operation does not select",
      scenario('{ "title": "Log in" }').replace(
        '{ "open": "/login" }',
        '{ "answers": { "Accounts": { "ok": [{ "uuid": "account-1", "nick": "Mine" }] } } }',
      ),
      /own\.json:5:68 {2}error {2}[a-z-]+ {2}The document of "Accounts" does not select "nick": no page gets it\.$/m,
    ],
    [
      "names a brand that does not exist",
      scenario('{ "title": "Log in" }').replace('"steps"', '"brands": ["willow"], "steps"'),
      /own\.json:3:22 {2}error {2}[a-z-]+ {2}There is no brand "willow": harbor, juniper\./,
    ],
    [
      "answers an operation that does not exist",
      scenario('{ "title": "Log in" }').replace('{ "open": "/login" }', '{ "answers": { "Lgoin": { "ok": {} } } }'),
      /own\.json:5:9 {2}error {2}[a-z-]+ {2}There is no operation "Lgoin"; did you mean "Login"\?/,
    ],
    [
      "has an address that is none",
      scenario('{ "title": "Log in" }').replace('"/login"', '"login"'),
      /own\.json:5:19 {2}error {2}[a-z-]+ {2}"login" is not valid\. Write an address, which begins with "\/"\./,
    ],
    [
      "has a failure with another text",
      scenario('{ "title": "Log in" }').replace('{ "open": "/login" }', '{ "answer": "Login", "fails": "conflict" }'),
      /own\.json:5:\d+ {2}error {2}[a-z-]+ {2}"conflict" is not valid\. Write a status \(409\)/,
    ],
  ])("is reported with its location: it %s", async (_what, text, message) => {
    await write(text);
    const { code, written, warned } = await test();
    expect(code).toBe(1);
    expect(warned).toMatch(message);
    expect(written).toContain("including 1 error in the files");
  });
});

describe("a file that cannot be read counts as failed", () => {
  beforeEach(() => write('{ "scenarios": { '));

  it.each([
    ["text", /^0 passed, 1 failed, including 1 error in the files \(\d+ ms\)$/m],
    ["github", /^0 passed, 1 failed, including 1 error in the files$/m],
    ["junit", /tests="1" failures="1"/],
    ["json", /^ {2}"passed": 0,\n {2}"failed": 1,$/m],
  ])("as %s", async (format, sum) => {
    const { code, written } = await test("--format", format);
    expect(code).toBe(1);
    expect(written).toMatch(sum);
  });
});

describe("a file that scenarios have in common", () => {
  it.each([
    [
      "flows/scenarios/answers.json",
      '"answers": {',
      '"answers": ,{',
      /^flows\/scenarios\/answers\.json:3:14 {2}error {2}[a-z-]+ {2}Not JSON: value expected$/m,
    ],
    [
      "flows/scenarios/answers.json",
      '"answers": {',
      '"answer": {',
      /answers\.json:3:3 {2}error {2}[a-z-]+ {2}"answer" is not known here; did you mean "answers"\?$/m,
    ],
    [
      "flows/personas/active.json",
      '"state": {',
      '"state": ,{',
      /^flows\/personas\/active\.json:4:12 {2}error {2}[a-z-]+ {2}Not JSON: value expected$/m,
    ],
    [
      "flows/personas/active.json",
      '"registration_status": "PASSED"',
      '"registration_status": "PASED"',
      /^flows\/personas\/active\.json:\d+:\d+ {2}error {2}[a-z-]+ {2}"PASED" is none of .*; did you mean "PASSED"\?$/m,
    ],
    [
      "flows/personas/active.json",
      '"loggedIn": true',
      '"logedIn": true',
      /^flows\/personas\/active\.json:\d+:5 {2}error {2}[a-z-]+ {2}There is no predicate "logedIn"; did you mean "loggedIn"\?$/m,
    ],
  ])("%s is reported with its location", async (name, from, to, message) => {
    const path = join(rootOf(), name);
    const text = await readFile(path, "utf8");
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
    const { code, written, warned } = await test();
    const explained = await capture((io) => tool(["explain", "--persona", "active", "/"], io), { root: rootOf() });
    await writeFile(path, text);
    expect(code).toBe(1);
    expect(warned).toMatch(message);
    expect(written).toMatch(name.includes("personas") ? /^1 passed, [1-9]\d* failed, including/m : /^0 passed, [1-9]\d* failed/m);
    if (name.includes("personas")) expect([explained.code, explained.warned]).toEqual([1, expect.stringContaining(`${name}:`)]);
  });
});

it("reports a branding that is not that of the brand", async () => {
  const brand = join(rootOf(), "flows/brands/harbor/brand.json");
  const text = await readFile(brand, "utf8");
  await writeFile(brand, text.replace('"show_fdic": true', '"show_fdic": false'));
  const { code, warned } = await test();
  await writeFile(brand, text);
  expect(code).toBe(1);
  const answers = await readFile(join(rootOf(), "flows/scenarios/answers.json"), "utf8");
  const line = (answers.split('"show_fdic"')[0] ?? "").split("\n").length;
  expect(warned).toMatch(`answers.json:${line}:9  error`);
  expect(warned).toContain('The branding of "harbor" has "show_fdic" true, and its brand.json has false.');
});

describe("a failure", () => {
  beforeEach(() => write(scenario('{ "title": "Sign in" }')));
  const message = 'Opens <login> (harbor): title: expected "Sign in", found "Log in".';

  it("is reported at its step as text", async () => {
    const { code, warned } = await test();
    expect(code).toBe(1);
    expect(warned).toContain(`flows/scenarios/own.json:6:9  error  scenario  ${message}`);
  });

  it("is an annotation of a GitHub workflow", async () => {
    const { written } = await test("--format", "github");
    expect(written).toContain(`::error file=flows/scenarios/own.json,line=6,col=9,title=scenario::${message}`);
  });

  it("is a failed case of JUnit's XML, escaped", async () => {
    const { written } = await test("--format", "junit");
    expect(written).toContain('<testsuite name="scenarios" tests="1" failures="1">');
    expect(written).toContain('name="Opens &lt;login&gt;"');
    expect(written).toContain('<failure message="title: expected &quot;Sign in&quot;, found &quot;Log in&quot;.">');
  });

  it("is an object of JSON", async () => {
    const { written } = await test("--format", "json");
    const { results } = JSON.parse(written) as { results: readonly object[] };
    expect(results).toEqual([
      expect.objectContaining({
        title: "Opens <login>",
        brand: "harbor",
        passed: false,
        failures: [expect.objectContaining({ step: 2, line: 6 })],
      }),
    ]);
  });

  it("becomes the expectation with --update", async () => {
    const { code } = await testAll("--update");
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual(JSON.parse(scenario('{ "title": "Log in" }')));
  });
});

describe("the name of a file", () => {
  const path = () => join(rootOf(), "flows/scenarios/not-my-own.json");
  const named = (name: string, ...args: string[]) => capture((io) => run([name, "--brand", "harbor", ...args], io), { root: rootOf() });
  const recorded = scenario('{ "title": "Log in" }');
  beforeEach(() => writeFile(path(), recorded));
  afterEach(() => rm(path()));

  it.each(["own.json", "scenarios/own.json", "flows/scenarios/own.json"])(
    "%s selects no other file whose name ends with it",
    async (name) => {
      const { written } = await named(name);
      expect(written).toMatch(/^1 passed, 0 failed /);
    },
  );

  it("limits --record to this file, which is then named", async () => {
    const { warned } = await named("own.json", "--record");
    expect(warned).toBe("Written: flows/scenarios/own.json");
    expect(await readFile(path(), "utf8")).toBe(recorded);
    expect(await readFile(file(), "utf8")).not.toBe(recorded);
  });

  it("is not printed by --update where nothing has changed", async () => {
    expect((await named("own.json", "--update")).warned).toBe("");
    await write(scenario('{ "title": "Sign in" }'));
    expect((await named("own.json", "--update")).warned).toBe("Written: flows/scenarios/own.json");
  });
});

describe("a file that is rewritten", () => {
  const steps = async () => /"steps": ([\s\S]*?\n {6}\])/.exec(await readFile(file(), "utf8"))?.[1];

  it("has the lines of the formatter after --update", async () => {
    await write(scenario('{"title": "Sign in","controls":[]}'));
    await testAll("--update");
    expect(await steps()).toBe(
      [
        "[",
        '        { "open": "/login" },',
        "        {",
        '          "see": {',
        '            "title": "Log in",',
        '            "controls": ["Log in", "Forgot your password? [style link]", "Open an account", "Forgot password", "reset your password"]',
        "          }",
        "        }",
        "      ]",
      ].join("\n"),
    );
  });

  it("has the lines of the formatter after --record", async () => {
    await test("--record");
    const recorded = await readFile(file(), "utf8");
    expect(recorded).toBe(printJson(parseJson(recorded) ?? null));
    expect(recorded.split("\n").length).toBeGreaterThan(10);
    expect(Math.max(...recorded.split("\n").map((line) => line.length))).toBeLessThan(600);
  });
});

describe("a text that differs between brands", () => {
  const seen = async () => {
    const { scenarios } = JSON.parse(await readFile(file(), "utf8")) as {
      readonly scenarios: { readonly [title: string]: { readonly steps: readonly { readonly see?: See }[] } };
    };
    return scenarios["Opens <login>"]?.steps[1]?.see ?? {};
  };

  it("is written beside what the other brand shows with --update", async () => {
    await write(scenario('{ "title": "Wrong", "content": ["No brand has this"], "texts": ["Every dollar is a seed", "Log in"] }'));
    expect((await testAll("--update")).code).toBe(0);
    const { brands, ...common } = await seen();
    expect(common).toMatchObject({ title: "Log in", texts: ["Every dollar is a seed", "Log in"] });
    expect(Object.keys(brands?.harbor ?? {})).toEqual(["texts"]);
    expect(brands?.harbor?.texts).toEqual(["Log in"]);
    expect(Object.keys(brands?.juniper ?? {})).toEqual(["content"]);
    expect(JSON.stringify(brands?.juniper)).toContain("Every dollar is a seed");
  });

  it("is the brand's own where only this brand runs, and no longer when it shows what all show", async () => {
    await write(scenario('{ "title": "Log in", "brands": { "harbor": { "title": "Wrong" } } }'));
    expect((await testAll()).warned).toContain('title: expected "Wrong", found "Log in"');
    expect((await testAll("--update", "--brand", "juniper")).code).toBe(0);
    expect(await seen()).toEqual({ title: "Log in", brands: { harbor: { title: "Wrong" } } });
    expect((await testAll("--update", "--brand", "harbor")).code).toBe(0);
    expect(await seen()).toEqual({ title: "Log in" });
    await write(scenario('{ "title": "Sign in" }'));
    expect((await testAll("--update", "--brand", "harbor")).code).toBe(0);
    expect(await seen()).toEqual({ title: "Sign in", brands: { harbor: { title: "Log in" } } });
  });

  it("is written for all where the scenario applies to one brand", async () => {
    await write(scenario('{ "title": "Wrong" }').replace('"steps"', '"brands": ["juniper"], "steps"'));
    expect((await testAll("--update", "--brand", "juniper")).code).toBe(0);
    expect(await seen()).toEqual({ title: "Log in" });
  });

  it("of a brand that does not exist is an error", async () => {
    await write(scenario('{ "title": "Log in", "brands": { "junper": { "title": "Wrong" } } }'));
    expect((await testAll()).warned).toContain('There is no brand "junper"; did you mean "juniper"?');
  });
});

it("refuses a selection without a scenario, and an unknown format", async () => {
  await expect(capture((io) => run(["no such title"], io), { root: rootOf() })).rejects.toThrow(
    'No scenario title or file matches "no such title".',
  );
  await expect(capture((io) => run(["own.jsn", "no such"], io), { root: rootOf() })).rejects.toThrow(
    'No scenario title or file matches "own.jsn"; did you mean "own.json"?\nNo scenario title or file matches "no such".',
  );
  await expect(test("--format", "yaml")).rejects.toThrow('There is no format "yaml": text, json, junit, github.');
});

it.each([
  [["--at", "http://localhost:3000"], "--at is the address for --browser: name both."],
  [["--watch", "--browser"], "--watch runs without a browser and prints text: leave out --browser and --format."],
  [["--watch", "--format", "junit"], "--watch runs without a browser and prints text: leave out --browser and --format."],
])("refuses %j, of which a part would have no effect", async (args, why) => {
  await expect(test(...args)).rejects.toThrow(why);
});

it("reports that no product runs where the browser should play", async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "localhost", () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  const at = `http://localhost:${port}`;
  await expect(test("--browser", "--at", at)).rejects.toThrow(`Nothing answers at ${at}: start the product with "npm start"`);
});
