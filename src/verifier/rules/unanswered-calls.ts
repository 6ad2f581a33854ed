/** Exports the rule about calls to which `flows/outcomes.json` declares no good answer for some depositors, for the analysis. */
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore } from "../../language/bundle.js";
import type { LinkedOutcomes } from "../../language/outcomes.js";
import { test } from "../../language/predicate.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { mayHold } from "../transitions/effects.js";
import type { Screens } from "../transitions/screen-sets.js";
import { callersOf, type Journeys, placesOfCaller } from "./callers.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

/** Depositors whom a screen lets send a call, and for whom the `when` of no good answer holds: the verifier would let every such call fail. */
export function checkUnansweredCalls(
  core: BundleCore,
  journeys: Journeys,
  { good }: LinkedOutcomes,
  space: StateSpace,
  screens: Screens,
): readonly CandidateFinding[] {
  const { bdd, valid } = space;
  return [...good].flatMap(([operation, answers]) => {
    const conditions = answers.flatMap(({ logic }) => (logic === null ? [] : [logic]));
    if (conditions.length < answers.length) return [];
    const unanswered = bdd.diff(valid, bdd.any(conditions.map((logic) => mayHold(space, logic))));
    if (unanswered === FALSE) return [];
    return callersOf(core, journeys, operation).flatMap((caller) =>
      placesOfCaller(screens, caller).flatMap((place): readonly CandidateFinding[] => {
        const sent = caller.when === undefined ? TRUE : mayHold(space, caller.when.logic);
        const where = bdd.all([unanswered, sent, place?.admits ?? TRUE]);
        if (where === FALSE) return [];
        return [
          {
            rule: "outcome-unhandled",
            message: messages.unanswered(place === undefined ? "the app" : caller.id, caller.name, operation),
            at: caller.at,
            owner: place === undefined ? "app" : `screen:${caller.id}`,
            where,
            question: { pathname: place?.path ?? "/" },
            isReproducedBy: ({ state }) => {
              const scope = scopeOf(state, instantOf(state), null);
              return !conditions.some((logic) => test(logic, scope));
            },
          },
        ];
      }),
    );
  });
}
