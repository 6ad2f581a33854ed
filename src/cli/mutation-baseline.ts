/** Exports `Baseline`: a brand without a mutant, with its results, for `flows mutate`, which uses it to determine what finds a mutant. */
import { brands, compile } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { Problem } from "../language/problems.js";
import type { FlowSource } from "../language/source.js";
import type { Mutant } from "../mutation/mutant.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { runScenario } from "../scenarios/run-scenario.js";
import { proofKeyOf, proveWithoutPaths } from "../verifier/prove.js";
import type { SearchGuide } from "../verifier/search/search-guide.js";
import { compileBrand } from "./brand-bundle.js";
import { checkBrand } from "./checked-brand.js";
import type { Io } from "./io.js";
import { formValidators, loadBundle } from "./load-bundle.js";
import type { Peers } from "./peers.js";
import { readPersonas } from "./persona-files.js";
import type { ScenarioFiles, WrittenScenario } from "./scenario-files.js";
import { ScenarioReads, validatedSchemas } from "./scenario-reads.js";
import { TIMED_OUT, withinTime } from "./time-limit.js";

/**
 * What found a mutant; null where nothing did. `equivalent`: it compiles to the same bundle, so that no depositor can see a
 * difference (trivial compiler equivalence: Papadakis, Jia, Harman and Le Traon 2015); it does not count.
 */
export type Finder = "compiler" | "scenarios" | "proof" | "equivalent";

/** The files that scenarios depend on beside the bundle. */
const COMMON = /^(?:flows\/outcomes\.json|schemas\/(?:(?!overlay\.|state\.)[a-z-]+\.schema|blocks\/[a-z-]+)\.json)$/;

/** A problem without its location, which a mutant may move. */
const textOf = ({ rule, message }: Problem): string => `${rule} ${message}`;

/** Of each kind of mutants, the scenarios that are tried first: most mutants of a kind are found by few scenarios. */
const FINDERS_KEPT = 24;

/** The proof of the brand without a mutant. */
interface BaselineProof {
  readonly known: ReadonlySet<string>;
  readonly guide: SearchGuide;
  /** The key that decides it; null where no key does. */
  readonly key: string | null;
}

interface BaselineOptions {
  readonly isProven: boolean;
  /** How many milliseconds the proof of one mutant may take. */
  readonly timeLimit: number;
  readonly peers: Peers;
}

export class Baseline {
  readonly #problems: ReadonlySet<string>;
  readonly #schemas: Readonly<Record<string, string>>;
  /** The problems of the other brands, once one is compiled. */
  #others: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  #proof: BaselineProof | null = null;
  /** By kind, the scenarios that found a mutant, the newest first. */
  readonly #finders = new Map<Mutant["kind"], readonly WrittenScenario[]>();

  private constructor(
    readonly source: FlowSource,
    readonly slug: string,
    readonly loaded: LoadedBundle,
    readonly reads: ScenarioReads,
    readonly isProven: boolean,
    readonly timeLimit: number,
  ) {
    this.#problems = new Set(compile(source, slug).problems.map(textOf));
    this.#schemas = validatedSchemas(loaded.bundle, loaded);
  }

  static async of(io: Io, source: FlowSource, slug: string, files: ScenarioFiles, chosen: BaselineOptions): Promise<Baseline> {
    const { isProven, timeLimit, peers } = chosen;
    const loaded = await loadBundle(source, compileBrand(io, source, slug));
    const scenarios = files.scenarios.filter(({ scenario }) => scenario.brands?.includes(slug) ?? true);
    const { answers, brandAnswers, failureOf } = files;
    const options = { personas: await readPersonas(io.root), answers, brandAnswers, failureOf };
    const common = [...source.files].filter(([file]) => COMMON.test(file)).map(([, text]) => text);
    const reads = await ScenarioReads.of(io, { slug, loaded, scenarios, options, common }, peers);
    return new Baseline(source, slug, loaded, reads, isProven, timeLimit);
  }

  #isNew = (problems: readonly Problem[], known: ReadonlySet<string>): boolean => problems.some((problem) => !known.has(textOf(problem)));

