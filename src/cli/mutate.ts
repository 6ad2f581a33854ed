/** Exports `flows mutate`: makes small faults in the definitions and reports which the checker and the scenarios do not find. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { brands } from "../compiler/compile.js";
import type { BundleCore } from "../language/bundle.js";
import { orNearest } from "../language/problems.js";
import type { FlowSource } from "../language/source.js";
import { noSuch } from "../language/suggest.js";
import { type Equivalent, equivalentOf, staleEquivalents } from "../mutation/equivalents.js";
import { KINDS, type Mutant } from "../mutation/mutant.js";
import { mutantsOf, sampleOf } from "../mutation/mutants.js";
import { parseArguments } from "./arguments.js";
import { compileBrand, defaultBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { EQUIVALENTS, readEquivalents } from "./equivalents-file.js";
import { FlowsWrong, type Io, Usage } from "./io.js";
import { Baseline, type Finder } from "./mutation-baseline.js";
import { peersOf, shareBetween } from "./peers.js";
import { readScenarios } from "./scenario-files.js";
import { shardOf, YOUNG_GENERATION } from "./shard.js";
import { readSource } from "./source-files.js";
import { TIMED_OUT } from "./time-limit.js";

/** How many mutants are made without `--limit`. */
const DEFAULT_LIMIT = 1000;

/** How many seconds the proof of one mutant may take without `--timeout`: most take a few. */
const DEFAULT_TIMEOUT = 120;
const MAX_TIMEOUT = 86_400;

export interface MutantResult {
  readonly id: string;
  readonly kind: Mutant["kind"];
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly change: string;
  readonly foundBy: Finder | null;
  /** Whether the proof did not end in time; then nothing has found it. */
  readonly timedOut: boolean;
  /** Why `flows/scenarios/equivalents.json` declares it equivalent; null where it does not. */
  readonly equivalent: string | null;
}

/** The mutants of a brand. */
const mutantsOfBrand = (source: FlowSource, core: BundleCore, slug: string): readonly Mutant[] =>
  mutantsOf(source, core).filter(({ file }) => !file.endsWith("/overlay.json") || file === `flows/brands/${slug}/overlay.json`);

function checkFile(file: string, mutants: readonly Mutant[]): void {
  const files = new Set(mutants.map((mutant) => mutant.file));
  if (files.has(file)) return;
  const whole = [...files].find((one) => one.endsWith(`/${file}`));
  const instead = whole === undefined ? orNearest(file, files) : `; did you mean "${whole}"?`;
  throw new Usage(`No fault is made in "${file}"${instead === "" ? "." : instead}`);
}

/** The brand, the mutants and the limits that the options select. */
interface Choice {
  readonly slug: string;
  readonly only: string | undefined;
  readonly file: string | undefined;
  readonly limit: number;
  /** The ids of the mutants to run, where an earlier result chooses them. */
  readonly again: ReadonlySet<string> | null;
  readonly isProven: boolean;
  /** How many seconds the proof of one mutant may take. */
  readonly timeout: number;
  readonly shard: string | undefined;
}

/** The mutants to run, the same in each run with the same options. */
function selected(all: readonly Mutant[], { only, file, limit, again }: Choice): readonly Mutant[] {
  const wanted = all.filter(
    ({ id, kind, file: own }) =>
      (only === undefined || kind === only) && (file === undefined || own === file) && (again === null || again.has(id)),
  );
  return sampleOf(wanted, limit);
}

function numberOf(text: string | undefined, fallback: number, option: string): number {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Usage(`--${option} is a whole number from 1.`);
  return value;
}

