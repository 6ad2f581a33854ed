/** Tests the key of a proof: edits of texts and of layout keep it, and every other fault changes it. */
import { beforeAll, describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { FlowSource } from "../../src/language/source.js";
import { KINDS, type Mutant, type MutantKind } from "../../src/mutation/mutant.js";
import { mutantsOf, sampleOf } from "../../src/mutation/mutants.js";
import { proofKeyOf } from "../../src/verifier/prove.js";
import { partOf, sample } from "../support/part.js";
import { ROOT } from "../support/sources.js";

/** The brand with an overlay, whose proof compares it with the base. */
const BRAND = "juniper";

let source: FlowSource;
let shipped: Bundle;
let key: string | null;
beforeAll(async () => {
  source = await readSource(ROOT);
  shipped = bundleOf(source) as Bundle;
  key = keyOf(source);
}, 60_000);

const bundleOf = (files: FlowSource): Bundle | null => compile(files, BRAND).bundle;

function keyOf(files: FlowSource, version = "1"): string | null {
  const bundle = bundleOf(files);
  expect(bundle).not.toBeNull();
  return proofKeyOf(files, BRAND, bundle as Bundle, compile, version);
}

function edited(file: string, before: string, after: string): FlowSource {
  const text = source.files.get(file) ?? "";
  expect(text).toContain(before);
  return { files: new Map(source.files).set(file, text.replaceAll(before, after)) };
}

if (partOf() === "representative")
  describe("the key", () => {
    it.each([
      ["a label", "flows/auth.flow.json", '"Forgot your password?"', '"Lost your password?"'],
      ["the label of a field", "flows/auth.flow.json", '"label": "Confirm password"', '"label": "Password again"'],
      ["a heading", "flows/auth.flow.json", '"New here?"', '"Are you new here?"'],
      ["the lines of a file", "flows/auth.flow.json", '"screens": {', '"screens": {\n\n'],
    ])("stays after an edit of %s", (_case, file, before, after) => {
      expect(keyOf(edited(file, before, after))).toBe(key);
    });

    it("is another one for another verifier", () => {
      expect(keyOf(source, "2")).not.toBe(key);
    });

    it("does not exist without the invariants", () => {
      const files = new Map(source.files);
      files.delete("flows/invariants.json");
      expect(proofKeyOf({ files }, BRAND, shipped, compile, "1")).toBeNull();
    });

    it("is another one for another invariant", () => {
      const file = "flows/invariants.json";
      const { invariants, ...rest } = JSON.parse(source.files.get(file) ?? "") as { invariants: Record<string, unknown> };
      const [, ...others] = Object.entries(invariants);
      const text = JSON.stringify({ ...rest, invariants: Object.fromEntries(others) });
      expect(keyOf({ files: new Map(source.files).set(file, text) })).not.toBe(key);
    });

    it("is another one for another type in the state, with any name of the slice", () => {
      const file = "schemas/state.schema.json";
      const schema = JSON.parse(source.files.get(file) ?? "") as {
        properties: { errors: { additionalProperties: { properties: object } } };
      };
      Object.assign(schema.properties.errors.additionalProperties.properties, { flag: { type: ["boolean", "null"] } });
      expect(keyOf({ files: new Map(source.files).set(file, JSON.stringify(schema)) })).not.toBe(key);
    });
  });

/** Faults of texts, and of values in texts, decide nothing; those of the other kinds are within a text only if their place says so. */
const OF_TEXTS: ReadonlySet<MutantKind> = new Set(["text", "text value"]);
const isInText = ({ id }: Mutant): boolean => /\/(markdown|text|heading|label|title|value\/values)\//.test(id);

it("is another one for every fault that is not in a text", () => {
  const faults = sample(sampleOf(mutantsOf(source, shipped.core), KINDS.length * 2), 36);
  const wrong: string[] = [];
  let compared = 0;
  for (const fault of faults) {
    if (OF_TEXTS.has(fault.kind) || isInText(fault)) continue;
    const files = { files: new Map(source.files).set(fault.file, fault.text()) };
    const bundle = bundleOf(files);
    // The compiler finds it, or it changes nothing.
    if (bundle === null || bundle.core.hash === shipped.core.hash) continue;
    compared += 1;
    if (proofKeyOf(files, BRAND, bundle, compile, "1") === key) wrong.push(fault.id);
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(faults.length / 4);
}, 600_000);
