/** Tests that `flows test` runs the brands in several processes, and reports what each has shown. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FlowsWrong } from "../../src/cli/io.js";
import { run } from "../../src/cli/test.js";
import { captureIo } from "./captured-io.js";
import { loginScenario, ownScenario } from "./own-scenario.js";

const { rootOf, write } = ownScenario();

/** Runs all scenarios with a program in place of the flow tool, which gets the arguments of a process for the second brand. */
async function testWith(program: string) {
  const file = join(rootOf(), "program.mjs");
  await writeFile(file, program);
  const io = { ...captureIo({ root: rootOf() }), program: file, processors: 4 };
  return { io, code: await run([], io).catch((error: unknown) => error) };
}

/** A program that sends these runs. */
const sends = (runs: string): string => `
if (process.argv.slice(2).join(" ") !== "test --shard 2/2") throw new Error(process.argv.join(" "));
process.send(${runs}, () => process.disconnect());`;

it("adds what the other process sends", async () => {
  await write(loginScenario('{ "path": "/login" }'));
  const failed = '{ index: 0, brand: "juniper", screen: "login", failures: [{ step: 1, message: "It is closed." }], milliseconds: 2 }';
  const { io, code } = await testWith(sends(`{ results: [${failed}], used: [], neverShown: [] }`));
  expect(code).toBe(1);
  expect(io.warned).toEqual(["flows/scenarios/own.json:6:9  error  scenario  Opens <login> (juniper): It is closed."]);
  expect(io.written.join("")).toMatch(/^1 passed, 1 failed/);
});

it("reports an absent text that no process has shown, and none that one of them has", async () => {
  await write(loginScenario('{ "absent": ["Shown by nobody", "Shown by Juniper"] }'));
  const { io } = await testWith(sends('{ results: [], used: [], neverShown: ["Shown by nobody"] }'));
  expect(io.warned).toEqual([expect.stringContaining('No page shows "Shown by nobody" in any scenario')]);
});

it("reports an answer that no process has used, and none that one of them has", async () => {
  await write(
    loginScenario('{ "path": "/login" }').replace('"steps"', '"answers": { "Faqs": { "ok": [] }, "Logout": { "ok": {} } },\n "steps"'),
  );
  const used = JSON.stringify([JSON.stringify(["flows/scenarios/own.json", "scenarios", "Opens <login>", "answers", "Logout"])]);
  const { io } = await testWith(sends(`{ results: [], used: ${used}, neverShown: [] }`));
  expect(io.warned.join("\n")).toContain("No step calls Faqs after this answer");
  expect(io.warned.join("\n")).not.toContain("No step calls Logout");
});

it("prints the errors of a brand that another process finds", async () => {
  await write(loginScenario('{ "path": "/login" }'));
  const { io, code } = await testWith('console.error("overlay.json:1:1  error"); process.exitCode = 1;');
  expect(code).toBeInstanceOf(FlowsWrong);
  expect(io.warned.join("\n")).toContain("overlay.json:1:1  error");
});

it("fails when another process ends without an answer", async () => {
  const { code } = await testWith("process.exitCode = 3;");
  expect(code).toEqual(new Error("A process of test ended with the exit code 3."));
});