function secondsOf(text: string | undefined): number {
  const value = text === undefined ? DEFAULT_TIMEOUT : Number(text);
  if (!(value > 0 && value <= MAX_TIMEOUT)) throw new Usage(`--timeout is a number of seconds, more than 0 and at most ${MAX_TIMEOUT}.`);
  return value;
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.mutate);
  const { brand, only, file, format = "text", shard } = options;
  if (only !== undefined && !KINDS.includes(only as Mutant["kind"])) throw new Usage(noSuch("kind", only, KINDS));
  if (format !== "text" && format !== "json") throw new Usage("--format is text or json.");
  const source = await readSource(io.root);
  const slug = brand ?? defaultBrand(source);
  // Before any process starts: each of them would print the same mistake.
  const { core } = compileBrand(io, source, slug);
  if (file !== undefined) checkFile(file, mutantsOfBrand(source, core, slug));
  const limit = numberOf(options.limit, DEFAULT_LIMIT, "limit");
  const again = options.again === undefined ? null : await survivorsIn(io, options.again);
  const jobs = numberOf(options.jobs, io.processors, "jobs");
  const choice = { slug, only, file, limit, again, isProven: !flags.has("quick"), timeout: secondsOf(options.timeout), shard };
  const results =
    shard === undefined && jobs > 1 ? await inProcesses(passedOn(options, flags), jobs) : await inThisProcess(io, source, core, choice);
  await io.write(format === "json" ? `${JSON.stringify(results, null, 2)}\n` : textReport(results));
  return results.some(isWronglyDeclared) ? 1 : 0;
}

/** The ids of the mutants that nothing found in an earlier run, from its `--format json`. */
async function survivorsIn(io: Io, file: string): Promise<ReadonlySet<string>> {
  const results: unknown = await readFile(resolve(io.root, file), "utf8")
    .then(JSON.parse)
    .catch((error: Error) => {
      throw new Usage(`${file} cannot be read: ${error.message}`);
    });
  const isResult = (one: unknown): one is Pick<MutantResult, "id" | "foundBy"> =>
    typeof one === "object" && one !== null && "id" in one && typeof one.id === "string" && "foundBy" in one;
  if (!Array.isArray(results) || !results.every(isResult)) throw new Usage(`${file} is not what "mutate --format json" prints.`);
  return new Set(results.filter(({ foundBy }) => foundBy === null).map(({ id }) => id));
}

/** The arguments of a process that runs a part of the mutants. */
function passedOn(options: Readonly<Partial<Record<string, string>>>, flags: ReadonlySet<string>): readonly string[] {
  const { format: _format, jobs: _jobs, ...passed } = options;
  return [...Object.entries(passed).map(([name, value]) => `--${name}=${value}`), ...[...flags].map((flag) => `--${flag}`)];
}

/** Declared equivalent, and found or compiled to the same bundle. */
const isWronglyDeclared = ({ equivalent, foundBy }: MutantResult): boolean => equivalent !== null && foundBy !== null;

/** Runs the mutants of one shard (`2/4`: the second of four parts), or all of them. */
async function inThisProcess(io: Io, source: FlowSource, core: BundleCore, choice: Choice): Promise<readonly MutantResult[]> {
  const { slug, isProven, timeout, shard } = choice;
  const all = mutantsOfBrand(source, core, slug);
  const equivalents = await currentEquivalents(io, all);
  const chosen = selected(all, choice);
  // The baseline takes a minute, and every process has to take part in it.
  if (chosen.length === 0) return [];
  const files = await readScenarios(io.root, brands(source));
  const baseline = await Baseline.of(io, source, slug, files, { isProven, timeLimit: Math.ceil(timeout * 1000), peers: peersOf(shard) });
  const results: MutantResult[] = [];
  for (const mutant of shardOf(chosen, shard)) {
    const { id, kind, file, line, column, change } = mutant;
    const equivalent = equivalentOf(mutant, equivalents)?.reason ?? null;
    const finder = await baseline.finderOf(mutant);
    const timedOut = finder === TIMED_OUT;
    results.push({ id, kind, file, line, column, change, equivalent, foundBy: timedOut ? null : finder, timedOut });
  }
  return results;
}

