/**
 * Exports the two parts of a long series of cases, for the tests that are long by nature: `npm test` runs the representative
 * cases, `npm run test:full` all others, so that both together run every case once.
 */

/** Set by `npm run test:full`. */
const VARIABLE = "TEST_PART";

/** The files with a series, by vitest project: `npm run test:full` runs no others. */
export const LONG_SERIES = {
  node: [
    "flows/removed-features",
    "mutation/mutants",
    "verifier/mutants",
    "verifier/mutations",
    "verifier/differential",
    "verifier/proof-key",
    "verifier/shared-space",
    "security/removed-defenses",
  ].map((name) => `tests/${name}.test.ts`),
  browser: [
    "beneficiaries",
    "browser-back",
    "confirmations",
    "failures",
    "joint-application",
    "joint-onboarding",
    "opening",
    "returns",
    "tabs",
    "transactions",
    "transfers",
    "truth",
  ].map((name) => `tests/browser/${name}.journey.ts`),
} as const;

/** The files that are long as a whole, by vitest project: only `npm run test:full` runs them. */
export const LONG_FILES = {
  node: [
    "cli/check",
    "cli/coverage",
    "cli/coverage-write",
    "cli/mutate",
    "cli/overlay-schema",
    "cli/publish",
    "flows/tutorials",
    "flows/wizard-brands",
    "gateway/schema-reload",
    "gateway/transactions",
    "mutation/affected",
    "mutation/incremental",
    "sandbox/crash-recovery",
    "sandbox/new-database",
    "scenarios/presentation",
    "verifier/compare",
    "verifier/overlay-faults",
    "verifier/search-guide",
    "verifier/traces",
  ].map((name) => `tests/${name}.test.ts`),
  browser: [
    "firefox",
    "first-start",
    "first-view",
    "guards",
    "hub-statuses",
    "link-modes",
    "pictures",
    "routes",
    "sandbox-page",
    "scenarios",
    "screens",
    "states",
    "year",
  ].map((name) => `tests/browser/${name}.journey.ts`),
} as const;

export type Part = "representative" | "full";

/** The part that this run tests. */
export function partOf(env: NodeJS.ProcessEnv = process.env): Part {
  const given = env[VARIABLE] ?? "representative";
  if (given !== "representative" && given !== "full") throw new Error(`${VARIABLE} must be "representative" or "full", not "${given}"`);
  return given;
}

/** The cases of a series that this run tests. */
export function casesOf<Case>(all: readonly Case[], isRepresentative: (one: Case, index: number) => boolean, part = partOf()): Case[] {
  return all.filter((one, index) => isRepresentative(one, index) === (part === "representative"));
}

/** The representative cases are every `step`-th of the series, from the first. */
export function sample<Case>(all: readonly Case[], step: number, part = partOf()): Case[] {
  return casesOf(all, (_one, index) => index % step === 0, part);
}
