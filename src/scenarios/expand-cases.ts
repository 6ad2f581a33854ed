/** Exports `expandCases`: the single walks of a scenario with cases, for the runner and the flow tool. */
import type { Branch, Scenario, Step } from "./scenario.js";

/** The keys and positions that lead to a value in the file of the scenario. */
export type KeyPath = readonly (string | number)[];

/** A scenario without cases. */
export interface Walk {
  readonly title: string;
  readonly scenario: Scenario;
  /** Where each step is written; null for a step that an earlier walk has compared already. */
  readonly places: readonly (KeyPath | null)[];
}

interface Prefix {
  readonly steps: readonly Step[];
  readonly places: readonly (KeyPath | null)[];
}

const NOTHING: Step = { see: {} };

/** Whether a step is in place of one that an earlier walk has compared. */
export const isRepeated = (step: Step): boolean => step === NOTHING;

/** The steps as they are repeated for another case: nothing is compared a second time. */
function repeated({ steps, places }: Prefix): Prefix {
  const isCompared = (step: Step): boolean => "see" in step || "try" in step || "destinations" in step;
  return {
    steps: steps.map((step) => (isCompared(step) ? NOTHING : step)),
    places: places.map((place, index) => (isCompared(steps[index] as Step) ? null : place)),
  };
}

/** Whether a walk compares nothing of its own: whatever the definitions show, it passes. */
export function comparesNothing({ scenario, places }: Pick<Walk, "scenario" | "places">): boolean {
  const isCompared = (step: Step): boolean => "see" in step || "try" in step || "destinations" in step || "changes" in step;
  return !scenario.steps.some((step, index) => places[index] !== null && isCompared(step));
}

/** Whether a case has cases or failures of its own; otherwise it is a list of steps. */
export const isBranch = (value: readonly Step[] | Branch): value is Branch => !Array.isArray(value);

/** One walk for each case and each failure, and one for the steps alone where nothing follows them. */
export function expandCases(title: string, scenario: Scenario): readonly Walk[] {
  const { cases: _cases, failures: _failures, ...rest } = scenario;
  return walksOf(scenario, title, ["scenarios", title], { steps: [], places: [] }).map((walk) => ({
    ...walk,
    scenario: { ...rest, steps: walk.steps },
  }));
}

function walksOf(branch: Branch, title: string, at: KeyPath, before: Prefix): readonly (Prefix & { readonly title: string })[] {
  let prefix: Prefix = {
    steps: [...before.steps, ...branch.steps],
    places: [...before.places, ...branch.steps.map((_step, index) => [...at, "steps", index])],
  };
  const walks: (Prefix & { readonly title: string })[] = [];
  const add = (more: readonly (Prefix & { readonly title: string })[]): void => {
    walks.push(...more);
    prefix = repeated(prefix);
  };
  for (const [operation, rows] of Object.entries(branch.failures ?? {}))
    for (const [fails, changes] of Object.entries(rows)) {
      const step: Step = { answer: operation, fails, changes };
      const place = [...at, "failures", operation, fails];
      add([{ title: `${title}: ${operation} ${fails}`, steps: [...prefix.steps, step], places: [...prefix.places, place] }]);
    }
  for (const [name, written] of Object.entries(branch.cases ?? {})) {
    const place = [...at, "cases", name];
    if (isBranch(written)) add(walksOf(written, `${title}: ${name}`, place, prefix));
    else
      add([
        {
          title: `${title}: ${name}`,
          steps: [...prefix.steps, ...written],
          places: [...prefix.places, ...written.map((_step, index) => [...place, index])],
        },
      ]);
  }
  return walks.length > 0 ? walks : [{ title, ...prefix }];
}
