/** Exports `flows mutate`: makes small faults in the definitions and reports which the checker and the scenarios do not find. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { brands, compile } from "../compiler/compile.js";
import type { Problem } from "../language/problems.js";
import type { FlowSource } from "../language/source.js";
import { type Equivalent, equivalentOf, staleEquivalents } from "../mutation/equivalents.js";
import { KINDS, type Mutant } from "../mutation/mutant.js";
import { mutantsOf, sampleOf } from "../mutation/mutants.js";
import { createReadRecord, type ReadRecord } from "../scenarios/read-record.js";
import { runScenario } from "../scenarios/run-scenario.js";
import type { LoadedBundle } from "../scenarios/session.js";
import { proveWithoutPaths } from "../verifier/prove.js";
import type { SearchGuide } from "../verifier/search/search-guide.js";
import { parseArguments } from "./arguments.js";
import { compileBrand, defaultBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { EQUIVALENTS, readEquivalents } from "./equivalents-file.js";
import { FlowsWrong, type Io, Usage } from "./io.js";
import { formValidators, loadBundle } from "./load-bundle.js";
import { readPersonas } from "./persona-files.js";
import { readScenarios, type ScenarioFiles, type WrittenScenario } from "./scenario-files.js";
import { shardOf } from "./shard.js";
import { readSource } from "./source-files.js";

/** How many mutants are made without `--limit`. */
const DEFAULT_LIMIT = 1000;

/** Without it, garbage collection takes a quarter of the time of a compilation. */
const YOUNG_GENERATION = "--max-semi-space-size=128";

/** From how many mutants on it pays to record what each scenario reads. */
const RECORDED_FROM = 20;

/**
 * What found a mutant; null where nothing did. `equivalent`: it compiles to the same bundle, so that no depositor can see a
 * difference (trivial compiler equivalence: Papadakis, Jia, Harman and Le Traon 2015); it does not count.
 */
export type Finder = "compiler" | "scenarios" | "proof" | "equivalent";

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

/** What scenarios read of a brand. Origins and the hash change with every mutant, and do nothing. */
type Observed = Pick<LoadedBundle, "bundle" | "validators">;

/** As plain JSON: a compiled bundle may contain an object twice, whose readers could not be distinguished. */
const observedOf = ({ bundle, validators }: Observed): Observed => {
  const { core, ...rest } = JSON.parse(JSON.stringify(bundle)) as Observed["bundle"];
  return { bundle: { ...rest, core: { ...core, hash: "" } }, validators };
};

/** A problem without its location, which a mutant may move. */
const textOf = ({ rule, message }: Problem): string => `${rule} ${message}`;

/** A brand without a mutant, and what is known of it. */
class Baseline {
  readonly #problems: ReadonlySet<string>;
  readonly #record: ReadRecord = createReadRecord();
  readonly #observed: Observed;
  #proof: { readonly known: ReadonlySet<string>; readonly guide: SearchGuide } | null = null;

  private constructor(
    readonly source: FlowSource,
    readonly slug: string,
    readonly loaded: LoadedBundle,
    readonly scenarios: readonly WrittenScenario[],
    readonly options: Parameters<typeof runScenario>[2],
    problems: readonly Problem[],
    readonly isRecorded: boolean,
    readonly isProven: boolean,
  ) {
    this.#problems = new Set(problems.map(textOf));
    this.#observed = observedOf(loaded);
  }

  static async of(
    io: Io,
    source: FlowSource,
    slug: string,
    files: ScenarioFiles,
    isRecorded: boolean,
    isProven: boolean,
  ): Promise<Baseline> {
    const loaded = await loadBundle(source, compileBrand(io, source, slug));
    const scenarios = files.scenarios.filter(({ scenario }) => scenario.brands?.includes(slug) ?? true);
    const options = { personas: await readPersonas(io.root), answers: files.answers, failureOf: files.failureOf };
    const baseline = new Baseline(source, slug, loaded, scenarios, options, compile(source, slug).problems, isRecorded, isProven);
    for (const [index, { title, scenario }] of scenarios.entries()) {
      const [failure] = await runScenario(isRecorded ? baseline.#observedBy(index) : loaded, scenario, options);
      if (failure === undefined) continue;
      io.warn(`"${title}" fails without a fault (${slug}): ${failure.message} Run flows test first.`);
      throw new FlowsWrong();
    }
    return baseline;
  }

  /** The brand for one scenario, whose reads are recorded. */
  #observedBy = (scenario: number): LoadedBundle => ({ ...this.loaded, ...this.#record.observed(this.#observed, scenario) });

  #isNew = (problems: readonly Problem[], known: ReadonlySet<string>): boolean => problems.some((problem) => !known.has(textOf(problem)));

  /** What finds a mutant, the cheapest first. */
  async finderOf(mutant: Mutant): Promise<Finder | null> {
    const source = { files: new Map(this.source.files).set(mutant.file, mutant.text()) };
    const { bundle, problems } = compile(source, this.slug);
    if (bundle === null || this.#isNew(problems, this.#problems)) return "compiler";
    if (bundle.core.hash === this.loaded.bundle.core.hash) return "equivalent";
    const changed = this.#formsWithRulesOf(mutant);
    const validators =
      changed.length === 0 ? this.loaded.validators : { ...this.loaded.validators, ...(await formValidators(bundle, changed)) };
    const loaded = { ...this.loaded, bundle, validators };
    for (const { scenario } of this.#inOrder(mutant, this.#affectedBy(loaded)))
      if ((await runScenario(loaded, scenario, this.options)).length > 0) return "scenarios";
    if (!this.isProven) return null;
    const { known, guide } = this.#proofOfBaseline();
    return this.#isNew(proveWithoutPaths(source, this.slug, bundle, compile, guide).problems, known) ? "proof" : null;
  }

  /** The forms whose rules the mutant can change; the types and formats of fields are those of all forms. */
  #formsWithRulesOf({ file }: Mutant): readonly string[] {
    if (file === "flows/fields.json") return Object.keys(this.loaded.validators);
    return file.startsWith("schemas/forms/") ? [file.slice("schemas/".length)] : [];
  }

  #proofOfBaseline(): { readonly known: ReadonlySet<string>; readonly guide: SearchGuide } {
    if (this.#proof !== null) return this.#proof;
    const { problems, guide } = proveWithoutPaths(this.source, this.slug, this.loaded.bundle, compile, []);
    this.#proof = { known: new Set(problems.map(textOf)), guide };
    return this.#proof;
  }

  #affectedBy(loaded: LoadedBundle): readonly WrittenScenario[] {
    if (!this.isRecorded) return this.scenarios;
    const affected = this.#record.readersOfChanges(this.#observed, observedOf(loaded));
    return this.scenarios.filter((_one, index) => affected.has(index));
  }

  /** The scenarios that the mutant can affect; first those that name its screen, as most mutants are found by one of them. */
  #inOrder({ screen }: Mutant, scenarios: readonly WrittenScenario[]): readonly WrittenScenario[] {
    const paths = screen === null ? [] : (this.loaded.bundle.core.screens[screen]?.paths ?? []);
    const isAbout = ({ title, scenario }: WrittenScenario): boolean =>
      (screen !== null && title.startsWith(`${screen}:`)) ||
      scenario.steps.some((step) => "open" in step && paths.includes(step.open.split("?")[0] ?? ""));
    return [...scenarios.filter(isAbout), ...scenarios.filter((one) => !isAbout(one))];
  }
}

