/** Tests that a compilation and a proof after others find what they find alone: both reuse what earlier ones made. */
import { expect, test, vi } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { withinTime } from "../../src/cli/time-limit.js";
import { compile } from "../../src/compiler/compile.js";
import { mutantsOf, sampleOf } from "../../src/mutation/mutants.js";
import { proveWithoutPaths } from "../../src/verifier/prove.js";

const BRAND = "juniper";
const MUTANTS = 8;
/** A proof takes many times as long as a compilation: one of these many mutants is proven. */
const PROVEN = 3;
/** Less than a proof takes, in milliseconds. */
const STOPPED_AFTER = 300;

test("a mutant after other mutants has the problems, the bundle and the findings that it has alone", async () => {
  const source = await readSource(".");
  const { bundle } = compile(source, BRAND);
  if (bundle === null) throw new Error("The shipped flows do not compile");
  const { guide, findings } = proveWithoutPaths(source, BRAND, bundle, compile, []);
  expect(findings).toEqual([]);
  let proven = 0;
  for (const [index, mutant] of sampleOf(mutantsOf(source, bundle.core), MUTANTS).entries()) {
    const mutated = { files: new Map(source.files).set(mutant.file, mutant.text()) };
    // New modules have no results of earlier compilations and proofs.
    vi.resetModules();
    const alone = await import("../../src/compiler/compile.js");
    const one = compile(mutated, BRAND);
    const other = alone.compile(mutated, BRAND);
    expect(JSON.parse(JSON.stringify(one)), mutant.id).toEqual(JSON.parse(JSON.stringify(other)));
    if (one.bundle === null || other.bundle === null || index % PROVEN !== 0) continue;
    proven += 1;
    // Nor does a proof that was stopped in the middle of it change what the next one finds.
    withinTime(STOPPED_AFTER, () => proveWithoutPaths(source, BRAND, bundle, compile, []));
    const proof = proveWithoutPaths(mutated, BRAND, one.bundle, compile, guide);
    const verifier = await import("../../src/verifier/prove.js");
    const { guide: _found, ...whole } = verifier.proveWithoutPaths(mutated, BRAND, other.bundle, alone.compile, []);
    expect({ ...proof, guide: undefined }, mutant.id).toEqual({ ...whole, guide: undefined });
  }
  expect(proven).toBeGreaterThan(1);
}, 600_000);
