/** Exports `AbsentTexts`: the texts that scenarios expect to be absent, and that no page can show, for `flows test`. */
import type { Bundle } from "../language/bundle.js";
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

/** Collects what a run of all scenarios shows: the texts that a definition no longer has are then those that nothing has shown. */
export class AbsentTexts {
  readonly #lines = new Set<string>();

  /** After a step that compares what is shown: the others would evaluate the page only for this. */
  observe(step: Step | undefined, session: Session): void {
    if (step === undefined || !("see" in step)) return;
    for (const line of shownLines(session)) this.#lines.add(line);
  }

  /**
   * Each text that no step of the run shows, and that neither the definitions nor the data of its scenario contain: its absence
   * proves nothing. `common`: the data that scenarios have in common.
   */
  stale(scenarios: readonly WrittenScenario[], bundles: readonly Bundle[], common: readonly unknown[]): readonly WrongScenario[] {
    const shared = JSON.stringify([bundles, common]);
    const isKnown = new Map<string, boolean>();
    const isKnownText = (text: string): boolean => {
      const known = isKnown.get(text) ?? (shared.includes(inJson(text)) || [...this.#lines].some((line) => line.includes(text)));
      isKnown.set(text, known);
      return known;
    };
    // Walks have the steps before their cases in common.
    const checked = new Set<Step>();
    return scenarios.flatMap(({ file, scenario, place }) =>
      scenario.steps.flatMap((step, index) => {
        if (checked.has(step)) return [];
        checked.add(step);
        const stale = absentIn(step).filter((text) => !isKnownText(text) && !dataOf(scenario).includes(inJson(text)));
        return stale.map((text) => ({ file, ...place(index), message: messageOf(text) }));
      }),
    );
  }
}
