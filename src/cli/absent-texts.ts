/** Exports `AbsentTexts`: the texts that scenarios expect to be absent, and that no page can show, for `flows test`. */
import type { Bundle } from "../language/bundle.js";
import { isRepeated } from "../scenarios/expand-cases.js";
import { shownLines } from "../scenarios/expectations.js";
import type { Expectation, See, Step } from "../scenarios/scenario.js";
import type { Session } from "../scenarios/session.js";
import type { WrittenScenario, WrongScenario } from "./scenario-files.js";

/** A text as JSON writes it within a longer text. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function expectedBy(step: Step): See {
  if ("see" in step) return step.see;
  return "changes" in step && typeof step.changes === "object" ? step.changes : {};
}

function absentIn(step: Step): readonly string[] {
  const { brands = {}, ...common } = expectedBy(step);
  return [common, ...Object.values(brands)].flatMap(({ absent = [] }: Expectation) => absent);
}

/** The data of a scenario: everything except its expectations. */
function dataOf({ given, answers, steps }: WrittenScenario["scenario"]): string {
  return JSON.stringify([given, answers, steps.flatMap((step) => ("see" in step ? [] : [{ ...step, changes: null }]))]);
}

const messageOf = (text: string): string =>
  `No page shows ${JSON.stringify(text)} in any scenario, so that its absence proves nothing: correct or remove it.`;

/** The texts that a step expects to be shown. */
function shownIn(step: Step): readonly string[] {
  const { brands = {}, ...common } = expectedBy(step);
  return [common, ...Object.values(brands)].flatMap(({ texts = [], content = [], controls = [], question, dialog }: Expectation) => [
    ...texts,
    ...content,
    ...controls,
    ...(typeof question === "string" ? [question] : []),
    ...(dialog ?? []),
  ]);
}

/** An expected absence. */
interface Absence extends Omit<WrongScenario, "message"> {
  readonly text: string;
}

/** Those of texts that neither the definitions nor the data of their scenario contain, and that no step expects to be shown. */
function unknownAbsences(
  scenarios: readonly WrittenScenario[],
  bundles: readonly Bundle[],
  common: readonly unknown[],
): readonly Absence[] {
  const shared = JSON.stringify([bundles, common]);
  // Walks have the steps before their cases in common.
  const steps = new Set<Step>(scenarios.flatMap(({ scenario }) => scenario.steps));
  const shown = [...steps].flatMap(shownIn).join("\n");
  const known = new Map<string, boolean>();
  const isKnown = (text: string): boolean => {
    const found = known.get(text) ?? (shown.includes(text) || shared.includes(inJson(text)));
    known.set(text, found);
    return found;
  };
  return scenarios.flatMap(({ file, scenario, place }) =>
    scenario.steps.flatMap((step, index) => {
      if (!steps.delete(step)) return [];
      const unknown = absentIn(step).filter((text) => !isKnown(text) && !dataOf(scenario).includes(inJson(text)));
      return unknown.map((text) => ({ file, ...place(index), text }));
    }),
  );
}

/** Watches a run of all scenarios: a text that a definition no longer has is one that nothing shows. */
export class AbsentTexts {
  readonly #absences: readonly Absence[];
  readonly #neverShown: Set<string>;

  /** `common`: the data that scenarios have in common. */
  constructor(scenarios: readonly WrittenScenario[], bundles: readonly Bundle[], common: readonly unknown[]) {
    this.#absences = unknownAbsences(scenarios, bundles, common);
    this.#neverShown = new Set(this.#absences.map(({ text }) => text));
  }

  /** After a step that compares what is shown: the others would evaluate the page only for this. */
  observe(step: Step | undefined, session: Session): void {
    if (this.#neverShown.size === 0 || step === undefined || isRepeated(step) || !("see" in step)) return;
    const lines = shownLines(session);
    for (const text of this.#neverShown) if (lines.some((line) => line.includes(text))) this.#neverShown.delete(text);
  }

  /** Those of the texts that are still unknown. */
  neverShown(): readonly string[] {
    return [...this.#neverShown];
  }

  /** The expected absences that prove nothing: `neverShown` of each part of the run contains their text. */
  stale(neverShown: readonly (readonly string[])[]): readonly WrongScenario[] {
    return this.#absences
      .filter(({ text }) => neverShown.every((texts) => texts.includes(text)))
      .map(({ text, ...place }) => ({ ...place, message: messageOf(text) }));
  }
}
