/** Exports `select`: the scenarios that `flows test` runs, and the brands to run them with. */
import { basename } from "node:path";
import { brands } from "../compiler/compile.js";
import type { FlowSource } from "../language/source.js";
import { nearest, noSuch } from "../language/suggest.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import type { ScenarioOptions } from "../scenarios/run-scenario.js";
import { compileBrand } from "./brand-bundle.js";
import { type Io, Usage } from "./io.js";
import { loadBundle } from "./load-bundle.js";
import { readPersonaFiles } from "./persona-files.js";
import { rejectedFills, unselectedAnswers } from "./scenario-answers.js";
import { readScenarios, type ScenarioFiles, type WrittenScenario, type WrongScenario } from "./scenario-files.js";
import { shardOf } from "./shard.js";

export interface Selection {
  readonly brand: string | undefined;
  /** Without a brand: the part of the brands that this process runs; all of them without one. */
  readonly shard: string | undefined;
  /** Parts of titles, or paths of files, whole or from one of their folders on; none selects all. */
  readonly patterns: readonly string[];
}

/** The selected scenarios, and the brands to run them with. */
export interface Selected {
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

function noMatch(part: string, scenarios: readonly WrittenScenario[]): string {
  const near = nearest(part, new Set(scenarios.flatMap(({ file, title }) => [basename(file), title])));
  return `No scenario title or file matches "${part}"${near === null ? "." : `; did you mean "${near}"?`}`;
}

/** `keepsSound`: see `readScenarios`. */
export async function select(io: Io, source: FlowSource, { brand, shard, patterns }: Selection, keepsSound: boolean): Promise<Selected> {
  const slugs = brands(source);
  if (brand !== undefined && !slugs.includes(brand)) throw new Usage(noSuch("brand", brand, slugs));
  const { scenarios, wrong, answers, brandAnswers, failureOf, files, common } = await readScenarios(io.root, slugs, keepsSound);
  const has = ({ file, title }: WrittenScenario, part: string): boolean => title.includes(part) || isFile(file, part);
  const selected = scenarios.filter((one) => patterns.length === 0 || patterns.some((part) => has(one, part)));
  // A file that cannot be read may have it.
  const missing = wrong.length > 0 ? [] : patterns.filter((part) => !selected.some((one) => has(one, part)));
  if (missing.length > 0) throw new Usage(missing.map((part) => noMatch(part, scenarios)).join("\n"));
  const loaded = new Map<string, LoadedBundle>();
  for (const slug of brand === undefined ? shardOf(slugs, shard) : [brand])
    loaded.set(slug, await loadBundle(source, compileBrand(io, source, slug)));
  const [first] = loaded.values();
  const { personas, problems } = await readPersonaFiles(io.root);
  const unfit =
    first === undefined
      ? []
      : [...unselectedAnswers(first.bundle.core, files, common), ...rejectedFills([...loaded.values()], source, common)];
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
export const brandsOf = ({ scenario }: WrittenScenario, { loaded }: Selected): readonly string[] =>
  [...loaded.keys()].filter((slug) => scenario.brands?.includes(slug) ?? true);
