/** Exports the rule `link-refused` for effects and Back, for the analysis. */
import { matchPath } from "../../engine/paths.js";
import { FALSE } from "../bdd/diagrams.js";
import type { StepResult } from "../search/execute-step.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Transition } from "../transitions/transition.js";
import { image, preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";
import { stepFrom } from "./reproduce.js";

/** The message for a transition and what causes it; null where refused-links.ts checks it. */
function causeOf(
  { event }: Transition,
  { screen }: ScreenSets,
): { readonly message: typeof messages.linkRefused; readonly what: string } | null {
  if (event.kind === "go" && event.control === null) return { message: messages.linkRefused, what: "Back" };
  if (event.kind !== "action" || event.owner !== screen.id) return null;
  // The rule for links (refused-links.ts) checks actions of controls without calls and assignments.
  const plain = event.action.call === undefined && !event.effects.some(({ set, reset }) => set ?? reset);
  if (plain && event.control !== null) return null;
  return { message: messages.effectRefused, what: event.outcome === null ? event.name : `${event.name} (${event.outcome})` };
}

/** Transitions to a screen whose guard refuses the depositor. A redirect by a gate is intended, so it is no finding. */
export function checkRefusedTargets(transitions: TransitionRelation): readonly CandidateFinding[] {
  const { space, screens, core } = transitions;
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const place of screens.values()) {
    const { screen, path } = place;
    for (const transition of transitions.of(place)) {
      const { to } = transition;
      const cause = to === null || transition.decided ? null : causeOf(transition, place);
      if (to === null || cause === null || to.screen.guard.logic === true) continue;
      const gated = bdd.any(to.redirects.flatMap(({ by, when }) => (by === "gate" ? [when] : [])));
      const here = bdd.and(space.valid, place.admits);
      const refused = bdd.diff(bdd.diff(image(transition, here), to.admits), gated);
      if (refused === FALSE) continue;
      const { message, what } = cause;
      const isTarget = ({ location }: StepResult): boolean =>
        location !== null && matchPath(core, location.pathname).screen.id === to.screen.id;
      found.push({
        rule: "link-refused",
        mergeKey: `${screen.id} ${what} ${to.screen.id}`,
        message: message(screen.id, what, to.path),
        at: [screen.at, to.screen.guard.at],
        owner: `screen:${screen.id}`,
        where: bdd.and(here, preimage(transition, refused)),
        ask: { pathname: path },
        target: to.screen.id,
        isReproducedBy: (witness) =>
          stepFrom(transitions, place, transition, refused, witness, (result) => {
            const { location, state } = result;
            return location !== null && isTarget(result) && chainOf(core, location.pathname, { state, location }).length > 1;
          }),
      });
    }
  }
  return found;
}
