/** Tests which answers and values of scenarios `flows test` rejects, and what it reports of the data that scenarios share: personas, and the answers of brands. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { run } from "../../src/cli/test.js";
import { capture } from "./captured-io.js";
import { ownScenario, loginScenario as scenario } from "./own-scenario.js";

const { rootOf, write, test, testAll } = ownScenario();

describe("an answer that no call gets", () => {
  const answers = '"answers": { "Logout": { "ok": { "ok": true } } }, "steps"';
  const message = "No step calls Logout after this answer: remove it.";
  beforeEach(() => write(scenario('{ "title": "Log in" }').replace('"steps"', answers)));

  it("is reported at its operation, of the scenario and of a step", async () => {
    expect(await testAll()).toMatchObject({
      code: 1,
      warned: expect.stringMatching(/own\.json:4:20 {2}error {2}[a-z-]+ {2}No step calls Logout/) as string,
    });
    await write(
      scenario('{ "title": "Log in" }').replace('{ "open": "/login" }', '{ "open": "/login" }, { "answers": { "Logout": { "ok": {} } } }'),
    );
    expect((await testAll()).warned).toMatch(/own\.json:5:46 {2}error {2}[a-z-]+ {2}No step calls Logout/);
  });

  it("is not reported where only one brand or one title runs, since others may call it", async () => {
    expect((await test()).warned).not.toContain(message);
    expect((await capture((io) => run(["Opens <login>"], io), { root: rootOf() })).warned).not.toContain(message);
  });

  it("is not reported where a step calls it", async () => {
    const given = `"given": { "persona": "active" }, ${answers}`;
    await write(scenario('{ "path": "/login" }').replace('"steps"', given).replace('"/login" }', '"/logout" }'));
    expect((await testAll()).written).toMatch(/^2 passed, 0 failed/);
  });
});

it("reports a text that must be absent and that no page can show, where all scenarios run", async () => {
  const given = '"given": { "persona": "active", "state": { "progress": { "first_name": "Zoe", "is_primary": true } } }, "steps"';
  await write(
    scenario('{ "absent": ["Log out again", "Zoe", "Go to your dashboard"] }').replace('"steps"', given).replace("/login", "/faq"),
  );
  const { warned } = await capture((io) => run([], io), { root: rootOf() });
  expect(warned).toMatch(
    /^flows\/scenarios\/own\.json:6:9 {2}error {2}scenario {2}No page shows "Go to your dashboard" in any scenario, [^\n]*$/,
  );
  expect((await test()).warned).toBe("");
});

it.each([
  [
    "a field that the items do not have",
    '[{ "alocation": "70.00" }]',
    'The form has no field "allocations.0.alocation"; did you mean "allocations[].allocation"?',
  ],
  ["a text in place of the list", '"70.00"', 'The field "allocations" takes a list'],
  ["a list in place of an item", '[["70.00"]]', '"allocations.0" takes an object'],
])("refuses to fill a list with %s", async (_what, value, message) => {
  const steps = `{ "open": "/beneficiary/update-allocations" }, { "fill": { "allocations": ${value} } }`;
  await write(
    scenario('{ "path": "/beneficiary/update-allocations" }')
      .replace('"steps"', '"given": { "persona": "two-beneficiaries" }, "steps"')
      .replace('{ "open": "/login" }', steps),
  );
  const { code, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toContain(message);
});

it.each([
  ["a checkbox with a text", '"accept_terms": "true"', 'The field "accept_terms" takes true or false, not "true".'],
  ["a text field with a number", '"email": 50', 'The field "email" takes a text, not 50.'],
])("refuses to fill %s", async (_what, value, message) => {
  const steps = `{ "open": "/registration" }, { "fill": { ${value} } }`;
  await write(scenario('{ "path": "/registration" }').replace('{ "open": "/login" }', steps));
  expect((await test()).warned).toContain(message);
});

it("fills in a text that the form rejects, and null for no value", async () => {
  const steps = '{ "open": "/registration" }, { "fill": { "email": "nobody", "accept_terms": null } }';
  await write(scenario('{ "path": "/registration" }').replace('{ "open": "/login" }', steps));
  expect((await test()).warned).toBe("");
});

it("reports data in common that its form does not accept, and of no form", async () => {
  const path = join(rootOf(), "flows/scenarios/answers.json");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"nickname": "Rent"', '"nickname": 7').replace('"forms/code.json"', '"forms/cod.json"'));
  await write(scenario('{ "title": "Log in" }'));
  const { warned } = await test();
  await writeFile(path, text);
  expect(warned.split("\n")).toEqual([
    expect.stringMatching(
      /^flows\/scenarios\/answers\.json:\d+:42 {2}error {2}scenario {2}The form does not accept this: must be string\.$/,
    ),
    expect.stringMatching(/:5 {2}error {2}scenario {2}There is no form "forms\/cod\.json"; did you mean "forms\/code\.json"\?$/),
  ]);
});

it("accepts data in common of a form whose screens the brand removed", async () => {
  const overlay = join(rootOf(), "flows/brands/harbor/overlay.json");
  const more = { "my-account": { body: { more: { options: { nonprofit: null } } } } };
  await writeFile(overlay, JSON.stringify({ language: 2, screens: { "non-profit.**": null, ...more } }));
  await write(scenario('{ "title": "Log in" }'));
  const { warned, code } = await test();
  await rm(overlay);
  expect({ warned, code }).toEqual({ warned: "", code: 0 });
});

it("refuses to fill a field with a value that is none of its options", async () => {
  const steps = '{ "open": "/registration/address" }, { "fill": { "state": "ZZ" } }';
  await write(
    scenario('{ "path": "/registration/address" }')
      .replace('"steps"', '"given": { "persona": "address" }, "steps"')
      .replace('{ "open": "/login" }', steps),
  );
  const { code, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toMatch(/own\.json:5:46 {2}error {2}[a-z-]+ {2}.*The field "state" has no option "ZZ": "AL", /);
});

it.each([
  ["fill", '"fill": { "zip": "627011234" }', '"62701-1234" where "627011234" is typed.'],
  ["try", '"try": { "zip": { "627011234": null } }', '"62701-1234" where "627011234" is typed.'],
  ["fill", '"fill": { "zip": "62701-12345" }', '"62701-1234" where "62701-12345" is typed.'],
])("refuses to %s a text that the mask of the field changes", async (_word, step, message) => {
  await write(
    scenario('{ "path": "/registration/address" }')
      .replace('"steps"', '"given": { "persona": "address" }, "steps"')
      .replace('{ "open": "/login" }', `{ "open": "/registration/address" }, { ${step} }`),
  );
  const { code, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toContain(`The mask of the field "zip" writes ${message}`);
});

it("refuses to fill more digits into a secret field than its mask has places for", async () => {
  const filled = (ssn: string) =>
    scenario('{ "path": "/registration/basic-information" }')
      .replace('"steps"', '"given": { "persona": "basic" }, "steps"')
      .replace('{ "open": "/login" }', `{ "open": "/registration/basic-information" }, { "fill": { "ssn": "${ssn}" } }`);
  await write(filled("2345678901"));
  const { code, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toContain('The mask of the field "ssn" writes "234-56-7890" where "2345678901" is typed.');
  await write(filled("234567890"));
  expect((await test()).warned).not.toContain("The mask of the field");
});

it("runs only the scenarios without a persona that has errors", async () => {
  const path = join(rootOf(), "flows/personas/active.json");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"state": {', '"state": ,{'));
  const given = '"given": { "persona": "active" }, "steps"';
  await write(scenario('{ "path": "/login" }').replace('"steps"', given));
  const { code, written, warned } = await test();
  await writeFile(path, text);
  expect(code).toBe(1);
  expect(warned).toContain("It did not run: flows/personas/active.json has errors.");
  expect(written).toMatch(/^0 passed, [1-9]\d* failed, including/m);
});

it("runs only the scenarios that do not use an answer in common that has errors", async () => {
  const path = join(rootOf(), "flows/scenarios/answers.json");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"Sessions": {\n      "ok"', '"Sessions": {\n      "okay"'));
  const both = JSON.parse(scenario('{ "path": "/login" }')) as { readonly scenarios: object };
  const steps = [{ open: "/my-account" }, { see: { path: "/my-account" } }];
  await write(JSON.stringify({ scenarios: { ...both.scenarios, "Sees its sessions": { given: { persona: "active" }, steps } } }));
  const { code, written, warned } = await test();
  await writeFile(path, text);
  expect(code).toBe(1);
  expect(warned).toMatch(/answers\.json:\d+:\d+ {2}error {2}[a-z-]+ {2}"okay" is not known here/);
  expect(warned).toContain("Sees its sessions (harbor): It did not run as written: ");
  expect(warned).not.toContain("Opens <login>");
  expect(written).toMatch(/^1 passed, \d failed/);
});

it("reports a brand for which scenarios answer with another one, and says what to add", async () => {
  const path = join(rootOf(), "flows/scenarios/answers.json");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"juniper": {', '"jupiter": {'));
  const { warned } = await test();
  await writeFile(path, text);
  const line = (text.split('"brandAnswers"')[0] ?? "").split("\n").length;
  expect(warned.match(/^flows\/scenarios\/answers.*$/gm)).toEqual([
    expect.stringMatching(`:${line}:3  error .*Scenarios have no branding of "juniper", and would show another brand: add "juniper": `),
  ]);
});
