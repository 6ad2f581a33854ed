/** Tests that the check of a brand takes the base from an earlier check of the same files, and of no others. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { compilerWithBase } from "../../src/cli/shared-base.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { FlowSource } from "../../src/language/source.js";
import { ROOT } from "../support/sources.js";

const INVARIANTS = "flows/invariants.json";

/** Changes of inputs of the base: a guard, a predicate, a decision, the state, a form, an operation, the app and the brand. */
const CHANGES: readonly (readonly [file: string, from: string | RegExp, to: string])[] = [
  ["flows/registration.flow.json", '"guard": { "and": ["registering", "passedOrActive"] }', '"guard": "registering"'],
  ["flows/predicates.json", '"progress.registration_last_step" }, "basic"', '"progress.registration_last_step" }, "address"'],
  ["flows/decisions.json", '"go": "/registration/landing"', '"go": "/registration/basic-information"'],
  ["flows/app.flow.json", '"registration": "/registration" }', '"registration": "/registration/landing" }'],
  ["flows/outcomes.json", '"419.csrf_expired": { "message": "This page timed out. Try again." },', ""],
  ["flows/brands/harbor/brand.json", '"joint_accounts": true', '"joint_accounts": false'],
  ["schemas/state.schema.json", '"mfaRequired": false', '"mfaRequired": true'],
  ["gateway/schema.graphql", /^ {2}(\w+): String!$/m, "  $1: String"],
];

let shipped: FlowSource;

beforeAll(async () => {
  const { files } = await readSource(ROOT);
  // No earlier run has stored a bundle of these files.
  shipped = changed({ files }, INVARIANTS, '"description": "', `"description": "${randomUUID()} `);
});

/** The source with another text of a file, as another process reads it. */
function changed({ files }: FlowSource, file: string, from: string | RegExp, to: string): FlowSource {
  const before = files.get(file) ?? "";
  const text = before.replace(from, to);
  expect(text, file).not.toBe(before);
  return { files: new Map([...files, [file, text]]) };
}

test("a brand with an overlay takes the base of equal files, and compiles a changed base", async () => {
  const base = compile(shipped, "harbor");
  expect(base.bundle).not.toBe(null);
  expect(await compilerWithBase(shipped, "harbor", base)).not.toBe(compile);

  const overlay = changed(shipped, "flows/brands/juniper/overlay.json", /\n$/, "\n\n");
  const compilation = compile(overlay, "juniper");
  const stored = await compilerWithBase(overlay, "juniper", compilation);
  expect(stored).not.toBe(compile);
  expect(stored(overlay, "harbor")).toEqual({ bundle: base.bundle, faulty: [], problems: [] });
  // Every other source and brand is compiled.
  expect(stored(overlay, "juniper")).toBe(compilation);
  expect(stored(shipped, "harbor")).toBe(base);

  for (const [file, from, to] of CHANGES)
    expect(await compilerWithBase(changed(shipped, file, from, to), "juniper", compilation), file).toBe(compile);
}, 60_000);
