/** Exports the rule `link-refused` for effects, Back, actions of the app and failed queries, for the analysis. */
import { matchPath } from "../../engine/paths.js";
import type { Control } from "../../language/bundle.js";
import { pathsRead } from "../../language/logic-reads.js";
import { isFreeInput } from "../abstraction/atoms.js";
import { FALSE } from "../bdd/diagrams.js";
import type { StepResult } from "../search/execute-step.js";
import { constantPath } from "../transitions/go-targets.js";
import type { Transition } from "../transitions/transition.js";
import { image, preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";
import { isPlainLink } from "./refused-links.js";
import { stepFrom } from "./reproduce.js";

/** The message for a transition and what causes it; null where refused-links.ts checks it. */
function causeOf({ event, by }: Transition): { readonly message: typeof messages.linkRefused; readonly what: string } | null {
  if (event.kind === "go" && event.control === null) return { message: messages.linkRefused, what: "Back" };
  if (event.kind === "go" && event.control !== null)
    return isPlainLink(event.control, [{ go: event.go }]) ? null : { message: messages.linkRefused, what: event.control.what };
  if (event.kind === "failure") return { message: messages.answerRefused, what: by };
  if (event.kind !== "action") return null;
  // The rule for links (refused-links.ts) checks actions of controls without calls, assignments and free inputs.
  if (event.control !== null && event.action.call === undefined && isPlainLink(event.control, event.effects, event.action.when))
    return null;
  return { message: messages.effectRefused, what: event.outcome === null ? event.name : `${event.name} (${event.outcome})` };
}

/** The control that the depositor uses; null for what the screen raises by itself. */
function controlOf({ event }: Transition): Control | null {
  return event.kind === "go" || event.kind === "action" ? event.control : null;
}

/** What makes the image of a transition larger than what can happen; null where a wrong finding is a bug. */
function approximationOf(event: Transition["event"]): string | null {
  if (event.kind !== "go" && event.kind !== "action" && event.kind !== "failure") return null;
  const conditions = [
    event.kind === "failure" ? [event.data.when] : [event.control?.when],
    event.kind === "action" ? event.action.when : null,
    event.kind === "go" ? [] : event.effects.map(({ when }) => when),
  ];
  if (pathsRead(conditions).some(isFreeInput)) return messages.unenumerated;
  const targets = event.kind === "go" ? [event.go] : event.effects.flatMap(({ go }) => go ?? []);
  return targets.some((go) => constantPath(go) === null) ? "its path is read from a value" : null;
}

/** Transitions to a screen whose guard refuses the depositor. A redirect by a gate is intended, so it is not a finding. */
export function checkRefusedTargets(transitions: TransitionRelation): readonly CandidateFinding[] {
  const { space, screens, core } = transitions;
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const place of screens.values()) {
    const { screen, path } = place;
    for (const transition of transitions.of(place)) {
      const { to } = transition;
      const cause = to === null || transition.decided ? null : causeOf(transition);
      if (to === null || cause === null || to.screen.guard.logic === true) continue;
      const gated = bdd.any(to.redirects.flatMap(({ by, when }) => (by === "gate" ? [when] : [])));
      const here = bdd.and(space.valid, place.admits);
      const refused = bdd.diff(bdd.diff(image(transition, here), to.admits), gated);
      if (refused === FALSE) continue;
      const { message, what } = cause;
      const approximation = approximationOf(transition.event);
      const isTarget = ({ location }: StepResult): boolean =>
        location !== null && matchPath(core, location.pathname).screen.id === to.screen.id;
      found.push({
        rule: "link-refused",
        mergeKey: `${screen.id} ${what} ${to.screen.id}`,
        message: message(screen.id, what, to.path),
        at: [controlOf(transition)?.at ?? screen.at, to.screen.guard.at],
        owner: transition.event.kind === "action" && transition.event.owner === null ? "app" : `screen:${screen.id}`,
        where: bdd.and(here, preimage(transition, refused)),
        question: { pathname: path },
        target: to.screen.id,
        ...(approximation === null ? {} : { approximation }),
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
