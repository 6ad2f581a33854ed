/** Tests that the scenarios that a mutant cannot affect, by the stored record of what they read, pass with it. */
import { expect, it } from "vitest";
import { formValidators, loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readScenarios } from "../../src/cli/scenario-files.js";
import { ScenarioReads } from "../../src/cli/scenario-reads.js";
import { readSource } from "../../src/cli/source-files.js";
import { brands, compile } from "../../src/compiler/compile.js";
import { KINDS } from "../../src/mutation/mutant.js";
import { mutantsOf, sampleOf } from "../../src/mutation/mutants.js";
import { runScenario } from "../../src/scenarios/run-scenario.js";
import { captureIo } from "../cli/captured-io.js";
import { ROOT } from "../support/sources.js";

const BRAND = "harbor";
/** Every such scenario, so that recording them takes seconds. */
const EVERY = 36;

it("passes the scenarios that have read no changed part", async () => {
  const source = await readSource(ROOT);
  const files = await readScenarios(ROOT, brands(source));
  const { bundle } = compile(source, BRAND);
  if (bundle === null) throw new Error("The shipped flows do not compile");
  const loaded = await loadBundle(source, bundle);
  const scenarios = files.scenarios.filter(({ scenario }, index) => index % EVERY === 0 && (scenario.brands?.includes(BRAND) ?? true));
  const options = { personas: await readPersonas(ROOT), answers: files.answers, failureOf: files.failureOf };
  const input = { slug: BRAND, loaded, scenarios, options, common: ["tests/mutation/affected.test.ts"] };
  await ScenarioReads.of(captureIo(), input);
  // What the first one stored.
  const reads = await ScenarioReads.of(captureIo(), input);
  let run = 0;
  for (const mutant of sampleOf(mutantsOf(source, bundle.core), KINDS.length)) {
    const mutated = compile({ files: new Map(source.files).set(mutant.file, mutant.text()) }, BRAND).bundle;
    if (mutated === null) continue;
    const affected = reads.affectedBy(mutated);
    const validators = await formValidators(mutated, Object.keys(loaded.validators));
    for (const [index, { title, scenario }] of scenarios.entries())
      if (!affected.has(index))
        expect(await runScenario({ ...loaded, bundle: mutated, validators }, scenario, options), `${mutant.id}: ${title}`).toEqual([]);
    run += 1;
  }
  expect(run).toBeGreaterThan(0);
}, 600_000);
