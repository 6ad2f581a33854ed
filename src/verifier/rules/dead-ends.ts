/** Dead ends, and links that lead where one is refused. */
import type { BundleCore, BundleJourney, CompiledAction, CompiledEffect, ScreenContent } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { LinkedOutcomes } from "../../language/outcomes.js";
import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { Control } from "../transitions/controls.js";
import { controlsOf } from "../transitions/controls.js";
import { possibly } from "../transitions/effects.js";
import { pathOf } from "../transitions/go-targets.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { afterRedirect } from "../transitions/screen-sets.js";
import { answering } from "../transitions/transitions.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import { screenAt } from "./redirects.js";

interface Checked {
  readonly core: BundleCore;
  readonly space: Space;
  readonly screens: ReadonlyMap<string, ScreenSpace>;
  readonly outcomes: LinkedOutcomes;
}

function together(space: Space, conditions: readonly Json[]): Bdd {
  return space.diagrams.all(conditions.map((condition) => space.holds(condition)));
}

/** Where a list of effects may lead away from the screen, once the state has become what it is by then. */
function leavesBy(checked: Checked, from: ScreenSpace, effects: readonly CompiledEffect[], become: (set: Bdd) => Bdd): Bdd {
  const { core, space, screens } = checked;
  let found: Bdd = FALSE;
  for (const effect of effects) {
    if (effect.go === undefined && effect.decide === undefined) continue;
    const fires = effect.when === undefined ? TRUE : become(possibly(space, effect.when.logic));
    const path = effect.go === undefined ? null : pathOf(effect.go);
    if (path === null || screenAt(core, screens, path)?.screen.id !== from.screen.id) found = space.diagrams.or(found, fires);
  }
  return found;
}

/** Where an action may lead on. A failure leads nobody on who does everything right: only what goes well counts. */
function leavesWith(checked: Checked, from: ScreenSpace, action: CompiledAction): Bdd {
  const { core, space, outcomes } = checked;
  const { diagrams } = space;
  const raised = action.when === undefined ? TRUE : possibly(space, action.when.logic);
  if (action.call === undefined)
    return diagrams.and(
      raised,
      leavesBy(checked, from, action.then ?? [], (set) => set),
    );
  const effects = action.on?.ok ?? core.failures.ok ?? [];
  const answers = (outcomes.good.get(action.call) ?? []).map((answer) => answering(space, answer, action.with ?? {}));
  const become = (set: Bdd): Bdd => diagrams.any([set, ...answers.map((answer) => answer.before(diagrams.and(set, space.valid)))]);
  return diagrams.and(raised, leavesBy(checked, from, effects, become));
}

function leaves(checked: Checked, from: ScreenSpace, content: ScreenContent, control: Control): Bdd {
  const seen = together(checked.space, control.when);
  if (control.go !== null) {
    const path = pathOf(control.go);
    return path !== null && screenAt(checked.core, checked.screens, path)?.screen.id === from.screen.id ? FALSE : seen;
  }
  const action = control.action === null ? undefined : content.actions[control.action];
  return action === undefined ? FALSE : checked.space.diagrams.and(seen, leavesWith(checked, from, action));
}

/** Depositors on a screen from whose body nothing leads on. */
function deadEnd(checked: Checked, from: ScreenSpace, content: ScreenContent): Suspicion | null {
  const { diagrams, valid } = checked.space;
  if (content.end !== undefined) return null;
  const ways = controlsOf(content)
    .filter((control) => control.items === null)
    .map((control) => leaves(checked, from, content, control));
  const stuck = diagrams.minus(diagrams.and(valid, from.admits), diagrams.any(ways));
  if (stuck === FALSE) return null;
  return {
    rule: "dead-end",
    message: messages.deadEnd(from.screen.id),
    at: [from.screen.at],
    owner: `screen:${from.screen.id}`,
    where: stuck,
    ask: { pathname: from.path },
  };
}

/** What a control does at once: its `go`, or that of an action without a call. */
function immediate(
  content: ScreenContent,
  control: Control,
): readonly { readonly when: readonly Json[]; readonly go: NonNullable<CompiledEffect["go"]> }[] {
  if (control.go !== null) return [{ when: control.when, go: control.go }];
  const action = control.action === null ? undefined : content.actions[control.action];
  if (action === undefined || action.call !== undefined) return [];
  const before = action.when === undefined ? control.when : [...control.when, action.when.logic];
  const found: { readonly when: readonly Json[]; readonly go: NonNullable<CompiledEffect["go"]> }[] = [];
  const passed: Json[] = [];
  for (const effect of action.then ?? []) {
    // What effects before have written is not followed: nothing is claimed of what comes after them.
    if (effect.set !== undefined || effect.reset !== undefined) break;
    if (effect.go === undefined && effect.decide === undefined) continue;
    const own = effect.when === undefined ? [] : [effect.when.logic];
    if (effect.go !== undefined) found.push({ when: [...before, ...passed, ...own], go: effect.go });
    passed.push(effect.when === undefined ? false : { "!": [effect.when.logic] });
  }
  return found;
}

function refusedLinks(checked: Checked, from: ScreenSpace, content: ScreenContent): readonly Suspicion[] {
  const { core, space, screens } = checked;
  const { diagrams } = space;
  const found = new Map<string, Suspicion>();
  for (const control of controlsOf(content)) {
    for (const { when, go } of immediate(content, control)) {
      const path = pathOf(go);
      const target = path === null ? undefined : screenAt(core, screens, path);
      if (path === null || target === undefined) continue;
      const plain = typeof go === "string" && !go.includes("?");
      const taken = plain ? afterRedirect(space, target.admits, path) : diagrams.forget(target.admits, space.routeLevels());
      const seen = diagrams.all([space.valid, from.admits, together(space, when)]);
      // What an answer decides, the proof cannot know: only what no answer changes is said.
      const refused = diagrams.minus(seen, taken);
      if (refused === FALSE || space.dependsOn(together(space, when), space.openLevels())) continue;
      found.set(path, {
        rule: "link-refused",
        message: messages.linkRefused(from.screen.id, control.what, path),
        at: [from.screen.at, target.screen.guard.at],
        owner: `screen:${from.screen.id}`,
        where: refused,
        ask: { pathname: from.path },
      });
    }
  }
  return [...found.values()];
}

/** All screens' bodies. */
export function checkEnds(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
  outcomes: LinkedOutcomes,
): readonly Suspicion[] {
  const checked: Checked = { core, space, screens, outcomes };
  const found: Suspicion[] = [];
  for (const from of screens.values()) {
    const content = journeys[from.screen.journey]?.screens[from.screen.id];
    if (content === undefined) continue;
    const stuck = deadEnd(checked, from, content);
    if (stuck !== null) found.push(stuck);
    found.push(...refusedLinks(checked, from, content));
  }
  return found;
}
