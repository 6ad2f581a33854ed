/** Exports `flows test`: runs the scenarios of `flows/scenarios` in the runtime, without a browser. */
import { watch } from "node:fs";
import { join } from "node:path";
import { brands } from "../compiler/compile.js";
import type { FlowSource } from "../language/source.js";
import { noSuch } from "../language/suggest.js";
import { comparesNothing } from "../scenarios/expand-cases.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { AbsentTexts } from "./absent-texts.js";
import { parseArguments } from "./arguments.js";
import { isStarted, sendRuns, startOtherBrands } from "./brand-processes.js";
import type { BrowserPlay } from "./browser/open-context.js";
import { COMMANDS } from "./commands.js";
import { FlowsWrong, type Io, Usage } from "./io.js";
import { WrongFiles } from "./json-file.js";
import { readPersonas } from "./persona-files.js";
import { recordAll, updateAll } from "./rewrite-scenarios.js";
import { type BrandRuns, runBrands } from "./run-brands.js";
import { unusedAnswers } from "./scenario-answers.js";
import type { WrittenScenario } from "./scenario-files.js";
import { printText, REPORTS, type Report } from "./scenario-reports.js";
import { brandsOf, type Selected, type Selection, select } from "./selected-scenarios.js";
import { readSource } from "./source-files.js";

/** The pause after a change of a file before the scenarios run again, in milliseconds: an editor writes several at once. */
const WATCH_PAUSE = 100;

/** Runs the selected scenarios with their brands. `play`: the browser in which they are also played. */
async function runAll(io: Io, selection: Selection, play: BrowserPlay | null = null): Promise<Report> {
  const source = await readSource(io.root);
  const others = play === null ? startOtherBrands(io, brands(source).length, selection) : null;
  try {
    const own = await runOwn(io, source, { ...selection, shard: others?.shard ?? selection.shard }, play);
    return own instanceof WrongFiles
      ? { results: [], wrong: own.problems }
      : reportOf(own, [own.runs, ...((await others?.runs()) ?? [])], selection);
  } finally {
    others?.stop();
  }
}

interface OwnRuns {
  readonly selected: Selected;
  readonly absentTexts: AbsentTexts | null;
  readonly runs: BrandRuns;
}

/** The runs of this process; the errors in the data that scenarios have in common, without which none of them can run. */
async function runOwn(io: Io, source: FlowSource, selection: Selection, play: BrowserPlay | null): Promise<OwnRuns | WrongFiles> {
  const selected = await select(io, source, selection, true).catch((error: unknown) => {
    if (error instanceof WrongFiles) return error;
    throw error;
  });
  if (selected instanceof WrongFiles) return selected;
  // One brand or file alone may lack the page that shows a text.
  const absentTexts = selection.brand === undefined && selection.patterns.length === 0 ? absentTextsOf(selected) : null;
  return { selected, absentTexts, runs: await runBrands(io, selected, absentTexts, play) };
}

/** Runs a part of the brands for the process that has started this one, and that finds the same errors in the common data. */
async function runPart(io: Io, selection: Selection): Promise<number> {
  const own = await runOwn(io, await readSource(io.root), selection, null);
  if (own instanceof WrongFiles) return 1;
  sendRuns(own.runs);
  return 0;
}

/** `runs`: of the brands of all processes. */
function reportOf({ selected, absentTexts }: OwnRuns, runs: readonly BrandRuns[], { brand, shard }: Selection): Report {
  const results = runs
    .flatMap((one) => one.results)
    .sort((one, other) => one.index - other.index)
    .map(({ index, ...result }) => ({ ...result, written: selected.scenarios[index] as WrittenScenario }));
  const hasAllBrands = brand === undefined && shard === undefined;
  // One brand may call what another one does not, and a walk that fails ends before its last calls.
  const failing = new Set(results.flatMap(({ written, failures }) => (failures.length > 0 ? [written.file] : [])));
  const complete = hasAllBrands ? selected.files.filter(({ file }) => !failing.has(file)) : [];
  // Any scenario may show a text, also one that fails.
  const stale = hasAllBrands && failing.size === 0 ? (absentTexts?.stale(runs.map(({ neverShown }) => neverShown)) ?? []) : [];
  const idle = selected.scenarios.filter(comparesNothing).map(({ file, title, scenario, place }) => {
    const message = `"${title}" compares nothing, so it passes whatever is shown: add a "see" step, or let --record write what is shown.`;
    return { file, ...place(scenario.steps.length), message };
  });
  const used = new Set(runs.flatMap((one) => one.used));
  return { results, wrong: [...selected.wrong, ...idle, ...unusedAnswers(complete, used), ...stale] };
}

function absentTextsOf({ scenarios, loaded, options: { answers, brandAnswers = {}, personas } }: Selected): AbsentTexts {
  const bundles = [...loaded.values()].map(({ bundle }) => bundle);
  return new AbsentTexts(scenarios, bundles, [answers, brandAnswers, personas]);
}

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
  return select(io, await readSource(io.root), selection, false);
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
  if (options.at !== undefined && !flags.has("browser")) throw new Usage("--at is the address for --browser: name both.");
  if (flags.has("watch") && (flags.has("browser") || format !== "text"))
    throw new Usage("--watch runs without a browser and prints text: leave out --browser and --format.");
  const selection = { brand: options.brand, shard: options.shard, patterns: rest };
  if (flags.has("record")) await recordSelected(io, selection);
  if (flags.has("update")) await updateSelected(io, selection);
  if (flags.has("watch")) return watchAll(io, selection);
  if (isStarted(selection)) return runPart(io, selection);
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
