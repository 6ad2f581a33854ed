/** Tests of the guide of a search: a proof that another one guides finds the same, in fewer steps. */
import { describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { FlowSource } from "../../src/language/source.js";
import { type Analysis, analyse } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { proveWithoutPaths } from "../../src/verifier/prove.js";
import { LIMITS } from "../../src/verifier/search/limits.js";
import type { SearchGuide } from "../../src/verifier/search/search-guide.js";
import { patched } from "../rules/rule-examples.js";

const START = "flows/start.flow.json";

function analysed(source: FlowSource, slug: string, guide?: SearchGuide, searchBddNodes = LIMITS.searchBddNodes): Analysis {
  const { bundle, problems } = compile(source, slug);
  if (bundle === null) throw new Error(JSON.stringify(problems));
  const input = analysisInput(source, slug, bundle, compile);
  return analyse(input, { reach: true, limits: { ...LIMITS, searchBddNodes }, ...(guide && { guide }) });
}

describe("the guide of a search", () => {
  test("leads the proof of another brand to every screen, where the search alone has too few nodes", async () => {
    const source = await readSource(".");
    const { guide, findings } = analysed(source, "harbor");
    expect(findings).toEqual([]);
    // Enough for the steps of the guide, and for a part of the search.
    const few = 560_000;
    const undecided = ({ findings: found }: Analysis) => found.filter(({ rule }) => rule === "screen-undecided").length;
    expect(undecided(analysed(source, "juniper", undefined, few))).toBeGreaterThan(0);
    expect(analysed(source, "juniper", guide, few).findings).toEqual([]);
    expect(JSON.parse(JSON.stringify(guide))).toEqual(guide);
  }, 120_000);

  test("changes neither the findings nor their paths", () => {
    const refused = patched({
      [START]: {
        screens: {
          away: { body: { items: { on: { block: "controls", controls: { items: { go: { label: "Go on", go: "/page" } } } } } } },
          page: { gates: null },
        },
      },
    });
    const { guide } = analysed(patched({}).source, "first");
    expect(guide.length).toBeGreaterThan(0);
    const alone = analysed(refused.source, refused.slug).findings;
    expect(alone.map(({ rule }) => rule)).toContain("link-refused");
    expect(analysed(refused.source, refused.slug, guide).findings).toEqual(alone);
    // A mutant needs the same findings, without their paths.
    const { bundle } = compile(refused.source, refused.slug);
    if (bundle === null) throw new Error("The patch does not compile");
    const { findings } = proveWithoutPaths(refused.source, refused.slug, bundle, compile, guide);
    expect(findings).toEqual(
      alone.map((one) => ({ ...one, path: null, ...(one.causedBy && { causedBy: { ...one.causedBy, path: null } }) })),
    );
  });

  test("shows no path that the definition does not have", () => {
    const { guide } = analysed(patched({}).source, "first");
    const closed = patched({ [START]: { screens: { page: { guard: { and: ["mine", { "!": "loggedIn" }] } } } } });
    expect(analysed(closed.source, closed.slug, guide).findings.map(({ rule }) => rule)).toContain("screen-unreachable");
    const unknown = guide.map((node) => ({ ...node, by: `${node.by} of another definition` }));
    expect(analysed(patched({}).source, "first", unknown).findings).toEqual([]);
  });
});