/** The declarations of equivalents; an error where one matches no mutant. */
async function currentEquivalents(io: Io, all: readonly Mutant[]): Promise<readonly Equivalent[]> {
  const equivalents = await readEquivalents(io.root);
  const stale = staleEquivalents(all, equivalents);
  for (const { kind, file, place, change } of stale) io.warn(`${EQUIVALENTS}: no fault is ${kind} ${file}#${place} ${change}`);
  if (stale.length > 0) throw new FlowsWrong();
  return equivalents;
}

/** Runs the command in several processes, each with a part of the mutants. */
async function inProcesses(args: readonly string[], jobs: number): Promise<readonly MutantResult[]> {
  const [program = ""] = process.argv.slice(1);
  const children = Array.from({ length: jobs }, (_none, index) =>
    spawn(
      process.execPath,
      [YOUNG_GENERATION, program, "mutate", ...args, "--shard", `${index + 1}/${jobs}`, "--format", "json"],
      // Each records the reads of a part of the scenarios and sends them over the channel.
      { stdio: ["ignore", "pipe", "inherit", "ipc"] },
    ),
  );
  shareBetween(children);
  return (await Promise.all(children.map(resultsOf))).flat();
}

/** The results that a process prints. */
function resultsOf(child: ChildProcess): Promise<readonly MutantResult[]> {
  return new Promise((done, reject) => {
    const written: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => void written.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      const results = Buffer.concat(written).toString();
      // The exit code 1 with results is that of a wrong declaration of an equivalent, which the report of all parts shows.
      if (code === 0 || (code === 1 && results !== "")) done(JSON.parse(results) as readonly MutantResult[]);
      else reject(new Error(`A process of mutate ended with the exit code ${code ?? "of a signal"}.`));
    });
  });
}

/** The lines of some mutants under a title, the most dangerous kind first; none without mutants. */
function listed(title: string, results: readonly MutantResult[]): readonly string[] {
  if (results.length === 0) return [];
  const byKind = KINDS.flatMap((kind) => results.filter((one) => one.kind === kind));
  return ["", title, ...byKind.map(({ file, line, column, kind, change }) => `${file}:${line}:${column}  ${kind}  ${change}`)];
}

/** Found and total by kind, the survivors with the most dangerous kind first, and the score. */
function textReport(results: readonly MutantResult[]): string {
  const lines: string[] = [];
  const found = ({ foundBy }: MutantResult): boolean => foundBy !== null;
  const declared = results.filter((result) => result.equivalent !== null && !found(result));
  const counted = results.filter((result) => result.foundBy !== "equivalent" && !declared.includes(result));
  for (const kind of KINDS) {
    const own = counted.filter((result) => result.kind === kind);
    if (own.length > 0) lines.push(`${kind.padEnd(18)} ${own.filter(found).length}/${own.length}`);
  }
  const survivors = counted.filter((result) => !found(result));
  const isTimedOut = ({ timedOut }: MutantResult): boolean => timedOut;
  const groups = {
    "Not found:": survivors.filter((one) => !isTimedOut(one)),
    "Timed out, so not found:": survivors.filter(isTimedOut),
    [`Remove from ${EQUIVALENTS}, as they are found:`]: results.filter(isWronglyDeclared),
  };
  for (const [title, group] of Object.entries(groups)) lines.push(...listed(title, group));
  const by = (finder: Finder): number => results.filter(({ foundBy }) => foundBy === finder).length;
  const total = counted.length;
  const count = total - survivors.length;
  lines.push("", `Found by the compiler ${by("compiler")}, by scenarios ${by("scenarios")}, by the proof ${by("proof")}.`);
  lines.push(`${by("equivalent")} compile to the same bundle and do not count; nor do ${declared.length} that ${EQUIVALENTS} declares.`);
  lines.push(`SCORE ${count}/${total} (${total === 0 ? 100 : Math.round((1000 * count) / total) / 10} %)`, "");
  return lines.join("\n");
}
