/** Exports the rule `failure-loop` (pages to which a failure of the app leads and that fail alike, in a circle) for the analysis. */
import { resolve } from "../../engine/resolve.js";
import { PLAIN_SHELL } from "../../language/app-definition.js";
import type { CompiledEffect } from "../../language/bundle.js";
import { pathsRead } from "../../language/logic-reads.js";
import { isFreeInput } from "../abstraction/atoms.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Witness } from "../abstraction/witness.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { StepExecutor, type StepResult } from "../search/execute-step.js";
import { LIMITS } from "../search/limits.js";
import { stepOf } from "../search/nodes.js";
import { mayHold } from "../transitions/effects.js";
import { failureEffects } from "../transitions/outcome-effects.js";
import { compose, identityOn } from "../transitions/relations.js";
import { placeAt, type ScreenSets } from "../transitions/screen-sets.js";
import { preimage, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { type OutcomeKeys, outcomeKey } from "./outcome-keys.js";
import { endingIn } from "./wizard-circles.js";

/** The pages that the engine follows from one depositor before it gives up. */
const MAX_PAGES = 40;

/** The states in which a failure of the app takes the depositor from page to page without end, though they do nothing. */
class FailureLoops {
  /** The states of each screen from which the failure goes from page to page without end: a greatest fixpoint of the preimage. */
  readonly looping = new Map<ScreenSets, Bdd>();
  readonly #leading = new Map<ScreenSets, readonly Transition[]>();

  constructor(
    readonly transitions: TransitionRelation,
    readonly effects: readonly CompiledEffect[],
  ) {
    const { screens, space } = transitions;
    const { bdd, valid } = space;
    for (const place of screens.values()) if (this.leading(place).length > 0) this.looping.set(place, bdd.and(valid, place.admits));
    for (let changed = true; changed; ) {
      changed = false;
      for (const [place, known] of this.looping) {
        const left = bdd.and(known, bdd.any(this.leading(place).map((one) => preimage(one, this.#goingOn(one)))));
        if (left === known) continue;
        changed = true;
        if (left === FALSE) this.looping.delete(place);
        else this.looping.set(place, left);
      }
    }
  }

  /** The failures of a screen that lead to another page: of its queries, and of the actions that no depositor raises. */
  leading(place: ScreenSets): readonly Transition[] {
    const known = this.#leading.get(place);
    if (known !== undefined) return known;
    const { transitions, effects } = this;
    const withData = identityOn(transitions.space, this.#withData(place));
    const queries = transitions
      .failedQueries(place, effects)
      .map((one) => (isAppLoad(one) ? { ...one, request: compose([withData, one.request]) } : one));
    const actions = transitions
      .of(place)
      .filter((one) => this.#isOwnFailure(one))
      .map((one) => ({ ...one, request: compose([identityOn(transitions.space, this.#raised(place, one)), one.request]) }));
    // The runtime does not follow such a failure to the page that is shown.
    const found = [...queries, ...actions].filter(({ to }) => to !== null && to.path !== place.path);
    this.#leading.set(place, found);
    return found;
  }

  /** The pages from a screen up to one that comes again, with the failure that goes from each to the next one; the last page is an earlier one. */
  loopFrom(start: ScreenSets): { readonly pages: readonly ScreenSets[]; readonly by: readonly Transition[] } {
    const pages = [start];
    const by: Transition[] = [];
    for (let place = start; ; ) {
      const step = this.#stepFrom(place);
      if (step === null) return { pages, by };
      const first = pages.indexOf(step.to);
      pages.push(step.to);
      by.push(step.by);
      if (first >= 0) return { pages: pages.slice(first), by: by.slice(first) };
      place = step.to;
    }
  }

  /** Some failure that goes from a screen to another one, and where its redirects end; null where none does. */
  #stepFrom(place: ScreenSets): { readonly to: ScreenSets; readonly by: Transition } | null {
    const { bdd } = this.transitions.space;
    const states = this.looping.get(place) ?? FALSE;
    for (const by of this.leading(place))
      for (const [to, looping] of this.looping) {
        const arriving = preimage(
          by,
          this.#goingOn(by, (other) => (other === to ? looping : FALSE)),
        );
        if (bdd.and(states, arriving) !== FALSE) return { to, by };
      }
    return null;
  }

  /** The states that request the target of a failure and continue to loop where its redirects end. */
  #goingOn({ to }: Transition, loopingAt = (place: ScreenSets): Bdd => this.looping.get(place) ?? FALSE): Bdd {
    return to === null ? FALSE : endingIn(this.transitions, to, loopingAt);
  }

  /** The states in which a screen is not in the plain shell, where the runtime does not repeat the failed loads of the app. */
  #withData({ screen }: ScreenSets): Bdd {
    const { bdd, valid } = this.transitions.space;
    let left = valid;
    let found: Bdd = FALSE;
    for (const { use, when } of screen.shell) {
      const taken = when === undefined ? left : bdd.and(left, this.transitions.space.holds(when.logic));
      if (use !== PLAIN_SHELL) found = bdd.or(found, taken);
      left = bdd.diff(left, taken);
    }
    return found;
  }

  /** The states in which a screen raises an action by itself: a poll only until its `until` holds. */
  #raised(place: ScreenSets, { event }: Transition): Bdd {
    const { bdd, valid } = this.transitions.space;
    const content = this.transitions.content(place);
    if (event.kind !== "action" || event.owner === null || content === undefined || content.onEnter.includes(event.name)) return valid;
    const timers = Object.values(content.timers).filter(({ action, limit }) => action === event.name || limit === event.name);
    return bdd.any(timers.map(({ until }) => (until === undefined ? valid : mayHold(this.transitions.space, { "!": [until.logic] }))));
  }

  /** Whether an action fails with this failure of the app, without a depositor: on entry, by a timer, a monitor or an event of the app. */
  #isOwnFailure({ event }: Transition): boolean {
    if (event.kind !== "action" || event.action.call === undefined || event.action.confirm !== undefined) return false;
    if (event.outcome === null || event.outcome === "ok" || (event.control !== null && event.control.at !== null)) return false;
    const { core } = this.transitions;
    return failureEffects(core, {}, event.action.call, [event.outcome]).some(({ effects }) => effects === this.effects);
  }
}

/** Whether a condition reads answers or the error: the state space then has every combination of their values. */
const readsInputs = ({ effects }: FailureLoops, leading: readonly Transition[]): boolean =>
  pathsRead([
    effects.map(({ when }) => when),
    leading.map(({ event }) => (event.kind === "failure" ? event.data.when : event.kind === "action" ? event.action.when : null)),
  ]).some(isFreeInput);

const isAppLoad = ({ event }: Transition): boolean => event.kind === "failure" && event.owner === null;

/** Whether the engine takes the depositor from page to page until a page comes again in the same state. */
function comesBack(loops: FailureLoops, start: ScreenSets, { state, location }: Witness): boolean {
  const { transitions } = loops;
  const { core, space, screens } = transitions;
  const executor = new StepExecutor(transitions, core, LIMITS.valuations);
  const passed = new Set<string>();
  const open: { readonly place: ScreenSets; readonly at: StepResult; readonly chain: readonly string[] }[] = [
    { place: start, at: { state, location: { pathname: start.path, ...location }, executed: [] }, chain: [] },
  ];
  for (let one = open.pop(); one !== undefined && passed.size < MAX_PAGES; one = open.pop()) {
    const { place, at, chain } = one;
    const key = JSON.stringify([at.location?.pathname, at.state]);
    if (chain.includes(key)) return true;
    if (at.location === null || passed.has(key)) continue;
    passed.add(key);
    const { layout } = resolve(core, at.state, at.location, NOW);
    const from = executor.configurationOn(place, at.state, at.location);
    for (const transition of loops.leading(place)) {
      if (isAppLoad(transition) && layout === PLAIN_SHELL) continue;
      const next = executor.execute(from, stepOf(transition, transition.to ?? place, transition.effect), space.valid, (result) => {
        if (result.location === null) return null;
        const { screen, route } = resolve(core, result.state, result.location, NOW);
        const found = core.screens[screen];
        const there = found === undefined ? undefined : placeAt(screens, found, route.path);
        const reached = { ...result, location: { pathname: route.path, search: route.search, state: route.state } };
        return there === undefined ? null : { place: there, at: reached };
      });
      if (next !== null) open.push({ ...next, chain: [...chain, key] });
    }
  }
  return false;
}

/** The failures of the app after which a depositor goes in a circle, because the page of the failure fails alike. */
export function checkFailureLoops(transitions: TransitionRelation, keys: OutcomeKeys): readonly CandidateFinding[] {
  const { core } = transitions;
  return Object.entries(core.failures).flatMap(([failure, effects]): readonly CandidateFinding[] => {
    if (!effects.some(({ go, decide }) => (go ?? decide) !== undefined)) return [];
    const loops = new FailureLoops(transitions, effects);
    const row = keys.get(outcomeKey("app", "", failure));
    return [...loops.looping].flatMap(([place, where]): readonly CandidateFinding[] => {
      const { pages, by } = loops.loopFrom(place);
      // From a page that only leads to a loop, the pages of the loop have the finding.
      if (pages[0] !== place) return [];
      // Where the page of the failure redirects, both are in the circle.
      const paths = by.flatMap(({ to }, index) => [...new Set([to?.path ?? "", pages[index + 1]?.path ?? ""])]);
      return [
        {
          rule: "failure-loop",
          mergeKey: `${failure} ${[...new Set(pages.map(({ screen }) => screen.id))].sort().join(" ")}`,
          message: messages.failureLoop(failure, [place.path, ...paths], by[0]?.by ?? ""),
          at: [...(row === undefined ? [] : [row]), ...pages.slice(1).map(({ screen }) => screen.at)],
          owner: `screen:${place.screen.id}`,
          where,
          ask: { pathname: place.path },
          ...(readsInputs(
            loops,
            pages.flatMap((one) => loops.leading(one)),
          ) && { approximation: messages.unenumerated }),
          isReproducedBy: (witness) => comesBack(loops, place, witness),
        },
      ];
    });
  });
}
