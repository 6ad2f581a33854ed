/**
 * Tests the verifier by mutation: some rule finds each mutant, or the comparison shows that it treats no depositor
 * differently. `npm test` checks every 256th mutant of each kind, and at least one, `npm run test:full` the others.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { stateCheck } from "../../src/cli/state-check.js";
import { compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/language/definition.js";
import { RULES } from "../../src/language/rules/registry.js";
import type { FlowSource } from "../../src/language/source.js";
import { RecentSpaces } from "../../src/verifier/abstraction/recent-spaces.js";
import type { AnalysisInput } from "../../src/verifier/analyse.js";
import { analyse } from "../../src/verifier/analyse.js";
import { compareAdmission } from "../../src/verifier/compare.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import type { Finding } from "../../src/verifier/rules/findings.js";
import { partOf, sample } from "../support/part.js";
import type { Mutant } from "./mutants.js";
import { mutantsOf } from "./mutants.js";

/** Faults whose predicates have the atoms of the shipped flows share their diagrams. */
const spaces = new RecentSpaces({ isMutant: true });

let source: FlowSource;
let shipped: AnalysisInput;
let mutants: readonly Mutant[];
let check: (state: Json) => string | null;

function inputOf(from: FlowSource, slug: string): AnalysisInput {
  const { bundle, problems } = compile(from, slug);
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return analysisInput(from, slug, bundle, compile);
}

beforeAll(async () => {
  source = await readSource(".");
  shipped = inputOf(source, "harbor");
  mutants = mutantsOf(shipped.bundle);
  check = stateCheck(source.files.get("schemas/state.schema.json") ?? "");
}, 180_000);

const STEP = 256;

/** Beside another section a mutant takes five times as long as alone. In milliseconds. */
const LIMIT = 600_000;

const KINDS = [
  "a conjunct dropped",
  "a status or step swapped",
  "and for or",
  "a comparison turned",
  "no guard at all",
  "a row of a decision removed",
  "a gate removed",
  "a gate changed",
];

describe("a fault anywhere in guards, gates and decisions", () => {
  const equivalent: string[] = [];
  const foundIn = (bundle: AnalysisInput["bundle"]): readonly Finding[] =>
    analyse({ ...shipped, bundle }, { reach: false, spaces }).findings.filter(({ rule }) => RULES[rule].severity === "error");

  test.each(KINDS)(
    "%s: found with a true counterexample, or equivalent",
    (kind) => {
      const own = mutants.filter((mutant) => mutant.kind === kind);
      expect(own.length).toBeGreaterThan(5);
      for (const { name, core } of sample(own, STEP)) {
        const bundle = { ...shipped.bundle, core };
        const findings = foundIn(bundle);
        for (const { witness, message } of findings) if (witness !== null) expect(check(witness.state), message).toBe(null);
        if (findings.length > 0) continue;
        expect(
          compareAdmission(shipped.bundle, bundle, shipped.stateSchema).map(({ kind: how, id }) => `${how} ${id}`),
          `${kind}: ${name} changes what happens and no rule finds it`,
        ).toEqual([]);
        equivalent.push(`${kind}: ${name}`);
      }
    },
    LIMIT,
  );

  test("there are hundreds of mutants, and few are equivalent", () => {
    expect(mutants.map(({ kind }) => kind).filter((kind) => !KINDS.includes(kind))).toEqual([]);
    expect(mutants.length).toBeGreaterThan(250);
    expect(equivalent.length, equivalent.join("\n")).toBeLessThan(8);
  });
});

describe("a fault in a brand with an overlay", () => {
  test(
    "is found with a true counterexample, or equivalent (every eighth mutant, in Juniper)",
    () => {
      const own = inputOf(source, "juniper");
      const some = mutantsOf(own.bundle).filter((_mutant, index) => index % 8 === 3);
      expect(new Set(some.map(({ kind }) => kind))).toEqual(new Set(KINDS));
      const equivalent: string[] = [];
      for (const { kind, name, core } of sample(some, STEP)) {
        const bundle = { ...own.bundle, core };
        const findings = analyse({ ...own, bundle }, { reach: false, spaces }).findings.filter(
          ({ rule }) => RULES[rule].severity === "error",
        );
        for (const { witness, message } of findings) if (witness !== null) expect(check(witness.state), message).toBe(null);
        if (findings.length > 0) continue;
        expect(compareAdmission(own.bundle, bundle, own.stateSchema), `${kind}: ${name} changes what happens and no rule finds it`).toEqual(
          [],
        );
        equivalent.push(`${kind}: ${name}`);
      }
      expect(some.length).toBeGreaterThan(30);
      expect(equivalent.length, equivalent.join("\n")).toBeLessThan(4);
    },
    LIMIT,
  );
});

// The compiler finds these at once: they need no second part.
if (partOf() === "representative") {
  describe("a fault in the files", () => {
    test.each(["deposit", "registration.passed", "login.registration-home"])(
      "the path of %s renamed where it is declared",
      (id) => {
        const path = `/${id.replaceAll(".", "/")}`;
        const renamed = (text: string): string =>
          text.replace(`"path": "${path}",`, "").replace(`"${id}": {`, `"${id}": { "path": "${path}-renamed",`);
        const files = new Map([...source.files].map(([name, text]) => [name, name.endsWith(".flow.json") ? renamed(text) : text]));
        const { problems } = compile({ files }, "harbor");
        expect(problems.filter(({ severity }) => severity === "error").map(({ rule }) => rule)).toContain("unknown-name");
      },
      60_000,
    );
  });
}
