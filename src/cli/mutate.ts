/** Exports `flows mutate`: makes small faults in the definitions and reports which the checker and the scenarios do not find. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
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
import { shardOf } from "./shard.js";
import { readSource } from "./source-files.js";

/** How many mutants are made without `--limit`. */
const DEFAULT_LIMIT = 1000;

/** Without it, garbage collection takes a quarter of the time of a compilation. */
const YOUNG_GENERATION = "--max-semi-space-size=128";

export interface MutantResult {
  readonly id: string;
  readonly kind: Mutant["kind"];
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly change: string;
  readonly foundBy: Finder | null;
  /** Why `flows/scenarios/equivalents.json` declares it equivalent; null where it does not. */
  readonly equivalent: string | null;
}

/** The mutants of a brand. */
const mutantsOfBrand = (source: FlowSource, core: BundleCore, slug: string): readonly Mutant[] =>
  mutantsOf(source, core).filter(({ file }) => !file.endsWith("/overlay.json") || file === `flows/brands/${slug}/overlay.json`);

function checkFile(file: string, mutants: readonly Mutant[]): void {
  const files = new Set(mutants.map((mutant) => mutant.file));
  if (!files.has(file)) throw new Usage(`No fault is made in "${file}"${orNearest(file, files)}`);
}

/** What the options choose. */
interface Choice {
  readonly slug: string;
  readonly only: string | undefined;
  readonly file: string | undefined;
  readonly limit: number;
  /** The ids of the mutants to run, where an earlier result chooses them. */
  readonly again: ReadonlySet<string> | null;
  readonly isProven: boolean;
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
  const jobs = numberOf(options.jobs, availableParallelism(), "jobs");
  const results =
    shard === undefined && jobs > 1
      ? await inProcesses(passedOn(options, flags), jobs)
      : await inThisProcess(io, source, core, { slug, only, file, limit, again, isProven: !flags.has("quick"), shard });
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
  const { slug, isProven, shard } = choice;
  const all = mutantsOfBrand(source, core, slug);
  const equivalents = await currentEquivalents(io, all);
  const chosen = selected(all, choice);
  // The baseline takes a minute, and every process has to take part in it.
  if (chosen.length === 0) return [];
  const files = await readScenarios(io.root, brands(source));
  const baseline = await Baseline.of(io, source, slug, files, { isProven, peers: peersOf(shard) });
  const results: MutantResult[] = [];
  for (const mutant of shardOf(chosen, shard)) {
    const { id, kind, file, line, column, change } = mutant;
    const equivalent = equivalentOf(mutant, equivalents)?.reason ?? null;
    results.push({ id, kind, file, line, column, change, equivalent, foundBy: await baseline.finderOf(mutant) });
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
  if (survivors.length > 0) lines.push("", "Not found:");
  for (const kind of KINDS)
    for (const { file, line, column, change } of survivors.filter((one) => one.kind === kind))
      lines.push(`${file}:${line}:${column}  ${kind}  ${change}`);
  const wrong = results.filter(isWronglyDeclared);
  if (wrong.length > 0) lines.push("", `Remove from ${EQUIVALENTS}, as they are found:`);
  for (const { file, line, column, kind, change } of wrong) lines.push(`${file}:${line}:${column}  ${kind}  ${change}`);
  const by = (finder: Finder): number => results.filter(({ foundBy }) => foundBy === finder).length;
  const total = counted.length;
  const count = total - survivors.length;
  lines.push("", `Found by the compiler ${by("compiler")}, by scenarios ${by("scenarios")}, by the proof ${by("proof")}.`);
  lines.push(`${by("equivalent")} compile to the same bundle and do not count; nor do ${declared.length} that ${EQUIVALENTS} declares.`);
  lines.push(`SCORE ${count}/${total} (${total === 0 ? 100 : Math.round((1000 * count) / total) / 10} %)`, "");
  return lines.join("\n");
}
