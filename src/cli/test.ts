/** Exports `flows test`: runs the scenarios of `flows/scenarios` in the runtime, without a browser. */
import { watch } from "node:fs";
import { basename, join } from "node:path";
import { brands } from "../compiler/compile.js";
import { noSuch } from "../language/suggest.js";
import { comparesNothing } from "../scenarios/expand-cases.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { type FoundControls, runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import type { Answer } from "../scenarios/scenario.js";
import type { Session } from "../scenarios/session.js";
import { type Sight, sightOf } from "../scenarios/sight.js";
import { AbsentTexts } from "./absent-texts.js";
import { parseArguments } from "./arguments.js";
import { compileBrand } from "./brand-bundle.js";
import type { BrowserPlay } from "./browser/open-context.js";
import { playWalk } from "./browser/play-walk.js";
import { COMMANDS } from "./commands.js";
import { FlowsWrong, type Io, Usage } from "./io.js";
import { WrongFiles } from "./json-file.js";
import { loadBundle } from "./load-bundle.js";
import { readPersonaFiles, readPersonas } from "./persona-files.js";
import { recordAll, updateAll } from "./rewrite-scenarios.js";
import { rejectedFills, unselectedAnswers, unusedAnswers } from "./scenario-answers.js";
import { BROKEN_ANSWER, readScenarios, type ScenarioFiles, type WrittenScenario, type WrongScenario } from "./scenario-files.js";
import { printText, REPORTS, type Report, type ScenarioResult } from "./scenario-reports.js";
import { readSource } from "./source-files.js";

/** The pause after a change of a file before the scenarios run again, in milliseconds: an editor writes several at once. */
const WATCH_PAUSE = 100;

interface Selection {
  readonly brand: string | undefined;
  /** Parts of titles, or paths of files, whole or from one of their folders on; none selects all. */
  readonly patterns: readonly string[];
}

/** The selected scenarios, and the brands to run them with. */
interface Selected {
  readonly scenarios: readonly WrittenScenario[];
  readonly wrong: readonly WrongScenario[];
  readonly loaded: ReadonlyMap<string, LoadedBundle>;
  /** The files of which all scenarios are selected. */
  readonly files: ScenarioFiles["files"];
  /** The slugs of all brands. */
  readonly slugs: readonly string[];
  readonly options: ScenarioOptions;
  /** The files of personas that have errors, by the names of the personas. */
  readonly faulty: ReadonlyMap<string, string>;
}

/** Compares whole names: "own.json" does not select "what-is-shown.json", which `--record` would rewrite. */
const isFile = (file: string, path: string): boolean => file === path || file.endsWith(`/${path}`);

/** `keepsSound`: see `readScenarios`. */
async function select(io: Io, { brand, patterns }: Selection, keepsSound: boolean): Promise<Selected> {
  const source = await readSource(io.root);
  const slugs = brands(source);
  if (brand !== undefined && !slugs.includes(brand)) throw new Usage(noSuch("brand", brand, slugs));
  const { scenarios, wrong, answers, brandAnswers, failureOf, files, common } = await readScenarios(io.root, slugs, keepsSound);
  const has = ({ file, title }: WrittenScenario, part: string): boolean => title.includes(part) || isFile(file, part);
  const selected = scenarios.filter((one) => patterns.length === 0 || patterns.some((part) => has(one, part)));
  // A file that cannot be read may have it.
  const missing = wrong.length > 0 ? [] : patterns.filter((part) => !selected.some((one) => has(one, part)));
  if (missing.length > 0) throw new Usage(`No scenario title or file matches "${missing.join('", "')}".`);
  const loaded = new Map<string, LoadedBundle>();
  for (const slug of brand === undefined ? slugs : [brand]) loaded.set(slug, await loadBundle(source, compileBrand(io, source, slug)));
  const [first] = loaded.values();
  const { personas, problems } = await readPersonaFiles(io.root);
  const unfit = first === undefined ? [] : [...unselectedAnswers(first.bundle.core, files, common), ...rejectedFills(first, common)];
  return {
    scenarios: selected,
    wrong: [...problems, ...wrong, ...unfit],
    files: files.filter(({ file }) => patterns.length === 0 || patterns.some((part) => isFile(file, part))),
    loaded,
    slugs,
    options: { personas, answers, brandAnswers, failureOf },
    faulty: new Map(problems.map(({ file }) => [basename(file, ".json"), file])),
  };
}

