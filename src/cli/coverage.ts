/** Exports `flows coverage`: which parts of the definitions the scenarios cover, and scenarios for the others. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brands, compile } from "../compiler/compile.js";
import { matchPath } from "../engine/paths.js";
import { queryToState } from "../engine/resolve.js";
import type { Json } from "../language/definition.js";
import { type LinkedOutcomes, linkOutcomes, type OutcomesFile } from "../language/outcomes.js";
import {
  COVERAGE_KINDS,
  type CoverageItem,
  type CoverageResult,
  chosenName,
  coverageOf,
  fieldName,
  linkName,
  observation,
  shownTextName,
} from "../scenarios/coverage.js";
import { expandCases } from "../scenarios/expand-cases.js";
import { rowsOf } from "../scenarios/expectations.js";
import { Corpus, Exploration, type Position } from "../scenarios/explore.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { ConditionRecord } from "../scenarios/observe-conditions.js";
import { createReadRecord } from "../scenarios/read-record.js";
import { runScenario, type ScenarioOptions, usualAnswers } from "../scenarios/run-scenario.js";
import type { Scenario, Step } from "../scenarios/scenario.js";
import { comparedTexts, type ScreenTexts, textsByScreen } from "../scenarios/screen-texts.js";
import type { Session } from "../scenarios/session.js";
import { prove } from "../verifier/prove.js";
import { parseArguments } from "./arguments.js";
import { compileBrand, loadBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { type Io, Usage } from "./io.js";
import { loadBundle } from "./load-bundle.js";
import { readPersonas } from "./persona-files.js";
import { coverageOfProof } from "./proof-coverage.js";
import { readScenarios } from "./scenario-files.js";
import { stateFindings } from "./state-check.js";
import { writeDestinations } from "./write-destinations.js";
import { type Found, Tables, writeFound } from "./write-found.js";

/** How often the search continues what it has found. */
const ROUNDS = 10;

/** The round in which the search changes the depositors. */
const VARIED_ROUND = 5;

/** The number of scenarios that the search tries. */
const TRIES = 8000;

/** The search covers the first by chance only, and compares no texts. */
const UNSEARCHED: ReadonlySet<CoverageItem["kind"]> = new Set(["decides", "text", "branch"]);

/** Which scenario covers something does not matter. */
const ANY_SCENARIO = 0;

/** Runs scenarios of a brand, and notes what they cover. */
class Coverage {
  readonly #record = createReadRecord();
  readonly #conditions: ConditionRecord;
  readonly #seen = new Set<string>();
  readonly #texts: ScreenTexts;
  readonly #json: Pick<LoadedBundle, "bundle">;

  constructor(
    readonly loaded: LoadedBundle,
    readonly options: ScenarioOptions,
    readonly outcomes: LinkedOutcomes,
  ) {
    this.#conditions = new ConditionRecord(loaded.bundle.core);
    // As plain JSON: a compiled bundle may contain an object twice, whose readers could not be distinguished.
    this.#texts = textsByScreen(loaded);
    this.#json = { bundle: JSON.parse(JSON.stringify(loaded.bundle)) as LoadedBundle["bundle"] };
  }

  /** `performed` receives the session after each step. Returns whether the steps could be performed. */
  async run(scenario: Scenario, performed: (step: number, session: Session) => void): Promise<boolean> {
    const loaded = { ...this.loaded, ...this.#record.observed(this.#json, ANY_SCENARIO) };
    const failures = await runScenario(loaded, scenario, {
      ...this.options,
      performed: (step, session) => {
        this.#observe(session, scenario.steps[step]);
        performed(step, session);
      },
    });
    return failures.length === 0;
  }

  #observe(session: Session, step?: Step): void {
    const { screen, pressed } = session;
    if (screen === null) return;
    this.#seen.add(observation("screen", screen.resolution.screen));
    const { names = [], branches = [] } = step === undefined ? {} : comparedTexts(session, step);
    for (const text of names) this.#seen.add(observation("text", shownTextName(screen.resolution.screen, text)));
    for (const branch of branches) this.#seen.add(observation("branch", branch));
    for (const { screen, control } of pressed) {
      this.#seen.add(observation("text", shownTextName(screen, control.label)));
      if (control.go !== undefined) this.#seen.add(observation("link", linkName(screen, JSON.parse(JSON.stringify(control.go)))));
      if (control.suggestion !== undefined) this.#seen.add(observation("lookup", chosenName(control.suggestion.lookup)));
    }
    const tried = step !== undefined && "try" in step ? rowsOf(step.try, step.brands, session.core.brand.slug) : {};
    const refused = Object.keys(tried).filter((path) => Object.values(tried[path] ?? {}).some((error) => error !== null));
    for (const path of [...Object.keys(session.errors), ...refused])
      for (const { key } of session.content()?.forms ?? [])
        this.#seen.add(observation("field", fieldName(screen.resolution.screen, key, path)));
    this.#conditions.observe(session.scope);
    // The guard of an address is evaluated there; a depositor who is redirected is elsewhere after the step.
    if (step !== undefined && "open" in step) this.#conditions.observe({ ...session.scope, route: this.#routeOf(step.open) });
  }

