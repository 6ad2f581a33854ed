/** Tests of the space that the proofs of all brands share: each finds what it finds alone, and needs few nodes of its own. `npm test` has the small flows, `npm run test:full` the shipped ones. */
import { describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { FlowSource } from "../../src/language/source.js";
import { RecentSpaces } from "../../src/verifier/abstraction/recent-spaces.js";
import { type Analysis, type AnalysisInput, analyse, distinctLogic, logicOf } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { prove } from "../../src/verifier/prove.js";
import { LIMITS } from "../../src/verifier/search/limits.js";
import { patched } from "../rules/rule-examples.js";
import { partOf } from "../support/part.js";

const START = "flows/start.flow.json";

function inputOf(source: FlowSource, slug: string): AnalysisInput {
  const { bundle, problems } = compile(source, slug);
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return analysisInput(source, slug, bundle, compile);
}

/** What a depositor or a configurator could notice. */
const verdictOf = ({ findings, unmatched, states, leftOut, variables }: Analysis) => ({
  findings,
  unmatched,
  states,
  leftOut,
  classes: Object.fromEntries(variables.map(({ name, classes }) => [name, classes])),
});

describe("the space of all brands", () => {
  if (partOf() === "full") {
    test("changes no verdict, and decides a brand with fewer nodes than its own space", async () => {
      const source = await readSource(".");
      const [harbor, juniper] = [inputOf(source, "harbor"), inputOf(source, "juniper")];
      const shared = distinctLogic([...logicOf(harbor), ...logicOf(juniper)]);
      const spaces = new RecentSpaces();
      const first = analyse(harbor, { reach: true, spaces, shared });
      expect(verdictOf(first)).toEqual(verdictOf(analyse(harbor)));
      // Too few for a search whose diagrams are not there yet.
      const limits = { ...LIMITS, searchBddNodes: 300_000 };
      expect(analyse(juniper, { reach: true, limits }).findings.map(({ rule }) => rule)).toContain("screen-undecided");
      const second = analyse(juniper, { reach: true, spaces, shared, limits });
      expect(verdictOf(second)).toEqual(verdictOf(analyse(juniper)));
    }, 240_000);
    return;
  }

  test("changes neither the findings nor their witnesses", () => {
    const { source, slug } = patched({ [START]: { screens: { page: { guard: { and: ["mine", { "!": "loggedIn" }] } } } } });
    const input = inputOf(source, slug);
    const alone = analyse(input);
    expect(alone.findings.map(({ rule }) => rule)).toContain("screen-unreachable");
    const finer = distinctLogic([...logicOf(input), { "===": [{ var: "brand.slug" }, "second"] }]);
    expect(analyse(input, { reach: true, shared: finer }).findings).toEqual(alone.findings);
  });

  test("is not used where the predicates of the brands cannot be in one space", () => {
    const { source, slug } = patched({});
    const input = inputOf(source, slug);
    const unknown = distinctLogic([...logicOf(input), { "===": [{ var: "app.of_another_schema" }, true] }]);
    expect(verdictOf(analyse(input, { reach: true, shared: unknown }))).toEqual(verdictOf(analyse(input)));
  });

  test("leaves out a brand whose proof cannot begin", () => {
    const { source, slug } = patched({});
    const { bundle } = compile(source, slug);
    if (bundle === null) throw new Error("The small flows do not compile.");
    const states = prove(source, slug, bundle, compile).states;
    const again = { files: new Map(source.files) };
    again.files.set(START, `${again.files.get(START)}\n`);
    const brands = new Map([
      [slug, bundle],
      ["missing", bundle],
    ]);
    expect(prove(again, slug, bundle, compile, { brands })).toMatchObject({ states, findings: [] });
  });
});