/** The mutants of a brand. */
const mutantsOfBrand = (source: FlowSource, { loaded, slug }: Baseline): readonly Mutant[] =>
  mutantsOf(source, loaded.bundle.core).filter(
    ({ file }) => !file.endsWith("/overlay.json") || file === `flows/brands/${slug}/overlay.json`,
  );

/** What the options choose. */
interface Choice {
  readonly brand: string | undefined;
  readonly only: string | undefined;
  readonly file: string | undefined;
  readonly limit: number;
  readonly isProven: boolean;
  readonly shard: string | undefined;
}

/** The mutants to run, the same in each run with the same options. */
function selected(all: readonly Mutant[], { only, file, limit }: Choice): readonly Mutant[] {
  const wanted = all.filter((mutant) => (only === undefined || mutant.kind === only) && (file === undefined || mutant.file === file));
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
  if (only !== undefined && !KINDS.includes(only as Mutant["kind"])) throw new Usage(`There is no kind "${only}": ${KINDS.join(", ")}.`);
  if (format !== "text" && format !== "json") throw new Usage("--format is text or json.");
  const limit = numberOf(options.limit, DEFAULT_LIMIT, "limit");
  const jobs = numberOf(options.jobs, availableParallelism(), "jobs");
  const results =
    shard === undefined && jobs > 1
      ? await inProcesses(args, jobs)
      : await here(io, { brand, only, file, limit, isProven: !flags.has("quick"), shard });
  await io.write(format === "json" ? `${JSON.stringify(results, null, 2)}\n` : textReport(results));
  return results.some(isWronglyDeclared) ? 1 : 0;
}

/** Declared equivalent, and found or compiled to the same bundle. */
const isWronglyDeclared = ({ equivalent, foundBy }: MutantResult): boolean => equivalent !== null && foundBy !== null;

/** Runs the mutants of one shard (`2/4`: the second of four parts), or all of them. */
async function here(io: Io, choice: Choice): Promise<readonly MutantResult[]> {
  const { brand, file: wantedFile, limit, isProven, shard } = choice;
  const source = await readSource(io.root);
  const slugs = brands(source);
  const slug = brand ?? defaultBrand(source);
  const files = await readScenarios(io.root, slugs);
  const baseline = await Baseline.of(io, source, slug, files, limit >= RECORDED_FROM, isProven);
  const all = mutantsOfBrand(source, baseline);
  if (wantedFile !== undefined && !all.some(({ file }) => file === wantedFile)) throw new Usage(`No fault is made in "${wantedFile}".`);
  const equivalents = await currentEquivalents(io, all);
  const results: MutantResult[] = [];
  for (const mutant of shardOf(selected(all, choice), shard)) {
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
  const parts = Array.from({ length: jobs }, (_none, index) => index + 1).map(
    (part) =>
      new Promise<readonly MutantResult[]>((resolve, reject) => {
        const child = spawn(
          process.execPath,
          [YOUNG_GENERATION, program, "mutate", ...args, "--shard", `${part}/${jobs}`, "--format", "json"],
          {
            stdio: ["ignore", "pipe", "inherit"],
          },
        );
        const written: Buffer[] = [];
        child.stdout.on("data", (chunk: Buffer) => void written.push(chunk));
        child.on("error", reject);
        child.on("close", (code) => {
          const results = Buffer.concat(written).toString();
          // The exit code 1 with results is that of a wrong declaration of an equivalent, which the report of all parts shows.
          if (code === 0 || (code === 1 && results !== "")) resolve(JSON.parse(results) as readonly MutantResult[]);
          else reject(new Error(`A process of mutate ended with the exit code ${code ?? "of a signal"}.`));
        });
      }),
  );
  return (await Promise.all(parts)).flat();
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
