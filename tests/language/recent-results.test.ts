/** Tests of the memory of results: equal sources share one result, and no change of a source returns an earlier one. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { RecentResults } from "../../src/language/recent-results.js";
import { prove } from "../../src/verifier/prove.js";
import { smallSource } from "../support/small-flows.js";

const source = (...files: readonly (readonly [string, string])[]) => ({ files: new Map(files) });

describe("the memory of results", () => {
  it("makes one result for sources with the same texts, and one for each brand", () => {
    const results = new RecentResults<object>();
    const make = () => ({});
    const first = results.of(source(["a", "1"], ["b", "2"]), "harbor", make);
    expect(results.of(source(["b", "2"], ["a", "1"]), "harbor", make)).toBe(first);
    expect(results.of(source(["a", "1"], ["b", "2"]), "juniper", make)).not.toBe(first);
  });

  it("makes another result after each change of a source, also in place", () => {
    const results = new RecentResults<object>();
    const changed = source(["a", "1"], ["b", "2"]);
    const first = results.of(changed, "harbor", () => ({}));
    const others = [
      source(["a", "1"], ["b", "3"]),
      source(["a", "1"]),
      source(["a", "1"], ["c", "2"]),
      source(["a", "1"], ["b", "2"], ["c", ""]),
    ];
    for (const other of others) expect(results.of(other, "harbor", () => ({}))).not.toBe(first);
    changed.files.set("a", "9");
    expect(results.of(changed, "harbor", () => ({}))).not.toBe(first);
  });

  it("keeps the newest results only", () => {
    const results = new RecentResults<object>();
    const make = () => ({});
    const first = results.of(source(["a", "0"]), "harbor", make);
    for (let text = 1; text < 8; text += 1) results.of(source(["a", String(text)]), "harbor", make);
    expect(results.of(source(["a", "0"]), "harbor", make)).toBe(first);
    for (let text = 1; text <= 8; text += 1) results.of(source(["a", String(text)]), "harbor", make);
    expect(results.of(source(["a", "0"]), "harbor", make)).not.toBe(first);
  });
});

describe("the compiler and the proof", () => {
  it("return the same result for the same definitions, and another one for changed ones", () => {
    const first = compile(smallSource(), "first");
    expect(compile(smallSource(), "first")).toBe(first);
    const { bundle } = first;
    if (bundle === null) throw new Error("The small flows do not compile.");
    const proof = prove(smallSource(), "first", bundle, compile);
    expect(prove(smallSource(), "first", bundle, compile)).toBe(proof);
    const invariants = { language: 2, invariants: { none: { description: "Nobody.", screens: ["page"], never: "mine" } } };
    const changed = smallSource({ "flows/invariants.json": invariants });
    expect(prove(changed, "first", bundle, compile).findings.map(({ rule }) => rule)).toContain("invariant");
    // The proof is of the given bundle, not of the one that the source compiles to.
    const open = structuredClone(bundle) as { core: { screens: Record<string, { guard: unknown }> } };
    (open.core.screens.page as { guard: unknown }).guard = { logic: true, named: true, at: bundle.core.screens.page?.guard.at };
    expect(prove(changed, "first", open as unknown as typeof bundle, compile)).not.toBe(prove(changed, "first", bundle, compile));
  });
});
