/** Exports the rule `wizard-cycle` (a page of a wizard from which no path reaches its end) for the analysis. */
import { resolve } from "../../engine/resolve.js";
import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { pathsRead } from "../../language/logic-reads.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Witness } from "../abstraction/witness.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { type Configuration, StepExecutor } from "../search/execute-step.js";
import { LIMITS } from "../search/limits.js";
import { stepOf } from "../search/nodes.js";
import { possibleValues } from "../transitions/assignments.js";
import { placeAt, placesOf, redirectTo, type ScreenSets } from "../transitions/screen-sets.js";
import { preimage, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { isKnownToOccur } from "./free-conditions.js";
import { messages } from "./messages.js";

/** A wizard with the screens of its pages, in order, and the last one. */
export interface LinkedWizard {
  readonly name: string;
  readonly screens: readonly string[];
  readonly last: string;
  /** Whom the last page is for, as plain json-logic; the wizard ends for the others where it sends them. */
  readonly when: Json;
  readonly at: Origin;
}

/** Configurations that the confirmation by the engine follows from one depositor. */
const MAX_CONFIGURATIONS = 40;

/** Whether a transition is a successful event of the screen's own controls: no chrome, no Back, no failure. */
export function isForwardStep({ event }: Transition, { screen }: ScreenSets): boolean {
  if (event.kind === "go") return event.control !== null;
  return (
    event.kind === "action" && event.owner === screen.id && event.control !== null && (event.outcome === null || event.outcome === "ok")
  );
}

/** The states that request a screen and end, after its redirects, in one of the sets. */
export function endingIn(
  transitions: TransitionRelation,
  to: ScreenSets,
  setOf: (place: ScreenSets) => Bdd,
  passed: readonly ScreenSets[] = [],
): Bdd {
  const { space, screens } = transitions;
  const { bdd } = space;
  const redirected = to.redirects.map(({ target, to: path, when }) => {
    const next = placeAt(screens, target, path);
    if (next === undefined || when === FALSE || passed.includes(next)) return FALSE;
    const there = endingIn(transitions, next, setOf, [...passed, to]);
    return there === FALSE ? FALSE : bdd.and(when, redirectTo(space, path).preimage(there));
  });
  return bdd.any([bdd.and(to.admits, setOf(to)), ...redirected]);
}

/** Whether an event assigns a value that it computes from the state: the relation then allows any value. */
function isComputed(space: StateSpace, { event }: Transition): boolean {
  if (event.kind !== "action") return false;
  return event.effects.some(({ set }) =>
    Object.entries(set ?? {}).some(
      ([path, value]) =>
        space.distinguishes(path) &&
        !pathsRead(value).some(isFreeInput) &&
        possibleValues(value).some((one) => "some" in one && one.some === "anything"),
    ),
  );
}

class WizardEnds {
  readonly pages: readonly ScreenSets[];
  readonly #last: string;
  /** The states of each page from which some path of successful events reaches the end (least fixpoint of a preimage). */
  readonly ending = new Map<ScreenSets, Bdd>();

  constructor(
    readonly transitions: TransitionRelation,
    wizard: LinkedWizard,
    /** The events that count. */
    readonly counts: (transition: Transition) => boolean = () => true,
  ) {
    const { screens, space } = transitions;
    this.pages = wizard.screens.flatMap((id) => placesOf(screens, id));
    this.#last = wizard.last;
    for (let changed = true; changed; ) {
      changed = false;
      for (const place of [...this.pages].reverse()) {
        const known = this.ending.get(place) ?? FALSE;
        const found = space.bdd.or(known, this.#before(place));
        if (found === known) continue;
        this.ending.set(place, found);
        changed = true;
      }
    }
  }

  /** Whether an event from one screen to another one ends the wizard: it leaves the pages from the last one. */
  ends(from: ScreenSets, to: string): boolean {
    return from.screen.id === this.#last && !this.pages.some(({ screen }) => screen.id === to);
  }

  forward(place: ScreenSets): readonly Transition[] {
    return this.transitions.of(place).filter((one) => isForwardStep(one, place) && this.counts(one));
  }

  #before(place: ScreenSets): Bdd {
    const { space } = this.transitions;
    const { bdd } = space;
    const setOf = (to: ScreenSets): Bdd => (this.ends(place, to.screen.id) ? space.valid : (this.ending.get(to) ?? FALSE));
    const found = this.forward(place).map((transition) => {
      const wanted = transition.to === null ? (this.ending.get(place) ?? FALSE) : endingIn(this.transitions, transition.to, setOf);
      return wanted === FALSE ? FALSE : preimage(transition, wanted);
    });
    return bdd.and(bdd.any(found), space.valid);
  }
}

/** The screens that the engine passes from a depositor, as far as a page repeats; null where some path ends the wizard. */
function cycleFrom(ends: WizardEnds, start: ScreenSets, { state, location }: Witness): readonly string[] | null {
  const { transitions } = ends;
  const { core, space, screens } = transitions;
  const placeOf = ({ screen, route }: Configuration["resolution"]): ScreenSets | undefined => {
    const found = core.screens[screen];
    return found === undefined ? undefined : placeAt(screens, found, route.path);
  };
  const executor = new StepExecutor(transitions, core, LIMITS.valuations);
  const first = executor.configurationOn(start, state, { pathname: start.path, ...location });
  const open: { readonly at: Configuration; readonly chain: readonly string[] }[] = [{ at: first, chain: [start.path] }];
  const seen = new Set<string>();
  let cycle: readonly string[] = [start.path];
  for (let one = open.shift(); one !== undefined && seen.size < MAX_CONFIGURATIONS; one = open.shift()) {
    const { at, chain } = one;
    const place = placeOf(at.resolution);
    const key = JSON.stringify([at.resolution.route, at.state]);
    if (place === undefined || seen.has(key)) continue;
    seen.add(key);
    for (const transition of ends.forward(place)) {
      const next = executor.execute(at, stepOf(transition, transition.to ?? place, transition.effect), space.valid, (result) => {
        const resolution = result.location === null ? at.resolution : resolve(core, result.state, result.location);
        return executor.configurationOn(placeOf(resolution) ?? place, result.state, {
          pathname: resolution.route.path,
          search: resolution.route.search,
          state: resolution.route.state,
        });
      });
      if (next === null) continue;
      if (next.resolution.screen !== place.screen.id && ends.ends(place, next.resolution.screen)) return null;
      if (!ends.pages.some(({ screen }) => screen.id === next.resolution.screen)) continue;
      const path = next.resolution.route.path;
      if (chain.includes(path) && chain.length > cycle.length - 1) cycle = [...chain, path];
      open.push({ at: next, chain: [...chain, path] });
    }
  }
  return cycle;
}

/** Depositors on a page of a wizard from which no path of successful events reaches its end. */
export function checkWizardCycles(transitions: TransitionRelation, wizards: readonly LinkedWizard[]): readonly CandidateFinding[] {
  const { space } = transitions;
  const { bdd, valid } = space;
  return wizards.flatMap((wizard) => {
    const ends = new WizardEnds(transitions, wizard);
    const events = ends.pages.flatMap((place) => ends.forward(place));
    const computed = new Set(events.filter((one) => isComputed(space, one)));
    const assumed = new Set(events.filter(({ event }) => !isKnownToOccur(space, event)));
    const isSure = (one: Transition): boolean => !computed.has(one) && !assumed.has(one);
    const surely = computed.size + assumed.size > 0 ? new WizardEnds(transitions, wizard, isSure) : ends;
    return ends.pages.flatMap((place): readonly CandidateFinding[] => {
      const here = bdd.all([valid, place.admits, space.holds(wizard.when)]);
      const where = bdd.diff(here, ends.ending.get(place) ?? FALSE);
      const { screen, path } = place;
      const message = messages.wizardCycle(wizard.name, screen.id);
      const named = { at: [wizard.at, screen.at], owner: `screen:${screen.id}` };
      if (where === FALSE && bdd.implies(here, surely.ending.get(place) ?? FALSE)) return [];
      if (where === FALSE)
        return [
          {
            rule: "not-checked",
            message: messages.notChecked(message, computed.size > 0 ? messages.computed : messages.assumed),
            ...named,
            where: null,
            question: null,
          },
        ];
      return [
        {
          rule: "wizard-cycle",
          message,
          ...named,
          where,
          question: { pathname: path },
          isReproducedBy: (witness) => cycleFrom(ends, place, witness) !== null,
          cycleOf: (witness) => cycleFrom(ends, place, witness) ?? [],
        },
      ];
    });
  });
}