  /** What finds a mutant, the cheapest first; null where nothing does, and `TIMED_OUT` where the proof did not end in time. */
  async finderOf(mutant: Mutant): Promise<Finder | null | typeof TIMED_OUT> {
    const source = { files: new Map(this.source.files).set(mutant.file, mutant.text()) };
    const { bundle, problems } = compile(source, this.slug);
    if (bundle === null || this.#isNew(problems, this.#problems)) return "compiler";
    if (bundle.core.hash === this.loaded.bundle.core.hash) return "equivalent";
    const loaded = { ...this.loaded, bundle, validators: await this.#validatorsOf(bundle) };
    const affected = this.reads.affectedBy(bundle);
    const { scenarios, options } = this.reads.input;
    for (const written of this.#inOrder(
      mutant,
      scenarios.filter((_one, index) => affected.has(index)),
    )) {
      if ((await runScenario(loaded, written.scenario, options)).length === 0) continue;
      this.#finders.set(mutant.kind, [written, ...this.#findersOf(mutant).filter((one) => one !== written)].slice(0, FINDERS_KEPT));
      return "scenarios";
    }
    if (this.#isFoundInAnotherBrand(source)) return "compiler";
    if (!this.isProven) return null;
    const { known, guide, key } = await this.#proofOfBaseline();
    if (key !== null && this.#keyOf(bundle, source) === key) return null;
    const proof = withinTime(this.timeLimit, () => proveWithoutPaths(source, this.slug, bundle, compile, guide));
    if (proof === TIMED_OUT) return TIMED_OUT;
    return this.#isNew(proof.problems, known) ? "proof" : null;
  }

  /** Whether the compiler finds it in another brand, as `flows check --all` would: the overlay has a field that the base does not show. */
  #isFoundInAnotherBrand(source: FlowSource): boolean {
    this.#others ??= new Map(
      brands(this.source)
        .filter((slug) => slug !== this.slug)
        .map((slug) => [slug, new Set(compile(this.source, slug).problems.map(textOf))]),
    );
    return [...this.#others].some(([slug, known]) => this.#isNew(compile(source, slug).problems, known));
  }

  /** The validators of a bundle: those of the forms whose schema differs are compiled. */
  async #validatorsOf(bundle: Bundle): Promise<LoadedBundle["validators"]> {
    const schemas = validatedSchemas(bundle, this.loaded);
    const changed = Object.keys(schemas).filter((form) => schemas[form] !== this.#schemas[form]);
    return changed.length === 0 ? this.loaded.validators : { ...this.loaded.validators, ...(await formValidators(bundle, changed)) };
  }

  /** The findings without a mutant. A stored proof without findings has none; the others are made without paths. */
  async #proofOfBaseline(): Promise<BaselineProof> {
    if (this.#proof !== null) return this.#proof;
    const { problems, guide } = await checkBrand(this.source, this.slug);
    const known = problems.length === 0 ? [] : proveWithoutPaths(this.source, this.slug, this.loaded.bundle, compile, guide).problems;
    this.#proof = { known: new Set(known.map(textOf)), guide, key: this.#keyOf(this.loaded.bundle, this.source) };
    return this.#proof;
  }

  /** What decides the proof of a bundle. */
  #keyOf(bundle: Bundle, source: FlowSource): string | null {
    return proofKeyOf(source, this.slug, bundle, compile, "");
  }

  #findersOf({ kind }: Mutant): readonly WrittenScenario[] {
    return this.#finders.get(kind) ?? [];
  }

  /**
   * The scenarios that the mutant can affect: those that found a mutant of its kind, those that name its screen, as most mutants
   * are found by one of them, and the others.
   */
  #inOrder(mutant: Mutant, scenarios: readonly WrittenScenario[]): readonly WrittenScenario[] {
    const { screen } = mutant;
    const paths = screen === null ? [] : (this.loaded.bundle.core.screens[screen]?.paths ?? []);
    const isAbout = ({ title, scenario }: WrittenScenario): boolean =>
      (screen !== null && title.startsWith(`${screen}:`)) ||
      scenario.steps.some((step) => "open" in step && paths.includes(step.open.split("?")[0] ?? ""));
    const affected = new Set(scenarios);
    const finders = this.#findersOf(mutant).filter((one) => affected.has(one));
    return [...new Set([...finders, ...scenarios.filter(isAbout), ...scenarios])];
  }
}
