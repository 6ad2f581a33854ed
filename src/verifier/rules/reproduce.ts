/** Exports `stepFrom`: executes a transition with the real engine for the witness of a finding, for the rules that confirm it so. */
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { StepExecutor, type StepResult } from "../search/execute-step.js";
import { LIMITS } from "../search/limits.js";
import { stepOf } from "../search/nodes.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Phases, Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

/**
 * Whether some values of the free inputs let the engine execute the transition in the witness's state on a screen, with a
 * result that fits. `wanted`: the states after the transition, before redirects, that the answers of the bank aim at.
 */
export function stepFrom(
  transitions: TransitionRelation,
  place: ScreenSets,
  transition: Pick<Transition, "by" | "event" | "to" | keyof Phases>,
  wanted: Bdd,
  { state, location }: Witness,
  fits: (result: StepResult) => boolean,
): boolean {
  const executor = new StepExecutor(transitions, transitions.core, LIMITS.valuations);
  const from = executor.configurationOn(place, state, { pathname: place.path, ...location });
  const step = stepOf(transition, transition.to ?? place, transition.effect);
  return executor.execute(from, step, wanted, (result) => (fits(result) ? true : null)) !== null;
}
