/**
 * Exports `ScenarioReads`: what each scenario reads of a brand, for `flows mutate`. Recording takes longer than a run, so the
 * record is stored: later runs record new and changed scenarios, and those that read a part of the definitions that has changed.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bundle } from "../language/bundle.js";
import { createReadRecord, type ReadRecord, type StoredReads } from "../scenarios/read-record.js";
import { runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import type { LoadedBundle } from "../scenarios/session.js";
import { FlowsWrong, type Io } from "./io.js";
import { ALONE, type Peers } from "./peers.js";
import type { WrittenScenario } from "./scenario-files.js";
import { shardOf } from "./shard.js";
import { hashOfSources, storedResults } from "./tool-version.js";

/** What runs a scenario. A change of the compiler shows in the bundle. */
const TOOL = [
  ...["language", "engine", "runtime", "blocks", "scenarios"].map((name) => `src/${name}`),
  "src/cli/scenario-reads.ts",
  "src/cli/validators.ts",
  "src/cli/validator-runtime.ts",
  "package-lock.json",
];

const STORED = storedResults("reads");
/** Stored records, the newest ones: of some brands, before and after a change of the tool. */
const KEPT = 6;

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
    readonly file: string,
  ) {
    // As plain JSON: a compiled bundle may contain an object twice, whose readers could not be distinguished.
    this.#compared = JSON.parse(JSON.stringify(this.#comparedOf(input.loaded.bundle))) as Compared;
  }

  /** The reads of all scenarios. Each must pass; `peers` record a part of them each. */
  static async of(io: Io, input: ReadScenarios, peers: Peers = ALONE): Promise<ScenarioReads> {
    const { personas, answers, brandAnswers } = input.options;
    const key = hashOf([await hashOfSources(TOOL), input.slug, personas, answers, brandAnswers?.[input.slug] ?? {}, input.common]);
    const reads = new ScenarioReads(input, join(STORED, `${key}.json`));
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
    const text = await readFile(this.file, "utf8").catch(nullIfMissing);
    if (text === null) return new Set();
    const stored = JSON.parse(text) as StoredRecord;
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
      io.warn(`"${written.title}" fails without a fault (${slug}): ${failure.message} Run flows test first.`);
      throw new FlowsWrong();
    }
    return record.stored();
  }

  /** Writes the record, whole or not at all, and removes the oldest ones. */
  async #store(): Promise<void> {
    const stored: StoredRecord = {
      ...this.#record.stored(),
      scenarios: this.input.scenarios.map(({ scenario }) => hashOf(scenario)),
      compared: this.#compared,
    };
    await mkdir(STORED, { recursive: true });
    const draft = `${this.file}.${process.pid}`;
    await writeFile(draft, JSON.stringify(stored));
    await rename(draft, this.file);
    const names = await readdir(STORED);
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(STORED, name)).catch(nullIfMissing))?.mtimeMs ?? 0 })),
    );
    const old = dated.sort((a, b) => b.at - a.at).slice(KEPT);
    await Promise.all(old.map(({ name }) => rm(join(STORED, name), { force: true })));
  }
}

/** A missing file is no stored record; another process may remove one at any time. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
