/** Exports the rule `invariant` for actions and failures (`flows/invariants.json`): their effects and targets. Used by the analysis. */
import { matchPath } from "../../engine/paths.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { placesOf, type ScreenSets } from "../transitions/screen-sets.js";
import type { Transition } from "../transitions/transition.js";
import { image, preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { type ActionInvariant, type FailureInvariant, type LinkedInvariant, vacuous, violated } from "./invariants.js";
import { messages } from "./messages.js";
import { stepFrom } from "./reproduce.js";

type Checked = ActionInvariant | FailureInvariant;

/** A transition that an invariant is about, and the screen on which the rule checks it. */
interface Case {
  readonly place: ScreenSets;
  readonly transition: Transition;
}

const isNamed = (failure: string, name: string): boolean => failure === name || failure.startsWith(`${name}.`);

/** Whether a transition is the action with the outcome of the invariant, or its success. */
function isActionOf({ event }: Transition, owner: string | null, action: string, outcome: string | null): boolean {
  if (event.kind !== "action" || event.owner !== owner || event.name !== action) return false;
  // Optimistic effects are not outcomes.
  if (event.outcome === null) return event.action.call === undefined;
  return outcome === null ? event.outcome === "ok" : isNamed(event.outcome, outcome);
}

/** Whether a transition is a failure of a query, or of a call, with this name. */
function isFailureOf({ event }: Transition, failure: string): boolean {
  if (event.kind === "failure") return isNamed(event.failure, failure);
  return event.kind === "action" && event.outcome !== null && isNamed(event.outcome, failure);
}

/**
 * The cases of an action of the app or of a failure: one for each list of effects, because the screen matters to neither.
 * `owner`: the screen of the case's action; null for the app and for queries.
 */
function onEveryScreen(
  transitions: TransitionRelation,
  isCase: (one: Transition) => boolean,
  except: readonly string[] = [],
): readonly Case[] {
  const seen = new Map<unknown, Set<string>>();
  return [...transitions.screens.values()].flatMap((place) =>
    [...transitions.of(place), ...transitions.idle(place)].flatMap((transition): readonly Case[] => {
      const { event, to } = transition;
      if (except.includes(place.screen.id) || !isCase(transition) || (event.kind !== "action" && event.kind !== "failure")) return [];
      const known = seen.get(event.effects) ?? new Set();
      seen.set(event.effects, known);
      const key = `${event.kind} ${event.kind === "action" ? `${event.answer?.name} ${event.pathIndex}` : ""} ${to?.screen.id}`;
      if (known.has(key)) return [];
      known.add(key);
      return [{ place, transition }];
    }),
  );
}

function casesOf(invariant: ActionInvariant, name: string, transitions: TransitionRelation): readonly Case[] | null {
  const dot = name.lastIndexOf(".");
  const action = name.slice(dot + 1);
  if (dot < 0) {
    if (transitions.core.actions[action] === undefined) return null;
    return onEveryScreen(transitions, (one) => isActionOf(one, null, action, invariant.outcome));
  }
  const places = placesOf(transitions.screens, name.slice(0, dot));
  const [first] = places;
  if (first === undefined || transitions.content(first)?.actions[action] === undefined) return null;
  return places.flatMap((place) =>
    [...transitions.of(place), ...transitions.idle(place)]
      .filter((one) => isActionOf(one, place.screen.id, action, invariant.outcome))
      .map((transition) => ({ place, transition })),
  );
}

/** The states in which a screen is shown: for an action of the screen those that it admits, else every state at its path. */
function statesAt({ place, transition: { event } }: Case, { space }: TransitionRelation): Bdd {
  const own = event.kind === "action" && event.owner !== null;
  return space.bdd.and(space.valid, own ? place.admits : TRUE);
}

/** The findings of cases; an invariant whose cases meet its `when` nowhere constrains nothing. */
function checkCases(
  invariant: Checked,
  by: string,
  owner: string,
  cases: readonly Case[],
  transitions: TransitionRelation,
): readonly CandidateFinding[] {
  const { space, core } = transitions;
  const { bdd } = space;
  const concerned = invariant.when === null ? space.valid : bdd.and(space.valid, space.holds(invariant.when));
  const right = invariant.then === null ? space.valid : space.holds(invariant.then);
  let meetsWhen = false;
  const found: CandidateFinding[] = [];
  for (const one of cases) {
    const { place, transition } = one;
    const here = statesAt(one, transitions);
    const after = bdd.and(image(transition, here), concerned);
    if (after === FALSE) continue;
    meetsWhen = true;
    const elsewhere = invariant.target !== null && transition.to?.screen.paths.includes(invariant.target) !== true;
    const wrong = elsewhere ? after : bdd.diff(after, right);
    if (wrong === FALSE) continue;
    const where = bdd.and(here, preimage(transition, wrong));
    found.push(
      violated(invariant, by, {
        at: owner === "app" ? [] : [place.screen.at],
        owner,
        where,
        question: { pathname: place.path },
        isReproducedBy: (witness) =>
          stepFrom(transitions, place, transition, wrong, witness, ({ location }) => {
            if (!elsewhere || location === null || invariant.target === null) return true;
            return matchPath(core, location.pathname).screen !== matchPath(core, invariant.target).screen;
          }),
      }),
    );
  }
  if (!meetsWhen) return [vacuous(invariant, messages.neverHappens(by), core.screens[owner.replace("screen:", "")])];
  // One finding is enough to correct an action.
  return found.slice(0, 1);
}

export function checkActionInvariants(
  invariants: readonly LinkedInvariant[],
  transitions: TransitionRelation,
): readonly CandidateFinding[] {
  return invariants.flatMap((invariant): readonly CandidateFinding[] => {
    if (invariant.kind === "failure") {
      const { failure, except } = invariant;
      const cases = onEveryScreen(transitions, (one) => isFailureOf(one, failure), except);
      const unknown = except.filter((id) => !transitions.screens.has(id)).map((id) => vacuous(invariant, messages.unknownReference(id)));
      return [...unknown, ...checkCases(invariant, failure, "app", cases, transitions)];
    }
    if (invariant.kind !== "actions") return [];
    return invariant.actions.flatMap((name): readonly CandidateFinding[] => {
      const cases = casesOf(invariant, name, transitions);
      const dot = name.lastIndexOf(".");
      const screen = transitions.core.screens[name.slice(0, dot)];
      if (cases === null) return [vacuous(invariant, messages.unknownReference(name), screen)];
      return checkCases(invariant, name, dot < 0 ? "app" : `screen:${name.slice(0, dot)}`, cases, transitions);
    });
  });
}
