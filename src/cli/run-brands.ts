/** Exports `runBrands`: the walks of the selected scenarios with each loaded brand, for `flows test`. */
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { type FoundControls, runScenario, type ScenarioOptions } from "../scenarios/run-scenario.js";
import type { Answer } from "../scenarios/scenario.js";
import type { Session } from "../scenarios/session.js";
import { type Sight, sightOf } from "../scenarios/sight.js";
import type { AbsentTexts } from "./absent-texts.js";
import type { BrowserPlay } from "./browser/open-context.js";
import { playWalk } from "./browser/play-walk.js";
import type { Io } from "./io.js";
import { usedPlaces } from "./scenario-answers.js";
import { BROKEN_ANSWER, type WrittenScenario } from "./scenario-files.js";
import type { ScenarioResult } from "./scenario-reports.js";
import { brandsOf, type Selected } from "./selected-scenarios.js";

/** What the walks of some brands have shown; as JSON, it goes from one process to another. */
export interface BrandRuns {
  /** Each with the position of its scenario among those that are selected. */
  readonly results: readonly (Omit<ScenarioResult, "written"> & { readonly index: number })[];
  /** The places of the answers that a call got (`usedPlaces`). */
  readonly used: readonly string[];
  /** The texts that are expected to be absent, that these brands do not have, and that no step has shown. */
  readonly neverShown: readonly string[];
}

/** The failure of a scenario that uses an answer with errors. */
const BROKEN = [{ step: 0, message: "It did not run as written: an answer of flows/scenarios/answers.json that it uses has errors." }];

/** `play`: the browser in which scenarios are also played. `absentTexts`: watches the run. */
export async function runBrands(
  io: Pick<Io, "now">,
  selected: Selected,
  absentTexts: AbsentTexts | null,
  play: BrowserPlay | null,
): Promise<BrandRuns> {
  const results: BrandRuns["results"][number][] = [];
  const usedAnswers = new Set<Answer>();
  const found = new Map([...selected.loaded.keys()].map((brand) => [brand, { pressed: new WeakMap(), forms: new WeakMap() }]));
  for (const [index, written] of selected.scenarios.entries()) {
    for (const brand of brandsOf(written, selected)) {
      const began = io.now();
      let usesBroken = false;
      const options = {
        ...selected.options,
        found: found.get(brand) as FoundControls,
        used: (one: Answer) => {
          usedAnswers.add(one);
          usesBroken ||= one === BROKEN_ANSWER;
        },
        performed: (step: number, session: Session) => absentTexts?.observe(written.scenario.steps[step], session),
      };
      const faulty = selected.faulty.get(written.scenario.given?.persona ?? "");
      const { screen, failures } =
        faulty === undefined
          ? await runOne(selected.loaded.get(brand) as LoadedBundle, written, options, play)
          : { screen: null, failures: [{ step: 0, message: `It did not run: ${faulty} has errors.` }] };
      results.push({ index, brand, screen, failures: usesBroken ? BROKEN : failures, milliseconds: io.now() - began });
    }
  }
  return { results, used: usedPlaces(selected.files, usedAnswers), neverShown: absentTexts?.neverShown() ?? [] };
}

type Outcome = Pick<ScenarioResult, "screen" | "failures">;

async function runOne(
  loaded: LoadedBundle,
  { scenario }: WrittenScenario,
  options: ScenarioOptions,
  play: BrowserPlay | null,
): Promise<Outcome> {
  let ended: Session | null = null;
  const begun = (session: Session): void => {
    ended = session;
  };
  const sights: (Sight | null)[] = [];
  const performed = (step: number, session: Session): void => {
    options.performed?.(step, session);
    if (play !== null) sights[step] = sightOf(session);
  };
  const failures = await runScenario(loaded, scenario, { ...options, begun, performed });
  if (play === null || failures.length > 0) return { screen: screenOf(ended), failures };
  const differences = await playWalk(play, loaded, scenario, sights, options);
  return { screen: sights[differences[0]?.step ?? -1]?.screen ?? null, failures: differences };
}

const screenOf = (session: Session | null): string | null => session?.screen?.resolution.screen ?? null;
