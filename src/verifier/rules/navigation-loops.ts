/** Exports the rule `navigation-loop` (pages that lead to each other in a cycle although the depositor does nothing) for the analysis. */

import { resolve } from "../../engine/resolve.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import { PLAIN_SHELL } from "../../language/app-definition.js";
import type { Origin } from "../../language/bundle.js";
import { pathsRead } from "../../language/logic-reads.js";
import { holds } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { Witness } from "../abstraction/witness.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { type Configuration, locationOf, StepExecutor, type StepResult } from "../search/execute-step.js";
import { LIMITS } from "../search/limits.js";
import { stepOf } from "../search/nodes.js";
import { placeAt, type ScreenSets } from "../transitions/screen-sets.js";
import { preimage, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { type AutomaticStep, type AutomaticSteps, entrySteps, failureSteps, isAppLoad } from "./automatic-steps.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { type OutcomeKeys, outcomeKey } from "./outcome-keys.js";
import { endingIn } from "./wizard-cycles.js";

/** The pages that the engine follows from one depositor before it gives up. */
const MAX_PAGES = 40;

/** The states from which automatic steps go from page to page without end. */
class NavigationLoops {
  /** These states of each screen: a greatest fixpoint of the preimage. */
  readonly looping = new Map<ScreenSets, Bdd>();
  readonly #steps = new Map<ScreenSets, readonly AutomaticStep[]>();

  constructor(
    readonly transitions: TransitionRelation,
    readonly stepsOf: AutomaticSteps,
  ) {
    const { screens, space } = transitions;
    const { bdd, valid } = space;
    for (const place of screens.values()) if (this.from(place).length > 0) this.looping.set(place, bdd.and(valid, place.admits));
    for (let changed = true; changed; ) {
      changed = false;
      for (const [place, known] of this.looping) {
        const left = bdd.and(known, bdd.any(this.from(place).map(({ whole }) => preimage(whole, this.#goingOn(whole)))));
        if (left === known) continue;
        changed = true;
        if (left === FALSE) this.looping.delete(place);
        else this.looping.set(place, left);
      }
    }
  }

  /** The automatic steps from a screen. */
  from(place: ScreenSets): readonly AutomaticStep[] {
    const steps = this.#steps.get(place) ?? this.stepsOf(place);
    this.#steps.set(place, steps);
    return steps;
  }

  /** The pages from a screen up to one that comes again, with the step that goes from each to the next one; the last page is an earlier one. */
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

  /** Some step from a screen to another one, and where its redirects end; null where none goes on. */
  #stepFrom(place: ScreenSets): { readonly to: ScreenSets; readonly by: Transition } | null {
    const { bdd } = this.transitions.space;
    const states = this.looping.get(place) ?? FALSE;
    for (const { whole } of this.from(place))
      for (const [to, looping] of this.looping) {
        const arriving = preimage(
          whole,
          this.#goingOn(whole, (other) => (other === to ? looping : FALSE)),
        );
        if (bdd.and(states, arriving) !== FALSE) return { to, by: whole };
      }
    return null;
  }

  /** The states that request the target of a step and continue to loop where its redirects end. */
  #goingOn({ to }: Transition, loopingAt = (place: ScreenSets): Bdd => this.looping.get(place) ?? FALSE): Bdd {
    return to === null ? FALSE : endingIn(this.transitions, to, loopingAt);
  }
}

/** Whether a condition of the steps reads answers or the error: the state space then has every combination of their values. */
const readsInputs = (steps: readonly AutomaticStep[]): boolean =>
  steps
    .flatMap(({ events }) => events)
    .some((one) =>
      pathsRead(
        "notRaised" in one
          ? one.notRaised.when
          : one.event.kind === "failure"
            ? [one.event.data.when, one.event.effects.map(({ when }) => when)]
            : one.event.kind === "action"
              ? [one.event.action.when, one.event.effects.map(({ when }) => when)]
              : null,
      ).some(isFreeInput),
    );

/** Whether the engine takes the depositor from page to page until a page comes again in the same state. */
function comesBack(loops: NavigationLoops, start: ScreenSets, { state, location }: Witness): boolean {
  const { transitions } = loops;
  const { core } = transitions;
  const executor = new StepExecutor(transitions, core, LIMITS.valuations);
  const passed = new Set<string>();
  const open: { readonly place: ScreenSets; readonly at: StepResult; readonly chain: readonly string[] }[] = [
    { place: start, at: { state, location: { pathname: start.path, ...location }, executed: [] }, chain: [] },
  ];
  for (let one = open.pop(); one !== undefined && passed.size < MAX_PAGES; one = open.pop()) {
    const { place, at, chain } = one;
    const key = JSON.stringify([at.location, at.state]);
    if (chain.includes(key)) return true;
    if (at.location === null || passed.has(key)) continue;
    passed.add(key);
    const { layout } = resolve(core, at.state, at.location);
    const from = executor.configurationOn(place, at.state, at.location);
    for (const step of loops.from(place)) {
      if (isAppLoad(step.whole) && layout === PLAIN_SHELL) continue;
      const next = pageAfter(executor, place, from, step);
      if (next !== null) open.push({ ...next, chain: [...chain, key] });
    }
  }
  return false;
}

/** The page to which the engine takes the depositor in an automatic step; null where it does not. */
function pageAfter(
  executor: StepExecutor,
  place: ScreenSets,
  from: Configuration,
  { events }: AutomaticStep,
): { readonly place: ScreenSets; readonly at: StepResult } | null {
  const { core, transitions } = executor;
  const { space, screens } = transitions;
  let at = from;
  for (const one of events) {
    if ("notRaised" in one) {
      if (holds(one.notRaised.when, scopeOf(at.state, instantOf(at.state), at.resolution.route))) return null;
      continue;
    }
    const step = stepOf(one, one.to ?? place, one.effect);
    const before = at;
    if (one.to === null) {
      const stayed = executor.execute(before, step, space.valid, ({ location, state }) =>
        location === null ? { ...before, state } : null,
      );
      if (stayed === null) return null;
      at = executor.configurationOn(place, stayed.state, locationOf(stayed.resolution.route));
      continue;
    }
    return executor.execute(before, step, space.valid, (result) => {
      if (result.location === null) return null;
      const { screen, route } = resolve(core, result.state, result.location);
      const found = core.screens[screen];
      const there = found === undefined ? undefined : placeAt(screens, found, route.path);
      const reached = { ...result, location: { pathname: route.path, search: route.search, state: route.state } };
      return there === undefined ? null : { place: there, at: reached };
    });
  }
  return null;
}

/**
 * The loops of some steps. `message`: for the pages of a loop, and the description of the event that leaves the first one.
 * `isAbout`: what at least one step of a loop has.
 */
function loopsOf(
  transitions: TransitionRelation,
  stepsOf: AutomaticSteps,
  what: { readonly key: string; readonly at: readonly Origin[]; message(pages: readonly string[], by: string): string },
  isAbout: (step: Transition) => boolean = () => true,
): readonly CandidateFinding[] {
  const loops = new NavigationLoops(transitions, stepsOf);
  return [...loops.looping].flatMap(([place, where]): readonly CandidateFinding[] => {
    const { pages, by } = loops.loopFrom(place);
    // From a page that only leads to a loop, the pages of the loop have the finding.
    if (pages[0] !== place || !by.some(isAbout)) return [];
    // Where the target of a step redirects, both are in the cycle.
    const paths = by.flatMap(({ to }, index) => [...new Set([to?.path ?? "", pages[index + 1]?.path ?? ""])]);
    return [
      {
        rule: "navigation-loop",
        mergeKey: `${what.key} ${[...new Set(pages.map(({ screen }) => screen.id))].sort().join(" ")}`,
        message: what.message([place.path, ...paths], by[0]?.by ?? ""),
        at: [...what.at, ...pages.slice(1).map(({ screen }) => screen.at)],
        owner: `screen:${place.screen.id}`,
        where,
        question: { pathname: place.path },
        ...(readsInputs(pages.flatMap((one) => loops.from(one))) && { approximation: messages.unenumerated }),
        isReproducedBy: (witness) => comesBack(loops, place, witness),
      },
    ];
  });
}

/** The failures of the app after which a page fails alike or goes back by itself, and the actions on entry, that take a depositor in a cycle. */
export function checkNavigationLoops(transitions: TransitionRelation, keys: OutcomeKeys): readonly CandidateFinding[] {
  const { failures } = transitions.core;
  const entering = entrySteps(transitions);
  const afterFailures = Object.entries(failures).flatMap(([failure, effects]) => {
    if (!effects.some(({ go, decide }) => (go ?? decide) !== undefined)) return [];
    const row = keys.get(outcomeKey("app", "", failure));
    const failing = failureSteps(transitions, effects);
    const failed = new Set<Transition>();
    const stepsOf: AutomaticSteps = (place) => {
      const own = failing(place);
      for (const { whole } of own) failed.add(whole);
      return [...own, ...entering(place)];
    };
    return loopsOf(
      transitions,
      stepsOf,
      { key: failure, at: row === undefined ? [] : [row], message: (pages, by) => messages.failureLoop(failure, pages, by) },
      // Cycles of actions on entry alone are found below.
      (step) => failed.has(step),
    );
  });
  return [...afterFailures, ...loopsOf(transitions, entering, { key: "entry", at: [], message: messages.entryLoop })];
}