  #routeOf(address: string): Json {
    const { pathname, search } = new URL(address, "http://passbook");
    const { route } = queryToState(matchPath(this.loaded.bundle.core, pathname), { search, state: null });
    return { ...route };
  }

  results(): readonly CoverageResult[] {
    const { bundle } = this.loaded;
    const seen = new Set([...this.#seen, ...this.#conditions.observations()]);
    return coverageOf(bundle, this.outcomes, { record: this.#record, seen }, this.#texts);
  }
}

/** Walks and tables that cover more, each the shortest that was found. */
async function explore(
  coverage: Coverage,
  exploration: Exploration,
  tables: Tables,
  unreachable: Readonly<Record<string, string>>,
  progress: (text: string) => void,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const wanted = (): readonly CoverageResult[] => coverage.results().filter((item) => unreachable[placeOf(item)] === undefined);
  let tries = 0;
  const attempt = async (scenario: Scenario, screen: string): Promise<void> => {
    const uncovered = missing(wanted());
    const last = scenario.steps.length - 1;
    const isPerformed = await coverage.run(scenario, (step, session) => {
      if (step === last) exploration.add(scenario, session);
    });
    if (isPerformed && missing(wanted()).size < uncovered.size) found.push({ scenario, screen });
  };
  const tabulate = async (position: Position): Promise<void> => {
    for (const table of await tables.at(position)) {
      const before = wanted();
      const { scenario, failures } = table;
      for (const walk of expandCases("", failures === undefined ? scenario : { ...scenario, failures }))
        await coverage.run(walk.scenario, () => {});
      const coversMore = missing(wanted()).size < missing(before).size;
      // A recorded table also compares the texts of its screen.
      if (coversMore || hasUncoveredText(before, position.screen)) found.push(table);
    }
  };
  const first: Position[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = wanted().filter(({ covered }) => !covered).length;
    if (open === 0) return found;
    progress(`Round ${round + 1} of at most ${ROUNDS}: ${open} not covered`);
    const positions = exploration.take();
    if (round === 0) first.push(...positions);
    for (const position of positions) await tabulate(position);
    // Another depositor is tried when no more is found with those that the scenarios have.
    const isVaried = round === VARIED_ROUND;
    for (const position of isVaried ? [...first, ...positions] : positions) {
      const uncovered = missing(wanted());
      const next = isVaried
        ? exploration.varied(position, (name) => uncovered.has(name))
        : exploration.continued(position, (name) => uncovered.has(name));
      for (const scenario of next) {
        tries += 1;
        if (tries > TRIES) return found;
        await attempt(scenario, position.screen);
      }
    }
  }
  return found;
}

const missing = (results: readonly CoverageResult[]): ReadonlySet<string> =>
  new Set(results.filter(({ covered, kind }) => !covered && !UNSEARCHED.has(kind)).map(({ name }) => name));

const hasUncoveredText = (results: readonly CoverageResult[], screen: string): boolean =>
  results.some(({ kind, covered, name }) => kind === "text" && !covered && name.startsWith(`${screen}: `));

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.coverage);
  const { format = "text", brand } = options;
  if (format !== "text" && format !== "json") throw new Usage("--format is text or json.");
  const { slug, source, bundle } = await loadBrand(io, brand);
  const slugs = brands(source);
  const files = await readScenarios(io.root, slugs);
  const loaded = await loadBundle(source, bundle);
  const { answers, brandAnswers, failureOf } = files;
  const scenarioOptions = { personas: await readPersonas(io.root), answers, brandAnswers, failureOf };
  const outcomes = JSON.parse(await readFile(join(io.root, "flows/outcomes.json"), "utf8")) as OutcomesFile;
  const linked = linkOutcomes(bundle.core, outcomes);
  const coverage = new Coverage(loaded, scenarioOptions, linked);
  const corpus = new Corpus();
  for (const [operation, answer] of Object.entries(usualAnswers(bundle.core, scenarioOptions))) corpus.addAnswer(operation, answer);
  for (const [schemaId, fill] of Object.entries(files.fills)) corpus.addFill(schemaId, fill);
  const wrongIn = stateFindings(source.files.get("schemas/state.schema.json") ?? "");
  const exploration = new Exploration(bundle, linked, corpus, (slices) => wrongIn(slices).length === 0);
  const known = new Set<string>();
  for (const { scenario } of files.scenarios.filter(({ scenario }) => scenario.brands?.includes(slug) ?? true))
    await coverage.run(scenario, (index, session) => observeStep({ corpus, exploration, known }, scenario, index, session));
  if (flags.has("write")) {
    const all = new Map<string, LoadedBundle>();
    for (const name of slugs) all.set(name, name === slug ? loaded : await loadBundle(source, compileBrand(io, source, name)));
    const tables = new Tables(exploration, corpus, Object.keys(outcomes.common), all, scenarioOptions, known);
    const found = await explore(coverage, exploration, tables, files.unreachable, io.warn);
    await writeDestinations(io, files.scenarios, all, scenarioOptions.personas);
    await writeFound(io, found, files.scenarios, all, slug, scenarioOptions);
  }
  const results = coverage.results();
  const stale = staleReasons(results, files.unreachable);
  const { replayed } = prove(source, slug, bundle, compile);
  const proof = new Set(coverageOfProof(bundle, linked, replayed).flatMap((item) => (item.covered ? [placeOf(item)] : [])));
  const withProof = results.map((item) => ({ ...item, proof: proof.has(placeOf(item)) }));
  await io.write(format === "json" ? `${JSON.stringify(withProof, null, 2)}\n` : textReport(withProof, files.unreachable, stale));
  return stale.length === 0 ? 0 : 1;
}

const placeOf = ({ kind, name }: CoverageItem): string => `${kind} ${name}`;

/** The reasons of `unreachable` for something that scenarios cover, or that does not exist. */
function staleReasons(results: readonly CoverageResult[], unreachable: Readonly<Record<string, string>>): readonly string[] {
  const open = new Set(results.filter(({ covered }) => !covered).map(placeOf));
  return Object.keys(unreachable).filter((place) => !open.has(place));
}

/** The facts about the existing scenarios: their data, their positions, and the names of their tables. */
interface Known {
  readonly corpus: Corpus;
  readonly exploration: Exploration;
  readonly known: Set<string>;
}

/** Keeps the data of a step, and where the depositor is after it. */
function observeStep({ corpus, exploration, known }: Known, scenario: Scenario, index: number, session: Session): void {
  const step = scenario.steps[index];
  if (step === undefined || "see" in step) return;
  const screen = session.screen?.resolution.screen ?? "";
  if ("try" in step) for (const { key } of session.content()?.forms ?? []) known.add(Tables.ofForm(screen, key));
  if ("answer" in step) corpus.addAnswer(step.answer, step);
  if ("answers" in step) for (const [operation, answer] of Object.entries(step.answers)) corpus.addAnswer(operation, answer);
  if ("fill" in step) {
    const [field = ""] = Object.keys(step.fill);
    const form = session.content()?.forms.find(({ fields }) => fields.order.some((name) => name.split(/[.[]/)[0] === field.split(".")[0]));
    if (form !== undefined) corpus.addFill(form.schemaId, step.fill);
    return;
  }
  const { action = "" } = session.pressed.at(-1)?.control ?? {};
  const next = scenario.steps.slice(index + 1).find((one) => !("see" in one));
  if (next !== undefined && "answer" in next && next.changes !== undefined) known.add(Tables.ofCall(screen, next.answer, action));
  const steps = scenario.steps.slice(0, index + 1).filter((one) => !("see" in one || "try" in one));
  exploration.add({ ...scenario, steps }, session);
}

/** What scenarios cover, and whether a path that the proof replayed covers it as well. */
interface BothResults extends CoverageResult {
  readonly proof: boolean;
}

/** Covered and total by kind, what no scenario covers, and what cannot occur, which does not count. */
function textReport(all: readonly BothResults[], unreachable: Readonly<Record<string, string>>, stale: readonly string[]): string {
  const results = all.filter((result) => result.covered || unreachable[placeOf(result)] === undefined);
  const row = (kind: string, scenarios: string, proof: string): string => `${kind.padEnd(13)} ${scenarios.padEnd(10)} ${proof}`;
  const lines: string[] = [row("", "scenarios", "paths of the proof")];
  for (const kind of COVERAGE_KINDS) {
    const own = results.filter((result) => result.kind === kind);
    const count = (isCovered: (result: BothResults) => boolean): string => `${own.filter(isCovered).length}/${own.length}`;
    if (own.length > 0)
      lines.push(
        row(
          kind,
          count(({ covered }) => covered),
          count(({ proof }) => proof),
        ),
      );
  }
  const open = results.filter(({ covered }) => !covered);
  if (open.length > 0)
    lines.push("", "Not covered:", ...open.map(({ kind, name, proof }) => `${kind}  ${name}${proof ? " (on a path of the proof)" : ""}`));
  const excluded = all.filter((result) => !results.includes(result));
  if (excluded.length > 0)
    lines.push("", "Cannot occur:", ...excluded.map((result) => `${result.kind}  ${result.name}: ${unreachable[placeOf(result)]}`));
  if (stale.length > 0) lines.push("", 'Remove from "unreachable", as it is covered or does not exist:', ...stale);
  const count = results.length - open.length;
  lines.push(
    "",
    `COVERED ${count}/${results.length} (${results.length === 0 ? 100 : Math.round((1000 * count) / results.length) / 10} %)`,
    "",
  );
  return lines.join("\n");
}
