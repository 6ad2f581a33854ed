/** Tests that the shipped scenarios find faults that change what a depositor sees or hears and no text: mutants of each kind of look. */
import { beforeAll, describe, expect, it } from "vitest";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readScenarios, type ScenarioFiles } from "../../src/cli/scenario-files.js";
import { readSource } from "../../src/cli/source-files.js";
import { brands, compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/language/definition.js";
import { readLanguage } from "../../src/language/meta-schema.js";
import type { FlowSource } from "../../src/language/source.js";
import type { Mutant } from "../../src/mutation/mutant.js";
import { mutantsOf } from "../../src/mutation/mutants.js";
import { shownBeside } from "../../src/scenarios/presentation.js";
import { runScenario, type ScenarioOptions } from "../../src/scenarios/run-scenario.js";
import { ROOT } from "../support/sources.js";

let source: FlowSource;
let files: ScenarioFiles;
let options: ScenarioOptions;
let mutants: readonly Mutant[];
beforeAll(async () => {
  source = await readSource(ROOT);
  files = await readScenarios(ROOT, brands(source));
  options = { ...files, personas: await readPersonas(ROOT) };
  const { bundle } = compile(source, "harbor");
  if (bundle === null) throw new Error("The brand harbor does not compile.");
  mutants = mutantsOf(source, bundle.core);
}, 60_000);

/** The failures of a shipped scenario with the brand harbor. */
async function failuresOf(title: string, definitions: FlowSource): Promise<string> {
  const { bundle, problems } = compile(definitions, "harbor");
  if (bundle === null) throw new Error(problems.map(({ message }) => message).join("\n"));
  const written = files.scenarios.find((one) => one.title === title);
  if (written === undefined) throw new Error(`There is no scenario "${title}".`);
  const failures = await runScenario(await loadBundle(source, bundle), written.scenario, options);
  return failures.map(({ message }) => message).join("\n");
}

function mutantAt(id: string): Mutant {
  const found = mutants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no mutant ${id}.`);
  return found;
}

const HOME = "presentation flows/dashboard.flow.json#/screens/dashboard/body";
const TRANSACTIONS = "presentation flows/dashboard.flow.json#/screens/dashboard.transactions-list";

describe("a shipped scenario fails where a fault changes", () => {
  it.each<[what: string, mutant: string, title: string, expected: string]>([
    [
      "the state of a step",
      `${TRANSACTIONS}.details/body/timeline/steps/settled/state/if/2`,
      "The details of a submitted withdrawal",
      "[state upcoming]",
    ],
    [
      "the tone of an entry",
      "presentation flows/dashboard.flow.json#/screens/dashboard.alerts/body/list/item/tone/if/2",
      "dashboard: 2 unread alerts",
      "[tone new]",
    ],
    [
      "the severity of a notice",
      "severity flows/dashboard.flow.json#/screens/dashboard/body/review/severity",
      "Home of an account in review",
      "[severity info]",
    ],
    ["the amount of a meter", `${HOME}/insurance/value`, "Home of an account in review", "[percent 4.98]"],
    ["a period of a chart", `${HOME}/course/body/chart/ranges/periods/items/quarter/days`, "Home of an account in review", "[days 92]"],
    [
      "a column that a phone hides",
      `${TRANSACTIONS}/body/table/columns/balance/narrow`,
      "The pages of the transactions: Newer",
      "narrow hidden]",
    ],
    [
      "what a browser may fill in",
      "presentation flows/auth.flow.json#/screens/login/body/form/fields/email/autocomplete",
      "login, a visitor: fields",
      "autocomplete username]",
    ],
    [
      "a button that warns",
      "presentation flows/beneficiary.flow.json#/screens/beneficiary.remove/body/buttons/controls/only/style",
      "A beneficiary is looked at, changed and removed: Remove: Keep",
      "[style danger]",
    ],
    [
      "a link that becomes a button",
      "presentation flows/beneficiary.flow.json#/screens/beneficiary.list/body/buttons/controls/done/style",
      "A joint holder only looks at the beneficiaries",
      "Done [style link]",
    ],
  ])("%s", async (_what, id, title, expected) => {
    const mutant = mutantAt(id);
    const mutated: FlowSource = { files: new Map(source.files).set(mutant.file, mutant.text()) };
    expect(await failuresOf(title, source)).toBe("");
    const failures = await failuresOf(title, mutated);
    expect(failures).toMatch(/^(?:content|controls): expected /m);
    expect(failures).toContain(expected);
  });
});

describe("shownBeside", () => {
  const beside = (block: string, part: Readonly<Record<string, Json>>) => {
    const language = readLanguage(source);
    return shownBeside(part, language.block(block) ?? {}, language, (value) => value as Json);
  };

  it("has the keywords that the schema of the block declares as visible", () => {
    expect(beside("notice", { block: "notice", severity: "warning", heading: "On hold", markdown: "" })).toBe("[severity warning]");
    expect(beside("text", { block: "text", markdown: "" })).toBe("");
    expect(beside("form", { block: "form", username: null })).toBe("");
  });

  it.each<[value: Json, limit: Json, percent: string]>([
    ["12450.00", "250000.00", "4.98"],
    [null, "250000.00", "0"],
    ["-1.00", "250000.00", "0"],
    ["250000.00", "250000.00", "100"],
    ["250000.01", "250000.00", "over 100"],
  ])("has an amount of %s within %s as %s percent", (value, limit, percent) => {
    expect(beside("meter", { block: "meter", value, limit })).toBe(`[percent ${percent}]`);
  });
});
