/** Tests what `flows test` reports about the state that a scenario gives. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownScenario, loginScenario as scenario } from "./own-scenario.js";

const { rootOf, write, test } = ownScenario({ "other.json": { scenarios: { "Opens the questions": { steps: [{ open: "/faq" }] } } } });

it.each([
  [
    "has a slice that the state does not have",
    scenario('{ "title": "Log in" }').replace('"steps"', '"given": { "state": { "alert": [] } }, "steps"'),
    /own\.json:4:29 {2}error {2}[a-z-]+ {2}"alert" is not known here; did you mean "alerts"\?$/m,
  ],
  [
    "has a name within a slice that the state does not have",
    scenario('{ "title": "Log in" }').replace('"steps"', '"given": { "state": { "requests": { "deposits": "one" } } }, "steps"'),
    /own\.json:4:43 {2}error {2}[a-z-]+ {2}"deposits" is not known here; did you mean "deposit"\?$/m,
  ],
  [
    "has a value of another type",
    scenario('{ "title": "Log in" }').replace('"steps"', '"given": { "state": { "auth": { "email": true } } }, "steps"'),
    /own\.json:4:48 {2}error {2}[a-z-]+ {2}Expected string or null, found boolean$/m,
  ],
  [
    "has a list whose items lack what the bank always answers",
    scenario('{ "title": "Log in" }').replace('"steps"', '"given": { "state": { "alerts": [{ "title": "News" }] } }, "steps"'),
    /own\.json:4:40 {2}error {2}[a-z-]+ {2}"uuid" is missing: the bank always answers it$/m,
  ],
  [
    "has an object without what the bank always answers",
    scenario('{ "title": "Log in" }').replace('"steps"', '"given": { "state": { "progress": { "first_name": "Zoe" } } }, "steps"'),
    /own\.json:4:41 {2}error {2}[a-z-]+ {2}"is_primary" is missing: the bank always answers it$/m,
  ],
  [
    "has a value that is no option",
    scenario('{ "title": "Log in" }').replace(
      '"steps"',
      '"given": { "state": { "progress": { "is_primary": true, "registration_status": "PASED" } } }, "steps"',
    ),
    /own\.json:4:86 {2}error {2}[a-z-]+ {2}"PASED" is none of .*; did you mean "PASSED"\?$/m,
  ],
])("reports with its location a state that %s", async (_what, text, message) => {
  await write(text);
  const { code, written, warned } = await test();
  expect(code).toBe(1);
  expect(warned).toMatch(message);
  expect(written).toContain("including 1 error in the files");
});

it("passes with null where the state has it, and reports it elsewhere", async () => {
  const given = '"given": { "persona": "active", "state": { "progress": { "is_primary": true, "extended_status": null } } }, "steps"';
  await write(scenario('{ "path": "/login" }').replace('"steps"', given));
  expect((await test()).written).toMatch(/^1 passed, 0 failed/);
  await write(scenario('{ "path": "/login" }').replace('"steps"', given.replace("true", "null")));
  expect((await test()).warned).toMatch(/own\.json:4:\d+ {2}error {2}[a-z-]+ {2}Expected boolean, found null$/m);
});

it("reports a schema of the state that is not JSON, at its place", async () => {
  const file = join(rootOf(), "schemas/state.schema.json");
  const text = await readFile(file, "utf8");
  await write(scenario('{ "title": "Log in" }'));
  await writeFile(file, text.replace('"$id":', '"$id" '));
  const { code, warned } = await test();
  await writeFile(file, text);
  expect(code).toBe(1);
  expect(warned).toMatch(/^schemas\/state\.schema\.json:3:10 {2}error {2}syntax {2}/);
});
