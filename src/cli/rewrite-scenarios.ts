/** Exports what `flows test` writes into scenarios: what is seen in place of what is expected (`--update`), and all that steps change (`--record`). */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { isObject } from "../language/json.js";
import type { KeyPath } from "../scenarios/expand-cases.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { commonTo, type KnownScreens, recordScenario } from "../scenarios/record-scenario.js";
import { type Expected, runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import type { Io } from "./io.js";
import { parseJson, printJson } from "./json-tree.js";
import type { WrittenScenario } from "./scenario-files.js";

/** A scenario with the brands to which it applies. */
export interface Applied {
  readonly written: WrittenScenario;
  readonly brands: readonly LoadedBundle[];
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

/** Writes what is seen in place of what is expected; where the brands of a scenario differ, what is written stays, and fails. */
export async function updateAll(io: Io, scenarios: readonly Applied[], options: ScenarioOptions): Promise<void> {
  const edits = new Edits(io);
  for (const { written, brands } of scenarios) {
    const present = new Map<number, readonly Expected[]>();
    for (const loaded of brands)
      await runScenario(loaded, written.scenario, {
        ...options,
        update: (step, seen) => void present.set(step, [...(present.get(step) ?? []), seen]),
      });
    for (const [step, seen] of present) {
      const found = expectedAt(written, step);
      if (found !== null && seen.some((one) => one !== found.expected))
        await edits.set(written.file, found.place, withWritten(commonTo(seen), found.expected, seen));
    }
  }
  await edits.write();
}

/** What brands have in common, and what is written where they differ: only a word that no brand shows is removed. */
function withWritten(common: unknown, written: unknown, seen: readonly unknown[]): unknown {
  if (!isObject(common) || !isObject(written)) return common;
  const kept = Object.entries(written).flatMap(([word, value]): readonly (readonly [string, unknown])[] => {
    const inner = seen.flatMap((one) => (isObject(one) && Object.hasOwn(one, word) ? [one[word]] : []));
    if (inner.length === 0) return [];
    return [[word, Object.hasOwn(common, word) ? withWritten(common[word], value, inner) : value]];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(Object.entries(common).filter(([word]) => !Object.hasOwn(written, word))) };
}

/** Where a step expects something, and what; null where nothing is compared. */
function expectedAt({ scenario, places }: WrittenScenario, index: number): { readonly place: KeyPath; readonly expected: Expected } | null {
  const step = scenario.steps[index];
  const place = places[index] ?? null;
  if (step === undefined || place === null) return null;
  if ("see" in step) return { place: [...place, "see"], expected: step.see };
  if ("try" in step) return { place: [...place, "try"], expected: step.try };
  if ("leads" in step) return { place: [...place, "leads"], expected: step.leads };
  if (!("changes" in step) || step.changes === undefined) return null;
  // A row of `failures` is the expectation itself.
  return { place: isRow(place) ? place : [...place, "changes"], expected: step.changes };
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
