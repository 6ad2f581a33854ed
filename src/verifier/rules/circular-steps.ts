/** Exports the rule `dead-end` for screens whose every target redirects back, for the analysis. */
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { StepResult } from "../search/execute-step.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { placeAt, redirectTo } from "../transitions/screen-sets.js";
import { preimage, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { isKnownToOccur } from "./free-conditions.js";
import { messages } from "./messages.js";
import { chainOf, endOf } from "./redirects.js";
import { stepFrom } from "./reproduce.js";
import { isForwardStep } from "./wizard-cycles.js";

/** The states that request `to` and end, after its redirects, on another screen than `from`. */
function endsElsewhere(transitions: TransitionRelation, from: ScreenSets, to: ScreenSets, passed: readonly ScreenSets[] = []): Bdd {
  const { space, screens } = transitions;
  const { bdd } = space;
  const redirected = to.redirects.map(({ target, to: path, when }) => {
    const next = placeAt(screens, target, path);
    if (next === undefined || when === FALSE || passed.includes(next)) return FALSE;
    const there = endsElsewhere(transitions, from, next, [...passed, to]);
    return bdd.and(when, redirectTo(space, path).preimage(there));
  });
  return bdd.any([to === from ? FALSE : to.admits, ...redirected]);
}

/** Depositors whom every successful event of a screen brings back to it. `deadEnds`: findings of screens without targets. */
export function checkCircularSteps(transitions: TransitionRelation, deadEnds: readonly CandidateFinding[]): readonly CandidateFinding[] {
  const { space, screens } = transitions;
  const { bdd } = space;
  return [...screens.values()].flatMap((place): readonly CandidateFinding[] => {
    const { screen } = place;
    const content = transitions.content(place);
    if (content === undefined || content.end !== undefined) return [];
    const owner = `screen:${screen.id}`;
    // `deadEnds` has these already.
    const reported = deadEnds.flatMap((one) => (one.rule === "dead-end" && one.owner === owner && one.where !== null ? [one.where] : []));
    const whole = bdd.diff(bdd.and(space.valid, place.admits), bdd.any(reported));
    const elsewhere = new Map<ScreenSets, Bdd>();
    const elsewhereFrom = (to: ScreenSets): Bdd => {
      const found = elsewhere.get(to) ?? endsElsewhere(transitions, place, to);
      elsewhere.set(to, found);
      return found;
    };
    const leftBy = (counts: (transition: Transition) => boolean): Bdd => {
      let left = whole;
      for (const transition of transitions.of(place)) {
        if (left === FALSE) return FALSE;
        if (transition.to !== null && isForwardStep(transition, place) && counts(transition))
          left = bdd.diff(left, preimage(transition, elsewhereFrom(transition.to)));
      }
      return left;
    };
    // Most screens have an exit without a condition on inputs.
    if (leftBy(({ event }) => isKnownToOccur(space, event)) === FALSE) return [];
    const left = leftBy(() => true);
    if (left === FALSE) {
      const message = messages.notChecked(messages.circular(screen.id), messages.assumed);
      return [{ rule: "not-checked", message, at: [screen.at], owner, where: null, question: null }];
    }
    const { core } = transitions;
    const isElsewhere = ({ location, state }: StepResult): boolean => {
      const end = location === null ? null : endOf(core, location.pathname, { state, location });
      return end !== null && end !== place.path;
    };
    return [
      {
        rule: "dead-end",
        message: messages.circular(screen.id),
        at: [screen.at],
        owner,
        where: left,
        question: { pathname: place.path },
        isReproducedBy: (witness) =>
          chainOf(core, place.path, witness).length === 1 &&
          !transitions
            .of(place)
            .some((one) => isForwardStep(one, place) && stepFrom(transitions, place, one, space.valid, witness, isElsewhere)),
      },
    ];
  });
}
