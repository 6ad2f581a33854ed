/** Exports `flows coverage`: what of the definitions the scenarios cover, and scenarios for what they do not. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brands } from "../compiler/compile.js";
import { linkOutcomes, type OutcomesFile } from "../language/outcomes.js";
import { COVERAGE_KINDS, type CoverageResult, coverageOf, fieldName, linkName, observation } from "../scenarios/coverage.js";
import { Corpus, Exploration } from "../scenarios/explore.js";
import { ConditionRecord } from "../scenarios/observe-conditions.js";
import { createReadRecord } from "../scenarios/read-record.js";
import { recordScenario } from "../scenarios/record-scenario.js";
import { runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import type { Scenario } from "../scenarios/scenario.js";
import type { LoadedBundle, Session } from "../scenarios/session.js";
import { parseArguments } from "./arguments.js";
import { compileBrand, loadBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { type Io, Usage } from "./io.js";
import { loadBundle } from "./load-bundle.js";
import { readPersonas } from "./persona-files.js";
import { readScenarios } from "./scenario-files.js";

/** How often the search continues what it has found. */
const ROUNDS = 6;

/** The number of scenarios that the search tries. */
const TRIES = 3000;

/** Which scenario covers something does not matter. */
const ANY_SCENARIO = 0;

/** Runs scenarios of a brand, and notes what they cover. */
class Coverage {
  readonly #record = createReadRecord();
  readonly #conditions: ConditionRecord;
  readonly #seen = new Set<string>();
  readonly #json: Pick<LoadedBundle, "bundle">;

  constructor(
    readonly loaded: LoadedBundle,
    readonly options: ScenarioOptions,
  ) {
    this.#conditions = new ConditionRecord(loaded.bundle.core);
    // As plain JSON: a compiled bundle may contain an object twice, whose readers could not be distinguished.
    this.#json = { bundle: JSON.parse(JSON.stringify(loaded.bundle)) as LoadedBundle["bundle"] };
  }

  /** `performed` receives the session after each step. Returns whether the steps could be performed. */
  async run(scenario: Scenario, performed: (step: number, session: Session) => void): Promise<boolean> {
    const loaded = { ...this.loaded, ...this.#record.observed(this.#json, ANY_SCENARIO) };
    const failures = await runScenario(loaded, scenario, {
      ...this.options,
      performed: (step, session) => {
        this.#observe(session);
        performed(step, session);
      },
    });
    return failures.length === 0;
  }

  #observe(session: Session): void {
    const { screen, pressed } = session;
    if (screen === null) return;
    this.#seen.add(observation("screen", screen.resolution.screen));
    for (const { screen, control } of pressed)
      if (control.go !== undefined) this.#seen.add(observation("link", linkName(screen, JSON.parse(JSON.stringify(control.go)))));
    for (const path of Object.keys(session.errors))
      for (const { key } of session.content()?.forms ?? [])
        this.#seen.add(observation("field", fieldName(screen.resolution.screen, key, path)));
    this.#conditions.observe(session.scope);
  }

  results(): readonly CoverageResult[] {
    return coverageOf(this.loaded.bundle, { record: this.#record, seen: new Set([...this.#seen, ...this.#conditions.observations()]) });
  }
}

interface Found {
  readonly scenario: Scenario;
  readonly covers: readonly string[];
}

/** Scenarios that cover more, each the shortest that was found. */
async function explore(coverage: Coverage, exploration: Exploration): Promise<readonly Found[]> {
  const found: Found[] = [];
  let tries = 0;
  let uncovered = missing(coverage.results());
  for (let round = 0; round < ROUNDS && uncovered.size > 0; round += 1)
    for (const position of exploration.take())
      for (const scenario of exploration.continued(position, (name) => uncovered.has(name))) {
        tries += 1;
        if (tries > TRIES) return found;
        const last = scenario.steps.length - 1;
        const isPerformed = await coverage.run(scenario, (step, session) => {
          if (step === last) exploration.add(scenario, session);
        });
        const left = missing(coverage.results());
        if (isPerformed && left.size < uncovered.size) found.push({ scenario, covers: [...uncovered].filter((name) => !left.has(name)) });
        uncovered = left;
      }
  return found;
}

const missing = (results: readonly CoverageResult[]): ReadonlySet<string> =>
  new Set(results.filter(({ covered, kind }) => !covered && kind !== "decides").map(({ name }) => name));

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.coverage);
  const { format = "text", brand } = options;
  if (format !== "text" && format !== "json") throw new Usage("--format is text or json.");
  const { slug, source, bundle } = await loadBrand(io, brand);
  const slugs = brands(source);
  const files = await readScenarios(io.root, slugs);
  const loaded = await loadBundle(source, bundle);
  const scenarioOptions = { personas: await readPersonas(io.root), answers: files.answers, messageOf: files.messageOf };
  const coverage = new Coverage(loaded, scenarioOptions);
  const corpus = new Corpus();
  for (const [operation, answer] of Object.entries(files.answers)) corpus.addAnswer(operation, answer);
  const outcomes = JSON.parse(await readFile(join(io.root, "flows/outcomes.json"), "utf8")) as OutcomesFile;
  const exploration = new Exploration(bundle, linkOutcomes(bundle.core, outcomes), corpus);
  for (const { scenario } of files.scenarios.filter(({ scenario }) => scenario.brands?.includes(slug) ?? true))
    await coverage.run(scenario, (index, session) => observeStep(corpus, exploration, scenario, index, session));
  if (flags.has("write")) {
    const all = new Map<string, LoadedBundle>();
    for (const name of slugs) all.set(name, name === slug ? loaded : await loadBundle(source, compileBrand(io, source, name)));
    await write(io, await explore(coverage, exploration), all, slug, scenarioOptions);
  }
  const results = coverage.results();
  await io.write(format === "json" ? `${JSON.stringify(results, null, 2)}\n` : textReport(results));
  return 0;
}

