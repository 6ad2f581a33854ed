/** Exports the rule `invariant` for actions and failures (`flows/invariants.json`): their effects and targets. Used by the analysis. */
import type { Origin } from "../../language/bundle.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Transition } from "../transitions/transition.js";
import { image, preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import type { LinkedInvariant } from "./screen-invariants.js";

/** An action and the screen on which the rule checks it: an action of the app on a screen that admits everybody. */
interface CheckedAction {
  readonly place: ScreenSets;
  readonly owner: string | null;
  readonly action: string;
}

/** A screen that admits everybody. */
function openPlace({ screens, space }: TransitionRelation): ScreenSets | null {
  const { bdd } = space;
  const open = ({ screen, admits }: ScreenSets): boolean => screen.guard.logic === true && bdd.and(space.valid, admits) !== FALSE;
  return [...screens.values()].find(open) ?? null;
}

/** The action of this name; null if there is none. */
function checkedAction(transitions: TransitionRelation, name: string): CheckedAction | null {
  const dot = name.lastIndexOf(".");
  const action = name.slice(dot + 1);
  const place = dot < 0 ? openPlace(transitions) : transitions.screens.get(name.slice(0, dot));
  if (place === null || place === undefined) return null;
  const all = dot < 0 ? transitions.core.actions : transitions.content(place)?.actions;
  return all?.[action] === undefined ? null : { place, owner: dot < 0 ? null : place.screen.id, action };
}

const isNamed = (failure: string, name: string): boolean => failure === name || failure.startsWith(`${name}.`);

/** Whether a transition is the action with the outcome of the invariant, or its success. */
function isTransitionOf({ event }: Transition, { owner, action }: CheckedAction, outcome: string | null): boolean {
  if (event.kind !== "action" || event.owner !== owner || event.name !== action) return false;
  // Optimistic effects are no outcome.
  if (event.outcome === null) return event.action.call === undefined;
  return outcome === null ? event.outcome === "ok" : isNamed(event.outcome, outcome);
}

function violation(
  invariant: LinkedInvariant,
  by: string,
  at: readonly Origin[],
  place: ScreenSets,
  owner: string,
  where: Bdd,
): CandidateFinding {
  const message = messages.invariant(invariant.name, invariant.description, by);
  return { rule: "invariant", message, at: [invariant.at, ...at], owner, where, ask: { pathname: place.path } };
}

/** The states in which some of the transitions violate an invariant. */
function violatingStates(invariant: LinkedInvariant, transitions: TransitionRelation, here: Bdd, ofAction: readonly Transition[]): Bdd {
  const { space } = transitions;
  const { bdd } = space;
  const concerned = invariant.when === null ? space.valid : bdd.and(space.valid, space.holds(invariant.when));
  // An action without effects has no transition: state and screen stay.
  if (ofAction.length === 0) {
    const left = invariant.then === null ? FALSE : bdd.diff(bdd.and(here, concerned), space.holds(invariant.then));
    return invariant.target === null ? left : bdd.and(here, concerned);
  }
  const bad = ofAction.map((transition): Bdd => {
    const after = bdd.and(image(transition, here), concerned);
    const elsewhere = invariant.target !== null && transition.to?.screen.paths.includes(invariant.target) !== true;
    const wrong = elsewhere ? after : invariant.then === null ? FALSE : bdd.diff(after, space.holds(invariant.then));
    return wrong === FALSE ? FALSE : bdd.and(here, preimage(transition, wrong));
  });
  return bdd.any(bad);
}

export function checkActionInvariants(
  invariants: readonly LinkedInvariant[],
  transitions: TransitionRelation,
): readonly CandidateFinding[] {
  const { space } = transitions;
  const { bdd } = space;
  return invariants.flatMap((invariant): readonly CandidateFinding[] => {
    const found: CandidateFinding[] = [];
    for (const name of invariant.actions) {
      const checked = checkedAction(transitions, name);
      if (checked === null) {
        const message = `${invariant.name} ${messages.unknownReference(name)}`;
        found.push({ rule: "invariant", message, at: [invariant.at], owner: "app", where: null, ask: null });
        continue;
      }
      const { place } = checked;
      const here = bdd.and(space.valid, place.admits);
      const where = violatingStates(
        invariant,
        transitions,
        here,
        transitions.of(place).filter((transition) => isTransitionOf(transition, checked, invariant.outcome)),
      );
      const owner = checked.owner === null ? "app" : `screen:${checked.owner}`;
      if (where !== FALSE) found.push(violation(invariant, name, checked.owner === null ? [] : [place.screen.at], place, owner, where));
    }
    const { failure } = invariant;
    const open = failure === null ? null : openPlace(transitions);
    if (failure === null || open === null) return found;
    const failing = transitions.of(open).filter(({ event }) => event.kind === "failure" && isNamed(event.failure, failure));
    const where = violatingStates(invariant, transitions, bdd.and(space.valid, open.admits), failing);
    if (where !== FALSE) found.push(violation(invariant, failure, [], open, "app", where));
    return found;
  });
}
