/** Exports the Vitest configuration: the projects of tests and their options. */
import { defineConfig } from "vitest/config";
import { WORKERS } from "./tests/browser/workers.js";
import { LongestFirst } from "./tests/support/longest-first.js";
import { LONG_FILES, LONG_SERIES, partOf } from "./tests/support/part.js";

/**
 * One build of graphql for both module systems: Node resolves the CommonJS build for packages, Vite the ES build for the
 * sources, and graphql rejects a schema of the other build ("another module or realm").
 */
const oneGraphql = [{ find: /^graphql$/, replacement: "graphql/index.js" }];

const FULL = partOf() === "full";

/** The options of every project. Two workers, since the embedded database takes up to 840 MB in each. */
const shared = {
  alias: oneGraphql,
  allowOnly: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // Print both sides of a failed comparison in its message.
  chaiConfig: { truncateThreshold: 1_000 },
  pool: "forks",
  maxWorkers: 2,
} as const;

const dom = {
  ...shared,
  environment: "jsdom" as const,
  // Load React and Blueprint once per worker: none of these tests changes a module.
  isolate: false,
  setupFiles: ["tests/support/console.ts", "tests/support/dom.ts"],
  server: { deps: { inline: [/@rjsf\//] } },
  testTimeout: 20_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          environment: "node",
          include: FULL
            ? [...LONG_SERIES.node, ...LONG_FILES.node]
            : [
                "tests/{language,compiler,engine,scenarios,mutation,verifier,rules,cli,flows,gateway,sandbox,sandbox-postgres,security}/**/*.test.ts",
                "tests/*.test.{ts,tsx}",
              ],
          exclude: FULL ? [] : [...LONG_FILES.node],
          globalSetup: ["tests/support/postgres-setup.ts"],
          setupFiles: ["tests/support/console.ts"],
          // Load the engine and the database's client once per worker: none of these tests changes a module.
          isolate: false,
          // Two lanes of sections share two cores: what takes 20 seconds alone may take over a minute.
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...dom,
          name: "dom",
          include: ["tests/{runtime,theme,blocks,state,api,app}/**/*.test.{ts,tsx}", "tests/security/*.test.tsx"],
          exclude: ["tests/theme/snapshots/**"],
        },
      },
      // @rjsf/snapshot-tests uses describe, test and expect as globals.
      { test: { ...dom, name: "snapshots", include: ["tests/theme/snapshots/**/*.test.{ts,tsx}"], globals: true } },
      {
        test: {
          ...shared,
          name: "contract",
          environment: "node",
          include: ["tests/upstream-contract/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // `npm run test:full` runs the tests of what depends on the database on the embedded one as well.
      {
        test: {
          ...shared,
          name: "embedded",
          environment: "node",
          include: ["tests/sandbox/*.test.ts"],
          // Tests that open their own embedded database, and tests that use none: the project `node` has them.
          exclude: ["crash-recovery", "interest", "new-database", "openapi", "transfer-dates"].map(
            (name) => `tests/sandbox/${name}.test.ts`,
          ),
          setupFiles: ["tests/support/console.ts"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // `globalSetup` starts a browser and a product for each worker.
      {
        test: {
          ...shared,
          name: "browser",
          environment: "node",
          include: FULL ? [...LONG_SERIES.browser, ...LONG_FILES.browser] : ["tests/browser/**/*.journey.ts"],
          exclude: FULL ? [] : [...LONG_FILES.browser],
          globalSetup: ["tests/browser/product.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          // Connect to the browser once per worker.
          isolate: false,
          // For the `concurrent` journeys of a file.
          maxConcurrency: 2,
          // In CI a failed journey runs once more, as Playwright's guide advises; `tests/run.ts` lists what passed only then.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