/** The brands of a scenario among those that are loaded, in their order. */
const brandsOf = ({ scenario }: WrittenScenario, { loaded }: Selected): readonly string[] =>
  [...loaded.keys()].filter((slug) => scenario.brands?.includes(slug) ?? true);

/** The failure of a scenario that uses an answer with errors. */
const BROKEN = [{ step: 0, message: "It did not run as written: an answer of flows/scenarios/answers.json that it uses has errors." }];

/** `play`: the browser in which scenarios are also played. */
async function runAll(io: Io, selection: Selection, play: BrowserPlay | null = null): Promise<Report> {
  const selected = await select(io, selection, true).catch((error: unknown) => {
    if (error instanceof WrongFiles) return error;
    throw error;
  });
  // Without the data that scenarios have in common, none of them can run.
  if (selected instanceof WrongFiles) return { results: [], wrong: selected.problems };
  const results: ScenarioResult[] = [];
  const usedAnswers = new Set<Answer>();
  // One brand or file alone may lack the page that shows a text.
  const isWhole = selection.brand === undefined && selection.patterns.length === 0;
  const absentTexts = isWhole ? absentTextsOf(selected) : null;
  const found = new Map([...selected.loaded.keys()].map((brand) => [brand, { pressed: new WeakMap(), forms: new WeakMap() }]));
  for (const written of selected.scenarios) {
    for (const brand of brandsOf(written, selected)) {
      const began = io.now();
      let usesBroken = false;
      const options = {
        ...selected.options,
        found: found.get(brand) as FoundControls,
        used: (one: Answer) => {
          usedAnswers.add(one);
          usesBroken ||= one === BROKEN_ANSWER;
        },
        performed: (step: number, session: Session) => absentTexts?.observe(written.scenario.steps[step], session),
      };
      const faulty = selected.faulty.get(written.scenario.given?.persona ?? "");
      const { screen, failures } =
        faulty === undefined
          ? await runOne(selected.loaded.get(brand) as LoadedBundle, written, options, play)
          : { screen: null, failures: [{ step: 0, message: `It did not run: ${faulty} has errors.` }] };
      results.push({ written, brand, screen, failures: usesBroken ? BROKEN : failures, milliseconds: io.now() - began });
    }
  }
  // One brand may call what another one does not, and a walk that fails ends before its last calls.
  const failing = new Set(results.flatMap(({ written, failures }) => (failures.length > 0 ? [written.file] : [])));
  const complete = selection.brand === undefined ? selected.files.filter(({ file }) => !failing.has(file)) : [];
  // Any scenario may show a text, also one that fails.
  const stale = failing.size === 0 ? (absentTexts?.stale() ?? []) : [];
  const idle = selected.scenarios.filter(comparesNothing).map(({ file, title, scenario, place }) => {
    const message = `"${title}" compares nothing, so it passes whatever is shown: add a "see" step, or let --record write what is shown.`;
    return { file, ...place(scenario.steps.length), message };
  });
  return { results, wrong: [...selected.wrong, ...idle, ...unusedAnswers(complete, (answer) => usedAnswers.has(answer)), ...stale] };
}

function absentTextsOf({ scenarios, loaded, options: { answers, brandAnswers = {}, personas } }: Selected): AbsentTexts {
  const bundles = [...loaded.values()].map(({ bundle }) => bundle);
  return new AbsentTexts(scenarios, bundles, [answers, brandAnswers, personas]);
}

type Outcome = Pick<ScenarioResult, "screen" | "failures">;

async function runOne(
  loaded: LoadedBundle,
  { scenario }: WrittenScenario,
  options: ScenarioOptions,
  play: BrowserPlay | null,
): Promise<Outcome> {
  let ended: Session | null = null;
  const begun = (session: Session): void => {
    ended = session;
  };
  const sights: (Sight | null)[] = [];
  const performed = (step: number, session: Session): void => {
    options.performed?.(step, session);
    if (play !== null) sights[step] = sightOf(session);
  };
  const failures = await runScenario(loaded, scenario, { ...options, begun, performed });
  if (play === null || failures.length > 0) return { screen: screenOf(ended), failures };
  const differences = await playWalk(play, loaded, scenario, sights, options);
  return { screen: sights[differences[0]?.step ?? -1]?.screen ?? null, failures: differences };
}

