/** Exports the rule `link-refused` for effects and Back, for the analysis. */
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Transition } from "../transitions/transition.js";
import { image, preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

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
  const { space, screens } = transitions;
  const { bdd } = space;
  const found = new Map<string, CandidateFinding>();
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
      const key = `${screen.id} ${what} ${to.screen.id}`;
      const where = bdd.or(found.get(key)?.where ?? FALSE, bdd.and(here, preimage(transition, refused)));
      const at = [screen.at, to.screen.guard.at];
      found.set(key, {
        rule: "link-refused",
        message: message(screen.id, what, to.path),
        at,
        owner: `screen:${screen.id}`,
        where,
        ask: { pathname: path },
        target: to.screen.id,
      });
    }
  }
  return [...found.values()];
}
