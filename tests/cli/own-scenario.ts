/** Exports a scenario file of a test's own beside the shipped ones, and `flows test` with it, for the tests of that command. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { run } from "../../src/cli/test.js";
import { capture } from "./captured-io.js";
import { copyDefinitions } from "./definitions-folder.js";

/** Copies the definitions for the tests of a file. `scenarios`: the files in place of the shipped ones. */
export function ownScenario(scenarios: Parameters<typeof copyDefinitions>[0] = {}) {
  let root: string;
  beforeAll(async () => {
    root = await copyDefinitions(scenarios);
  });
  afterAll(() => rm(root, { recursive: true }));
  const file = () => join(root, "flows/scenarios/own.json");
  const testAll = (...args: string[]) => capture((io) => run(["scenarios/own.json", ...args], io), { root });
  return {
    /** The folder of the definitions, which exists when a test runs. */
    rootOf: () => root,
    file,
    write: (text: string) => writeFile(file(), text),
    /** With every brand. */
    testAll,
    test: (...args: string[]) => testAll("--brand", "harbor", ...args),
  };
}

/** The text of a file with one scenario, which opens the login page; what it sees is on line 6. */
export const loginScenario = (see: string): string =>
  `{\n  "scenarios": {\n    "Opens <login>": {\n      "steps": [\n        { "open": "/login" },\n        { "see": ${see} }\n      ]\n    }\n  }\n}\n`;
