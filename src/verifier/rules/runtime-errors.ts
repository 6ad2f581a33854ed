/** Exports the rule `runtime-error` (events for which the engine throws) for the analysis. */
import type { Go } from "../transitions/effects.js";
import { isOpenPath } from "../transitions/go-targets.js";
import type { RuntimeFailure } from "../transitions/runtime-failures.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

function finding(transitions: TransitionRelation, screen: string, message: string): CandidateFinding {
  const at = transitions.core.screens[screen]?.at;
  return { rule: "runtime-error", message, at: at === undefined ? [] : [at], owner: `screen:${screen}`, where: null, question: null };
}

/** The findings for exceptions of the engine in replays. `reported`: a redirect loop among them is not a separate finding. */
export function runtimeErrors(
  transitions: TransitionRelation,
  failures: readonly RuntimeFailure[],
  reported: readonly CandidateFinding[],
): readonly CandidateFinding[] {
  const hasLoops = reported.some(({ rule }) => rule === "redirect-loop");
  return failures
    .filter(({ isLoop }) => !isLoop || !hasLoops)
    .map(({ screen, by, message, state, inputs }) =>
      finding(transitions, screen, messages.runtimeError(by, screen, message, JSON.stringify({ state, ...inputs }))),
    );
}

/** The targets that the effects of a screen's controls and actions name, with what names them. */
function targetsOf(transitions: TransitionRelation, screen: string): readonly { readonly by: string; readonly go: Go }[] {
  const place = transitions.screens.get(screen);
  if (place === undefined) return [];
  return transitions.of(place).flatMap(({ by, event }) => {
    if (event.kind === "go") return [{ by, go: event.go }];
    if (event.kind !== "action" || event.owner === null) return [];
    return event.effects.flatMap(({ go }) => (go === undefined ? [] : [{ by, go }]));
  });
}

/** Targets whose path is any value, without a path of the flows that replaces a foreign one: the engine follows no foreign path. */
export function checkOpenPaths(transitions: TransitionRelation): readonly CandidateFinding[] {
  const { core, journeys } = transitions;
  return Object.keys(core.screens).flatMap((screen) => {
    const open = targetsOf(transitions, screen).filter(({ go }) => isOpenPath(core, journeys, go));
    return [...new Set(open.map(({ by }) => by))].map((by) => finding(transitions, screen, messages.foreignPath(by, screen)));
  });
}
