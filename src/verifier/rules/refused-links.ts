/** Exports the rule `link-refused` for controls with constant targets (refused-targets.ts has it for all others), for the analysis. */
import { matchPath } from "../../engine/paths.js";
import { queryToState } from "../../engine/resolve.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore, CompiledEffect, CompiledPredicate, Control, ScreenContent } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { pathsRead } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { Witness } from "../abstraction/witness.js";
import { FALSE } from "../bdd/diagrams.js";
import type { Go } from "../transitions/effects.js";
import { constantPath } from "../transitions/go-targets.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { afterRedirect, screenAt } from "../transitions/screen-sets.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { checkScreen } from "./internal-error.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

/** Whether effects only go to constant paths under conditions on the state and the date: the rule checks these exactly. */
export function isPlainLink(control: Control, effects: readonly CompiledEffect[], when?: CompiledPredicate): boolean {
  const conditions = [control.when, when, effects.map((effect) => effect.when)];
  const isPlain = ({ go, set, reset }: CompiledEffect): boolean =>
    (set ?? reset) === undefined && (go === undefined || (typeof go === "string" && !go.includes("?")));
  return effects.every(isPlain) && !pathsRead(conditions).some(isFreeInput);
}

interface ImmediateGo {
  readonly when: readonly Json[];
  readonly go: Go;
}

/** The `go` effects of a control that need no answer: its own, or those of an action without a call. */
function immediateGos(content: ScreenContent, control: Control): readonly ImmediateGo[] {
  if (control.go !== null) return isPlainLink(control, [{ go: control.go }]) ? [{ when: control.when, go: control.go }] : [];
  const action = control.action === null ? undefined : content.actions[control.action];
  if (action === undefined || action.call !== undefined || !isPlainLink(control, action.then ?? [], action.when)) return [];
  const enabled = action.when === undefined ? control.when : [...control.when, action.when.logic];
  const found: ImmediateGo[] = [];
  const passed: Json[] = [];
  for (const effect of action.then ?? []) {
    if (effect.go === undefined && effect.decide === undefined) continue;
    const own = effect.when === undefined ? [] : [effect.when.logic];
    if (effect.go !== undefined) found.push({ when: [...enabled, ...passed, ...own], go: effect.go });
    passed.push(effect.when === undefined ? false : { "!": [effect.when.logic] });
  }
  return found;
}

/** Whether the engine shows the link on the screen, and redirects who follows it. */
function isRefused(core: BundleCore, from: ScreenSets, when: readonly Json[], path: string, { state, location }: Witness): boolean {
  const at = { pathname: from.path, ...location };
  if (chainOf(core, from.path, { state, location }).length > 1) return false;
  const scope = scopeOf(state, instantOf(state), queryToState(matchPath(core, at.pathname), at).route);
  return (
    when.every((condition) => test(condition, scope)) && chainOf(core, path, { state, location: { search: "", state: null } }).length > 1
  );
}

function refusedLinks(transitions: TransitionRelation, from: ScreenSets, content: ScreenContent): readonly CandidateFinding[] {
  const { core, space, screens } = transitions;
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const control of transitions.controls(from)) {
    for (const { when, go } of immediateGos(content, control)) {
      const path = constantPath(go);
      const target = path === null ? undefined : screenAt(core, screens, path);
      if (path === null || target === undefined) continue;
      const admitted = afterRedirect(space, target.admits, path);
      const conditions = bdd.all(when.map((condition) => space.holds(condition)));
      const refused = bdd.diff(bdd.all([space.valid, from.admits, conditions]), admitted);
      if (refused === FALSE) continue;
      found.push({
        rule: "link-refused",
        mergeKey: `${from.screen.id} ${path}`,
        message: messages.linkRefused(from.screen.id, control.what, path),
        at: [control.at ?? from.screen.at, target.screen.guard.at],
        owner: `screen:${from.screen.id}`,
        where: refused,
        question: { pathname: from.path },
        target: target.screen.id,
        isReproducedBy: (witness) => isRefused(core, from, when, path, witness),
      });
    }
  }
  return found;
}

/** Controls and links to a screen that refuses a depositor who sees them; one finding for each screen and target. */
export function checkRefusedLinks(transitions: TransitionRelation): readonly CandidateFinding[] {
  return [...transitions.screens.values()].flatMap((from) => {
    const content = transitions.content(from);
    return content === undefined ? [] : checkScreen(from, () => refusedLinks(transitions, from, content));
  });
}
