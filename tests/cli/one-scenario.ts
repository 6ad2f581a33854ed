/** Exports a folder with the shipped definitions and one scenario, and what `flows coverage` prints there, for its tests. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { run } from "../../src/cli/coverage.js";
import type { CoverageResult } from "../../src/scenarios/coverage.js";
import { capture } from "./captured-io.js";
import { copyDefinitions } from "./definitions-folder.js";

const LOGIN = {
  steps: [
    { open: "/login" },
    { fill: { email: "dana@example.com", password: "correct horse" } },
    { press: "Log in" },
    { answer: "Login", fails: "400.bad_credentials" },
    { see: { failure: "Your email or password is incorrect." } },
  ],
};

export interface OneScenario {
  /** The folder; exists while the tests of the file run. */
  readonly root: string;
  /** The file with the scenario. */
  readonly file: string;
  /** What `flows coverage` lists as covered, as kind and name. */
  covered(...args: readonly string[]): Promise<ReadonlySet<string>>;
  /** The error output of the last `covered`. */
  warned(): string;
}

/** Creates the folder before the tests of the calling file, and removes it after them. */
export function withOneScenario(): OneScenario {
  let root = "";
  let lines = "";
  const file = () => join(root, "flows/scenarios/auth.json");
  beforeAll(async () => {
    root = await copyDefinitions({ "auth.json": { scenarios: { "A wrong password": LOGIN } } });
  });
  afterAll(() => rm(root, { recursive: true }));
  return {
    get root() {
      return root;
    },
    get file() {
      return file();
    },
    async covered(...args) {
      const { code, written, warned } = await capture((io) => run([...args, "--format", "json"], io), { root });
      expect(code).toBe(0);
      lines = warned;
      const results = JSON.parse(written) as readonly CoverageResult[];
      return new Set(results.filter((one) => one.covered).map(({ kind, name }) => `${kind} ${name}`));
    },
    warned: () => lines,
  };
}
