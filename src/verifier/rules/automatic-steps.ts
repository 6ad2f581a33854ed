/** Exports what takes a depositor from one page to another although they do nothing, for the rule `navigation-loop`. */
import { PLAIN_SHELL } from "../../language/app-definition.js";
import type { CompiledAction, CompiledEffect } from "../../language/bundle.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { mayHold } from "../transitions/effects.js";
import { failureEffects } from "../transitions/outcome-effects.js";
import { compose, IDENTITY, identityOn, type Relation } from "../transitions/relations.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

/** Events that follow each other without the depositor; the last one navigates. */
export interface AutomaticStep {
  /** As a whole, with the description and the target of its last event. */
  readonly whole: Transition;
  /** Its events in order, and the actions that are not raised because their `when` does not hold. */
  readonly events: readonly (Transition | { readonly notRaised: CompiledAction })[];
}

/** The automatic steps from a screen. */
export type AutomaticSteps = (place: ScreenSets) => readonly AutomaticStep[];

const single = (whole: Transition): AutomaticStep => ({ whole, events: [whole] });

/** Whether a transition is a failure of a load of the app. */
export const isAppLoad = ({ event }: Transition): boolean => event.kind === "failure" && event.owner === null;

/** The failures with these effects of the app that lead to another page: of its queries, and of the actions that no depositor raises. */
export function failureSteps(transitions: TransitionRelation, effects: readonly CompiledEffect[]): AutomaticSteps {
  const { core, space } = transitions;

  /** The states in which a screen is not in the plain shell, where the runtime does not repeat the failed loads of the app. */
  function withData({ screen }: ScreenSets): Bdd {
    const { bdd, valid } = space;
    let left = valid;
    let found: Bdd = FALSE;
    for (const { use, when } of screen.shell) {
      const taken = when === undefined ? left : bdd.and(left, space.holds(when.logic));
      if (use !== PLAIN_SHELL) found = bdd.or(found, taken);
      left = bdd.diff(left, taken);
    }
    return found;
  }

  /** The states in which a screen raises an action by itself: a poll only until its `until` holds. */
  function raised(place: ScreenSets, { event }: Transition): Bdd {
    const { bdd, valid } = space;
    const content = transitions.content(place);
    if (event.kind !== "action" || event.owner === null || content === undefined || content.onEnter.includes(event.name)) return valid;
    const timers = Object.values(content.timers).filter(({ action, limit }) => action === event.name || limit === event.name);
    return bdd.any(timers.map(({ until }) => (until === undefined ? valid : mayHold(space, { "!": [until.logic] }))));
  }

  /** Whether an action fails with this failure of the app, without a depositor: on entry, by a timer, a monitor or an event of the app. */
  function isOwnFailure({ event }: Transition): boolean {
    if (event.kind !== "action" || event.action.call === undefined || event.action.confirm !== undefined) return false;
    if (event.outcome === null || event.outcome === "ok" || (event.control !== null && event.control.at !== null)) return false;
    return failureEffects(core, {}, event.action.call, [event.outcome]).some((one) => one.effects === effects);
  }

  return (place) => {
    const queries = transitions
      .failedQueries(place, effects)
      .map((one) => (isAppLoad(one) ? { ...one, request: compose([identityOn(space, withData(place)), one.request]) } : one));
    const actions = transitions
      .of(place)
      .filter(isOwnFailure)
      .map((one) => ({ ...one, request: compose([identityOn(space, raised(place, one)), one.request]) }));
    // As the runtime follows none of them to the page that is shown.
    return [...queries, ...actions].filter(({ to }) => to !== null && to.path !== place.path).map(single);
  };
}

interface Beginning {
  readonly events: AutomaticStep["events"];
  readonly relation: Relation;
}

/** The actions that a screen raises on entry and that navigate, each after the ones before it, whatever all of them are answered. */
export function entrySteps(transitions: TransitionRelation): AutomaticSteps {
  const { core, space } = transitions;
  const appWide = new Set(Object.values(core.failures));
  return (place) => {
    // The runtime does not follow a failure of the app to the page that is shown.
    const isFollowed = ({ to, event }: Transition): boolean =>
      to !== null && !(event.kind === "action" && appWide.has(event.effects) && to.path === place.path);
    const { onEnter = [], actions = {} } = transitions.content(place) ?? {};
    const steps: AutomaticStep[] = [];
    let beginnings: readonly Beginning[] = [{ events: [], relation: IDENTITY }];
    for (const name of onEnter) {
      const action = actions[name];
      // A question waits for the depositor.
      if (action === undefined || action.confirm !== undefined) break;
      const isRaised = ({ event }: Transition): boolean =>
        event.kind === "action" && event.name === name && event.owner === place.screen.id && event.control?.at === null;
      const own = transitions.of(place).filter(isRaised);
      for (const { events, relation } of beginnings)
        for (const one of own)
          if (isFollowed(one)) steps.push({ whole: { ...one, request: compose([relation, one.request]) }, events: [...events, one] });
      const staying = [...own.filter(({ to }) => to === null), ...transitions.idle(place).filter(isRaised)];
      const continued = staying.map(
        (one): Beginning => ({
          events: [one],
          relation: compose([one.request, ...(one.response === null ? [] : [one.response]), one.effect]),
        }),
      );
      if (action.when !== undefined)
        continued.push({
          events: [{ notRaised: action }],
          relation: identityOn(space, mayHold(space, { "!": [action.when.logic] })),
        });
      beginnings = beginnings.flatMap((before) =>
        continued.map((after) => ({
          events: [...before.events, ...after.events],
          relation: compose([before.relation, after.relation]),
        })),
      );
    }
    return steps;
  };
}
