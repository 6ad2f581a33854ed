/**
 * Exports what `flows test` writes into scenarios: the actual values in place of the expected ones (`--update`), and
 * all changes of steps (`--record`).
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { asKeywords, shortened } from "../scenarios/changes.js";
import { isSame } from "../scenarios/difference.js";
import type { KeyPath } from "../scenarios/expand-cases.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { type KnownScreens, recordScenario } from "../scenarios/record-scenario.js";
import { type Expected, runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import type { See, Step } from "../scenarios/scenario.js";
import type { Io } from "./io.js";
import { parseJson, printJson } from "./json-tree.js";
import type { WrittenScenario } from "./scenario-files.js";

/** A scenario with those of its brands that run. */
export interface Applied {
  readonly written: WrittenScenario;
  readonly brands: readonly LoadedBundle[];
  /** It applies also to brands that are not among them. */
  readonly isForOthers: boolean;
}

/** Edits files; each is read once, and written at the end where it has changed. */
class Edits {
  readonly #texts = new Map<string, { readonly before: string; readonly text: string }>();

  constructor(readonly io: Io) {}

  async set(file: string, place: KeyPath, value: unknown): Promise<void> {
    const known = this.#texts.get(file);
    const before = known?.before ?? (await readFile(join(this.io.root, file), "utf8"));
    const text = known?.text ?? before;
    this.#texts.set(file, { before, text: applyEdits(text, modify(text, [...place], value, {})) });
  }

  async write(): Promise<void> {
    for (const [file, { before, text }] of this.#texts) {
      if (text === before) continue;
      const tree = parseJson(text);
      if (tree === undefined) throw new Error(`${file} would be no JSON after the change, so it stays as it is.`);
      const formatted = printJson(tree);
      if (formatted === before) continue;
      await writeFile(join(this.io.root, file), formatted);
      this.io.warn(`Written: ${file}`);
    }
  }
}

type Keywords = { readonly [keyword: string]: unknown };

const asTable = (present: Expected): Keywords => (typeof present === "string" ? asKeywords(present) : present) as Keywords;

/** The content that a step shows with a brand. */
interface Shown {
  readonly slug: string;
  readonly present: Keywords;
}

/**
 * Writes the actual values in place of the expected ones. A keyword of `see` or `changes`, a field of `try`, and an
 * address of `destinations` that is otherwise with a brand is written under `brands`.
 */
export async function updateAll(io: Io, scenarios: readonly Applied[], options: ScenarioOptions): Promise<void> {
  const edits = new Edits(io);
  for (const { written, brands, isForOthers } of scenarios) {
    const shown = new Map<number, readonly Shown[]>();
    for (const loaded of brands)
      await runScenario(loaded, written.scenario, {
        ...options,
        update: (step, present) =>
          void shown.set(step, [...(shown.get(step) ?? []), { slug: loaded.bundle.core.brand.slug, present: asTable(present) }]),
      });
    for (const [step, seen] of shown) {
      const found = expectedAt(written, step);
      if (found === null) continue;
      const next = found.as(seeWith(found.expected, seen, isForOthers));
      if (!isSame(next, found.written)) await edits.set(written.file, found.place, next);
    }
  }
  await edits.write();
}

/**
 * The keywords that brands show, each at first as it is written, else as the first brand shows it. `isForOthers`: the scenario
 * applies also to brands that are not run.
 */
function seeWith({ brands, ...written }: See, shown: readonly Shown[], isForOthers: boolean): See {
  const common: { [keyword: string]: unknown } = {};
  const own: { [slug: string]: Keywords } = { ...(brands as Readonly<Record<string, Keywords>>) };
  for (const { slug } of shown) own[slug] = {};
  const keywords = new Set([...Object.keys(written), ...shown.flatMap(({ present }) => Object.keys(present))]);
  for (const keyword of keywords) {
    const before = (written as Keywords)[keyword];
    const found = shown.flatMap(({ slug, present }) => (isShown(present, keyword) ? [{ slug, value: present[keyword] }] : []));
    const isWritten = before !== undefined && found.some(({ value }) => isSame(value, before));
    const stays = isWritten || isForOthers || (found.length > 0 && found.length < shown.length);
    const base = stays ? before : found[0]?.value;
    if (base !== undefined) common[keyword] = base;
    for (const { slug, value } of found) if (!isSame(value, base)) own[slug] = { ...own[slug], [keyword]: value };
  }
  const differing = Object.entries(own).filter(([, keywords]) => Object.keys(keywords).length > 0);
  return { ...common, ...(differing.length === 0 ? {} : { brands: Object.fromEntries(differing) }) };
}

/** A page that shows none of the expected texts can't be written: a list of texts has one at least. */
const isShown = (present: Keywords, keyword: string): boolean =>
  Object.hasOwn(present, keyword) && !((keyword === "texts" || keyword === "absent") && isSame(present[keyword], []));

/** Where a step expects something, and how it is written there. */
interface Place {
  readonly place: KeyPath;
  /** What is written at the place. */
  readonly written: unknown;
  /** The expectation, with the brands that differ. */
  readonly expected: See;
  /** The replacement. */
  readonly as: (expected: See) => unknown;
}

/** Null where nothing is compared. */
function expectedAt({ scenario, places }: WrittenScenario, index: number): Place | null {
  const step = scenario.steps[index];
  const place = places[index] ?? null;
  if (step === undefined || place === null) return null;
  if ("see" in step) return { place: [...place, "see"], written: step.see, expected: step.see, as: (see) => see };
  if ("try" in step) return tableAt(place, step, "try", step.try);
  if ("destinations" in step) return tableAt(place, step, "destinations", step.destinations);
  if (!("changes" in step) || step.changes === undefined) return null;
  // A row of `failures` is the expectation itself.
  const at = isRow(place) ? place : [...place, "changes"];
  return { place: at, written: step.changes, expected: asKeywords(step.changes), as: shortened };
}

/** A table of values or addresses, whose rows that differ with a brand are beside it. */
function tableAt(place: KeyPath, step: Step & { readonly brands?: object }, keyword: "try" | "destinations", rows: object): Place {
  const expected = { ...rows, ...(step.brands === undefined ? {} : { brands: step.brands }) } as See;
  const as = ({ brands, ...common }: See) => ({ [keyword]: common, ...(brands === undefined ? {} : { brands }) });
  return { place, written: step, expected, as };
}

const isRow = (place: KeyPath): boolean => place.at(-3) === "failures";

/** Writes after each step of each scenario what it changes. */
export async function recordAll(io: Io, scenarios: readonly Applied[], options: ScenarioOptions): Promise<void> {
  const edits = new Edits(io);
  const known = new Map<LoadedBundle, KnownScreens>();
  const done = new Set<string>();
  for (const { written, brands } of scenarios) {
    for (const loaded of brands) if (!known.has(loaded)) known.set(loaded, new Set());
    const withKnown = brands.map((loaded) => ({ loaded, known: known.get(loaded) as KnownScreens }));
    const steps = await recordScenario(withKnown, written.scenario, options);
    if (steps === null) continue;
    const lists = new Map<string, KeyPath>();
    for (const place of written.places)
      if (place !== null && !isRow(place)) lists.set(JSON.stringify(place.slice(0, -1)), place.slice(0, -1));
    for (const [key, list] of lists) {
      if (done.has(`${written.file} ${key}`)) continue;
      done.add(`${written.file} ${key}`);
      const own = steps.filter(({ of }) => JSON.stringify(written.places[of]?.slice(0, -1)) === key);
      await edits.set(
        written.file,
        list,
        own.map(({ step }) => step),
      );
    }
  }
  await edits.write();
}
