/** Exports the rule `dead-end` (screens without a control to another screen) for the analysis. */
import { matchPath } from "../../engine/paths.js";
import { queryToState } from "../../engine/resolve.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { CompiledAction, CompiledEffect, Control, ScreenContent } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { pathsRead } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { mayHold } from "../transitions/effects.js";
import { constantPath } from "../transitions/go-targets.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { screenAt } from "../transitions/screen-sets.js";
import { answerRelation } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { conditionOf, type Holding, holdsForKnownValues } from "./free-conditions.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

/** The states in which some effect goes to another screen. `before`: the states before the answer, of states after it. */
function leavingEffects(
  { core, space, screens }: TransitionRelation,
  from: ScreenSets,
  effects: readonly CompiledEffect[],
  holding: Holding,
  before: (set: Bdd) => Bdd,
): Bdd {
  let found: Bdd = FALSE;
  for (const effect of effects) {
    if (effect.go === undefined && effect.decide === undefined) continue;
    const enabled = effect.when === undefined ? TRUE : before(holding(space, effect.when.logic));
    const path = effect.go === undefined ? null : constantPath(effect.go);
    if (path === null || screenAt(core, screens, path)?.screen.id !== from.screen.id) found = space.bdd.or(found, enabled);
  }
  return found;
}

/** The states in which an action goes to another screen. Failures don't count: a depositor must get on without an error. */
function leavingAction(transitions: TransitionRelation, from: ScreenSets, control: Control, action: CompiledAction, holding: Holding): Bdd {
  const { core, space, outcomes } = transitions;
  const { bdd } = space;
  const enabled = action.when === undefined ? TRUE : holding(space, action.when.logic);
  const declared = action.call === undefined ? (action.then ?? []) : (action.on?.ok ?? core.failures.ok ?? []);
  // Conditions that hold one by one may exclude each other.
  const effects = declared.filter((effect) => holding(space, conditionOf(control, action, [effect])) !== FALSE);
  if (action.call === undefined)
    return bdd.and(
      enabled,
      leavingEffects(transitions, from, effects, holding, (set) => set),
    );
  const answers = (outcomes.good.get(action.call) ?? []).map((answer) => answerRelation(space, answer, action.with ?? {}));
  const before = (set: Bdd): Bdd => bdd.any([set, ...answers.map((answer) => answer.preimage(bdd.and(set, space.valid)))]);
  return bdd.and(enabled, leavingEffects(transitions, from, effects, holding, before));
}

/** The states in which a control is shown and goes to another screen. */
function leaving(transitions: TransitionRelation, from: ScreenSets, content: ScreenContent, control: Control, holding: Holding): Bdd {
  const { core, space, screens } = transitions;
  const visible = space.bdd.all(control.when.map((condition) => space.holds(condition)));
  if (control.go !== null) {
    const path = constantPath(control.go);
    return path !== null && screenAt(core, screens, path)?.screen.id === from.screen.id ? FALSE : visible;
  }
  const action = control.action === null ? undefined : content.actions[control.action];
  return action === undefined ? FALSE : space.bdd.and(visible, leavingAction(transitions, from, control, action, holding));
}

/** Whether the conditions of a control, evaluated by json-logic, show it to the witness with a target elsewhere. */
function takesElsewhere(
  transitions: TransitionRelation,
  from: ScreenSets,
  content: ScreenContent,
  control: Control,
  { state, location }: Witness,
): boolean {
  const { core, screens } = transitions;
  const at = { pathname: from.path, ...location };
  const scope = scopeOf(state, instantOf(state), queryToState(matchPath(core, from.path), at).route);
  const holds = (logic: Json): boolean => pathsRead(logic).some(isFreeInput) || test(logic, scope);
  if (!control.when.every(holds)) return false;
  const isElsewhere = (go: CompiledEffect["go"]): boolean => {
    const path = go === undefined ? null : constantPath(go);
    return path === null || screenAt(core, screens, path)?.screen.id !== from.screen.id;
  };
  if (control.go !== null) return isElsewhere(control.go);
  const action = control.action === null ? undefined : content.actions[control.action];
  if (action === undefined || (action.when !== undefined && !holds(action.when.logic))) return false;
  return (action.call === undefined ? (action.then ?? []) : (action.on?.ok ?? core.failures.ok ?? [])).some(
    ({ go, decide, when }) => (go !== undefined || decide !== undefined) && isElsewhere(go) && (when === undefined || holds(when.logic)),
  );
}

/** Depositors on a screen without a control to another screen. A control in a list doesn't count: the list may be empty. */
export function checkDeadEnds(transitions: TransitionRelation): readonly CandidateFinding[] {
  const { core, space, screens } = transitions;
  const { bdd } = space;
  return [...screens.values()].flatMap((from): readonly CandidateFinding[] => {
    const { id, at } = from.screen;
    const content = transitions.content(from);
    if (content === undefined || content.end !== undefined) return [];
    const controls = transitions.controls(from).filter((control) => control.items === null);
    const withoutExit = (holding: Holding): Bdd => {
      const exits = controls.map((control) => leaving(transitions, from, content, control, holding));
      return bdd.diff(bdd.and(space.valid, from.admits), bdd.any(exits));
    };
    const where = withoutExit(mayHold);
    const named = { at: [at], owner: `screen:${id}` };
    const message = messages.deadEnd(id);
    if (where === FALSE) {
      if (withoutExit(holdsForKnownValues) === FALSE) return [];
      return [{ rule: "not-checked", message: messages.notChecked(message, messages.assumed), ...named, where: null, question: null }];
    }
    return [
      {
        rule: "dead-end",
        message,
        ...named,
        where,
        question: { pathname: from.path },
        isReproducedBy: (witness) =>
          chainOf(core, from.path, witness).length === 1 &&
          !controls.some((control) => takesElsewhere(transitions, from, content, control, witness)),
      },
    ];
  });
}