/** Keeps the data of a step, and where the depositor is after it. */
function observeStep(corpus: Corpus, exploration: Exploration, scenario: Scenario, index: number, session: Session): void {
  const step = scenario.steps[index];
  if (step === undefined || "see" in step) return;
  if ("answer" in step) corpus.addAnswer(step.answer, step);
  if ("answers" in step) for (const [operation, answer] of Object.entries(step.answers)) corpus.addAnswer(operation, answer);
  if ("fill" in step) {
    const [field = ""] = Object.keys(step.fill);
    const form = session.content()?.forms.find(({ fields }) => fields.order.some((name) => name.split(/[.[]/)[0] === field.split(".")[0]));
    if (form !== undefined) corpus.addFill(form.schemaId, step.fill);
    return;
  }
  const steps = scenario.steps.slice(0, index + 1).filter((one) => !("see" in one));
  exploration.add({ ...scenario, steps }, session);
}

/** Adds scenarios to the file of the journey in which each ends. */
async function write(
  io: Io,
  found: readonly Found[],
  loadedBrands: ReadonlyMap<string, LoadedBundle>,
  slug: string,
  options: ScenarioOptions,
): Promise<void> {
  const own = loadedBrands.get(slug) as LoadedBundle;
  const { core } = own.bundle;
  const all = [...loadedBrands.values()].map((loaded) => ({ loaded, known: new Set<string>() }));
  const [only] = all.filter(({ loaded }) => loaded === own);
  const texts = new Map<string, { scenarios: Record<string, Scenario> }>();
  for (const { scenario, covers } of found) {
    const [first = ""] = covers;
    const screen = Object.keys(core.screens)
      .filter((id) => first.startsWith(`${id}.`) || first.startsWith(`${id}:`))
      .sort((one, other) => other.length - one.length)[0];
    const file = `flows/scenarios/${core.screens[screen ?? ""]?.journey ?? "auth"}.json`;
    const shared = scenario.brands === undefined ? await recordScenario(all, scenario, options) : null;
    const steps = shared ?? (only === undefined ? null : await recordScenario([only], scenario, options));
    if (steps === null) continue;
    const content = texts.get(file) ?? (await readFileOf(join(io.root, file)));
    content.scenarios[titleFor(`covers ${first}`, content.scenarios)] = {
      ...(shared === null ? { brands: [slug] } : {}),
      ...scenario,
      steps,
    };
    texts.set(file, content);
  }
  for (const [file, content] of texts) await writeFile(join(io.root, file), `${JSON.stringify(content, null, 2)}\n`);
}

/** The file of a journey, or an empty one where it has none. */
async function readFileOf(path: string): Promise<{ scenarios: Record<string, Scenario> }> {
  if (!existsSync(path)) return { scenarios: {} };
  return JSON.parse(await readFile(path, "utf8")) as { scenarios: Record<string, Scenario> };
}

function titleFor(title: string, others: Readonly<Record<string, Scenario>>): string {
  for (let number = 1; ; number += 1) {
    const full = number === 1 ? title : `${title} (${number})`;
    if (!Object.hasOwn(others, full)) return full;
  }
}

/** Covered and total by kind, and what is not covered. */
function textReport(results: readonly CoverageResult[]): string {
  const lines: string[] = [];
  for (const kind of COVERAGE_KINDS) {
    const own = results.filter((result) => result.kind === kind);
    if (own.length > 0) lines.push(`${kind.padEnd(13)} ${own.filter(({ covered }) => covered).length}/${own.length}`);
  }
  const open = results.filter(({ covered }) => !covered);
  if (open.length > 0) lines.push("", "Not covered:", ...open.map(({ kind, name }) => `${kind}  ${name}`));
  const count = results.length - open.length;
  lines.push(
    "",
    `COVERED ${count}/${results.length} (${results.length === 0 ? 100 : Math.round((1000 * count) / results.length) / 10} %)`,
    "",
  );
  return lines.join("\n");
}
