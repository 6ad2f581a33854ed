/** Exports the rule `decision-precondition` (a decision is evaluated for a depositor whom its `precondition` excludes) for the analysis. */
import { instantOf, scopeOf } from "../../engine/scope.js";
import { test } from "../../language/predicate.js";
import { FALSE } from "../bdd/diagrams.js";
import { image, preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { stepFrom } from "./reproduce.js";

/** The rule `decision-refused` assumes the precondition of a decision; this rule proves it wherever a decision is evaluated. */
export function checkPreconditions(transitions: TransitionRelation): readonly CandidateFinding[] {
  const { core, space, screens } = transitions;
  const { bdd } = space;
  const decisions = Object.values(core.decisions).flatMap(({ name, precondition }) =>
    precondition === undefined ? [] : [{ name, precondition }],
  );
  return [...screens.values()].flatMap((place) =>
    decisions.flatMap(({ name, precondition }) =>
      transitions.evaluating(place, name).flatMap((evaluating): readonly CandidateFinding[] => {
        const { logic } = precondition;
        const here = bdd.and(space.valid, place.admits);
        const excluded = bdd.diff(image(evaluating, here), space.holds(logic));
        if (excluded === FALSE) return [];
        const { id, at } = place.screen;
        return [
          {
            rule: "decision-precondition",
            mergeKey: `${id} ${name} ${evaluating.by}`,
            message: messages.precondition(id, evaluating.by, name),
            at: [at, precondition.at],
            owner: `screen:${id}`,
            where: bdd.and(here, preimage(evaluating, excluded)),
            question: { pathname: place.path },
            isReproducedBy: (witness) =>
              stepFrom(
                transitions,
                place,
                { ...evaluating, to: null },
                excluded,
                witness,
                ({ state }) => !test(logic, scopeOf(state, instantOf(state), null)),
              ),
          },
        ];
      }),
    ),
  );
}
