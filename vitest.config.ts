import { defineConfig } from "vitest/config";

/**
 * One graphql for both module systems: Node gives CommonJS to packages and Vite would give the ES build to the
 * sources, and a schema of the one is refused by the other ("another module or realm").
 */
const oneGraphql = [{ find: /^graphql$/, replacement: "graphql/index.js" }];

/** What every project shares. Two workers: the embedded database takes up to 840 MB in each. */
const shared = {
  alias: oneGraphql,
  allowOnly: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // A failed comparison says both sides in its message: that is all that is read of it at the end of a run.
  chaiConfig: { truncateThreshold: 1_000 },
  pool: "forks",
  maxWorkers: 2,
} as const;

const dom = {
  ...shared,
  environment: "jsdom" as const,
  setupFiles: ["tests/support/console.ts", "tests/support/dom.ts"],
  server: { deps: { inline: [/@rjsf\//] } },
  testTimeout: 20_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          environment: "node",
          include: ["tests/{language,compiler,engine,verifier,rules,cli,flows,gateway,sandbox}/**/*.test.ts", "tests/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/console.ts"],
          // The engine and the embedded database are loaded once for each worker: none of these tests changes a module.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...dom,
          name: "dom",
          include: ["tests/{runtime,theme,blocks,state,api,app}/**/*.test.{ts,tsx}"],
          exclude: ["tests/theme/snapshots/**"],
        },
      },
      // @rjsf/snapshot-tests calls describe, test and expect as globals.
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
      // One product for the whole run (globalSetup), journeys one after the other: two cores carry one browser well.
      {
        test: {
          ...shared,
          name: "browser",
          environment: "node",
          include: ["tests/browser/**/*.journey.ts"],
          globalSetup: ["tests/browser/product.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          maxWorkers: 1,
          // Of those journeys of a file that say `concurrent`.
          maxConcurrency: 2,
        },
      },
    ],
  },
});
