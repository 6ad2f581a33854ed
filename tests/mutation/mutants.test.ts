/** Tests the mutants of the shipped definitions, and, in `npm run test:full`, `flows mutate` with a few of them. */
import { parse, print } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { type MutantResult, run } from "../../src/cli/mutate.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { FlowSource } from "../../src/language/source.js";
import { KINDS, type Mutant } from "../../src/mutation/mutant.js";
import { mutantsOf, sampleOf } from "../../src/mutation/mutants.js";
import { capture } from "../cli/captured-io.js";
import { withOneScenario } from "../cli/one-scenario.js";
import { partOf } from "../support/part.js";

/** `flows mutate` records first what the scenarios read, which takes minutes for all of the shipped ones. */
const flows = withOneScenario();
let source: FlowSource;
let mutants: readonly Mutant[];
beforeAll(async () => {
  source = await readSource(flows.root);
  const { bundle } = compile(source, "harbor");
  if (bundle === null) throw new Error("The brand harbor does not compile.");
  mutants = mutantsOf(source, bundle.core);
}, 60_000);

if (partOf() === "representative") {
  describe("the mutants of the shipped definitions", () => {
    it("are of every kind", () => {
      const made = new Set(mutants.map(({ kind }) => kind));
      expect(KINDS.filter((kind) => !made.has(kind))).toEqual([]);
      expect(KINDS.length).toBeGreaterThanOrEqual(30);
    });

    it("have distinct names", () => {
      expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    });

    it("are JSON that differs from the file, or a GraphQL document that does", () => {
      for (const mutant of sampleOf(mutants, 400)) {
        if (mutant.file.endsWith(".graphql")) {
          expect(print(parse(mutant.text())), mutant.id).not.toBe(print(parse(source.files.get(mutant.file) ?? "")));
          continue;
        }
        const text = mutant.text();
        expect(JSON.stringify(JSON.parse(text)), mutant.id).not.toBe(JSON.stringify(JSON.parse(source.files.get(mutant.file) ?? "null")));
      }
    });

    it("are sampled the same in each run, each kind in its turn", () => {
      const sample = sampleOf(mutants, KINDS.length);
      expect(new Set(sample.map(({ kind }) => kind)).size).toBe(KINDS.length);
      expect(
        sampleOf([...mutants].reverse(), KINDS.length)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(sample.map(({ id }) => id).sort());
    });
  });
} else {
  it("finds guards that are left out, and prints the score in its last line", async () => {
    const { code, written } = await capture((io) => run(["--only", "guard", "--limit", "2", "--jobs", "1"], io), { root: flows.root });
    expect(code).toBe(0);
    expect(written).toMatch(/\nSCORE 2\/2 \(100 %\)\n$/);
  }, 300_000);

  it("counts a fault as equivalent exactly when it compiles to the same bundle", async () => {
    const { written } = await capture((io) => run(["--only", "format", "--limit", "3", "--jobs", "1", "--format", "json"], io), {
      root: flows.root,
    });
    const results = JSON.parse(written) as readonly MutantResult[];
    const hashOf = (files: ReadonlyMap<string, string>): string | undefined => compile({ files }, "harbor").bundle?.core.hash;
    const same = results.filter(({ id, file }) => {
      const text = mutants.find((mutant) => mutant.id === id)?.text() ?? "";
      return hashOf(new Map(source.files).set(file, text)) === hashOf(source.files);
    });
    expect(same.length).toBeGreaterThan(0);
    expect(results.filter(({ foundBy }) => foundBy === "equivalent")).toEqual(same);
  }, 300_000);
}
