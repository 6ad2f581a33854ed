/**
 * Exports `ScenarioReads`: what each scenario reads of a brand, for `flows mutate`. Recording takes longer than a run, so the
 * record is stored: later runs record new and changed scenarios, and those that read a part of the definitions that has changed.
 */
import { createHash } from "node:crypto";
import type { Bundle } from "../language/bundle.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { createReadRecord, type ReadRecord, type StoredReads } from "../scenarios/read-record.js";
import { runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import { FlowsWrong, type Io } from "./io.js";
import { ALONE, type Peers } from "./peers.js";
import type { WrittenScenario } from "./scenario-files.js";
import { shardOf } from "./shard.js";
import { StoredResults } from "./stored-results.js";
import { hashOfSources } from "./tool-version.js";

/** What runs a scenario. A change of the compiler shows in the bundle. */
const TOOL = [
  ...["language", "engine", "runtime", "blocks", "scenarios"].map((name) => `src/${name}`),
  "src/cli/scenario-reads.ts",
  "src/cli/validators.ts",
  "src/cli/validator-runtime.ts",
  "package-lock.json",
];

/** What scenarios read of a brand, for comparison. */
interface Compared {
  /** Without its hash, which changes with every part. */
  readonly bundle: Bundle;
  /** A form's schema determines its validators. */
  readonly validators: Readonly<Record<string, string>>;
}

interface StoredRecord extends StoredReads {
  /** The hash of each reader's scenario. */
  readonly scenarios: readonly string[];
  readonly compared: Compared;
}

const STORED = new StoredResults<StoredRecord>("reads");
/** Stored records, the newest ones: of some brands, before and after a change of the tool. */
const KEPT = 6;

export interface ReadScenarios {
  readonly slug: string;
  readonly loaded: LoadedBundle;
  readonly scenarios: readonly WrittenScenario[];
  readonly options: ScenarioOptions;
  /** The texts that determine the language's own schemas and the declared outcomes. */
  readonly common: readonly string[];
}

const hashOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** The text of each form's schema that a validator of the brand checks. */
export function validatedSchemas(bundle: Bundle, { validators }: Pick<LoadedBundle, "validators">): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(validators).map((form) => [form, JSON.stringify(bundle.forms[form]?.schema ?? null)]));
}

export class ScenarioReads {
  readonly #record: ReadRecord = createReadRecord();
  readonly #compared: Compared;

  private constructor(
    readonly input: ReadScenarios,
    readonly key: string,
  ) {
    // As plain JSON: a compiled bundle may contain an object twice, whose readers could not be distinguished.
    this.#compared = JSON.parse(JSON.stringify(this.#comparedOf(input.loaded.bundle))) as Compared;
  }

  /** The reads of all scenarios. Each must pass; `peers` record a part of them each. */
  static async of(io: Io, input: ReadScenarios, peers: Peers = ALONE): Promise<ScenarioReads> {
    const { personas, answers, brandAnswers } = input.options;
    const key = hashOf([await hashOfSources(TOOL), input.slug, personas, answers, brandAnswers?.[input.slug] ?? {}, input.common]);
    const reads = new ScenarioReads(input, key);
    const known = await reads.#load();
    const missing = [...input.scenarios.keys()].filter((index) => !known.has(index));
    const part = await reads.#recorded(io, shardOf(missing, peers.shard));
    for (const each of await peers.share(part)) reads.#record.add(each, (reader) => [reader]);
    if (missing.length > 0 && peers.isFirst) await reads.#store();
    return reads;
  }

  /** The positions of the scenarios that can behave otherwise with another bundle. */
  affectedBy(bundle: Bundle): ReadonlySet<number> {
    return this.#record.readersOfChanges(this.#compared, this.#comparedOf(bundle));
  }

  #comparedOf(bundle: Bundle): Compared {
    return { bundle: { ...bundle, core: { ...bundle.core, hash: "" } }, validators: validatedSchemas(bundle, this.input.loaded) };
  }

  /** Adds what is stored; the scenarios whose reads are known with it. */
  async #load(): Promise<ReadonlySet<number>> {
    const stored = await STORED.read(this.key);
    if (stored === null) return new Set();
    const past = createReadRecord();
    past.add(stored, (reader) => [reader]);
    const changed = past.readersOfChanges(stored.compared, this.#compared);
    const current = new Map<string, number[]>();
    for (const [index, { scenario }] of this.input.scenarios.entries()) {
      const hash = hashOf(scenario);
      current.set(hash, [...(current.get(hash) ?? []), index]);
    }
    const readersOf = (reader: number): readonly number[] =>
      changed.has(reader) ? [] : (current.get(stored.scenarios[reader] ?? "") ?? []);
    this.#record.add(stored, readersOf);
    return new Set([...stored.scenarios.keys()].flatMap(readersOf));
  }

  /** Runs some scenarios, and returns what they read. */
  async #recorded(io: Io, positions: readonly number[]): Promise<StoredReads> {
    const { loaded, scenarios, options, slug } = this.input;
    const record = createReadRecord();
    const observed = { bundle: this.#compared.bundle, validators: loaded.validators };
    for (const position of positions) {
      const written = scenarios[position];
      if (written === undefined) continue;
      const [failure] = await runScenario({ ...loaded, ...record.observed(observed, position) }, written.scenario, options);
      if (failure === undefined) continue;
      const { line, column } = written.place(failure.step);
      io.warn(
        `${written.file}:${line}:${column}  The scenario "${written.title}" fails with ${slug} before a fault is made: ${failure.message}`,
      );
      io.warn(
        `A scenario that fails finds no faults. Run "npm run flows -- test --brand ${slug}" and correct the scenarios that fail; with --update, the command writes what ${slug} shows.`,
      );
      throw new FlowsWrong();
    }
    return record.stored();
  }

  async #store(): Promise<void> {
    const scenarios = this.input.scenarios.map(({ scenario }) => hashOf(scenario));
    await STORED.write(this.key, { ...this.#record.stored(), scenarios, compared: this.#compared }, KEPT);
  }
}