const screenOf = (session: Session | null): string | null => session?.screen?.resolution.screen ?? null;

/** The address of a product on this machine, whose answers the browser replaces by the scenario's. */
function productAt(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "http:" || url.hostname !== "localhost")
    throw new Usage(`--at needs the address of a running product on this machine, such as ${PRODUCT}, and not ${text}.`);
  return url;
}

/** Where `npm start` serves the product. */
const PRODUCT = "http://localhost:3000";

async function runInBrowser(io: Io, selection: Selection, at: string | undefined): Promise<Report> {
  const product = productAt(at ?? PRODUCT);
  await fetch(product).catch((cause: unknown) => {
    throw new Usage(`Nothing answers at ${product.origin}: start the product with "npm start", or name its address with --at.`, { cause });
  });
  // Only this needs the package that drives a browser.
  const { launchChromium } = await import("./browser/chromium.js");
  const browser = await launchChromium();
  try {
    return await runAll(io, selection, { browser, product, width: 1280 });
  } finally {
    await browser.close();
  }
}

/** The selected scenarios, each with its brands. */
const applied = (selected: Selected) =>
  selected.scenarios.map((written) => ({
    written,
    brands: brandsOf(written, selected).map((slug) => selected.loaded.get(slug) as LoadedBundle),
    isForOthers: (written.scenario.brands ?? selected.slugs).some((slug) => !selected.loaded.has(slug)),
  }));

/** The selected scenarios, to be written: the errors of personas and of answers are thrown as `WrongFiles`. */
async function selectToWrite(io: Io, selection: Selection): Promise<Selected> {
  await readPersonas(io.root);
  return select(io, selection, false);
}

async function recordSelected(io: Io, selection: Selection): Promise<void> {
  const selected = await selectToWrite(io, selection);
  await recordAll(io, applied(selected), selected.options);
}

async function updateSelected(io: Io, selection: Selection): Promise<void> {
  const selected = await selectToWrite(io, selection);
  await updateAll(io, applied(selected), selected.options);
}

/** A run without a scenario would pass whatever is wrong. */
function requireScenarios({ results, wrong }: Report, { brand, patterns }: Selection): void {
  if (results.length > 0 || wrong.length > 0) return;
  const where = patterns.length === 0 ? "flows/scenarios" : patterns.join(", ");
  throw new Usage(brand === undefined ? `There is no scenario in ${where}.` : `No scenario of ${where} is for the brand "${brand}".`);
}

const isGood = ({ results, wrong }: Report): boolean => wrong.length === 0 && results.every(({ failures }) => failures.length === 0);

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags, rest } = parseArguments(args, COMMANDS.test);
  const format = options.format ?? "text";
  const print = Object.hasOwn(REPORTS, format) ? REPORTS[format] : undefined;
  if (print === undefined) throw new Usage(noSuch("format", format, Object.keys(REPORTS)));
  const selection = { brand: options.brand, patterns: rest };
  if (flags.has("record")) await recordSelected(io, selection);
  if (flags.has("update")) await updateSelected(io, selection);
  if (flags.has("watch")) return watchAll(io, selection);
  const report = flags.has("browser") ? await runInBrowser(io, selection, options.at) : await runAll(io, selection);
  requireScenarios(report, selection);
  await print(report, io);
  return isGood(report) ? 0 : 1;
}

/** Runs the scenarios after each change of a flow, until the process ends. */
async function watchAll(io: Io, selection: Selection): Promise<number> {
  const once = async () => {
    try {
      await printText(await runAll(io, selection), io);
    } catch (error) {
      // The errors of the flows are printed.
      if (!(error instanceof FlowsWrong)) throw error;
    }
  };
  await once();
  const changed = new Set<string>();
  for (const folder of ["flows", "schemas"])
    watch(join(io.root, folder), { recursive: true }, (_event, file) => void changed.add(file ?? folder));
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, WATCH_PAUSE));
    if (changed.size === 0) continue;
    changed.clear();
    await once();
  }
}
