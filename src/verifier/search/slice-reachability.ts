/**
 * Exports `possiblyReachable`, the overapproximation that proves screens unreachable, for the forward search. It keeps the
 * reachable values of each slice of the state separately (a Cartesian abstraction, Cousot and Cousot 1979): combinations
 * that cannot occur are included, none that can occur is missing.
 */
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { startsOf } from "../transitions/addresses.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { placeAt, redirectTo } from "../transitions/screen-sets.js";
import { ExploredFailures, image } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

/** Keys of the app's loads that some transition fetches again. */
function refetchedLoads(transitions: TransitionRelation): ReadonlySet<string> {
  const keys = [...transitions.screens.values()].flatMap((place) => transitions.of(place).flatMap(({ refetched }) => [...refetched]));
  return new Set(keys);
}

/** The screens that a depositor may reach. `known`: reachable states of some screens, from which the fixpoint starts. */
export function possiblyReachable(transitions: TransitionRelation, known: ReadonlyMap<ScreenSets, Bdd> = new Map()): ReadonlySet<string> {
  const { space, screens } = transitions;
  const { bdd } = space;
  const otherSlices = space
    .slices()
    .filter((slice) => slice !== "route")
    .map((slice) => space.levelsOf(`all but ${slice}`, (variable) => variable.role !== "free" && space.sliceOf(variable) !== slice));
  const bySlice = (set: Bdd): Bdd => otherSlices.reduce((product: Bdd, levels) => bdd.and(product, bdd.exists(set, levels)), space.valid);
  const reached = new Map([...known].map(([place, set]) => [place.key, bySlice(set)]));
  const queue = new Set(known.keys());
  const add = (place: ScreenSets, set: Bdd): void => {
    const before = reached.get(place.key) ?? FALSE;
    if (bdd.implies(set, before)) return;
    reached.set(place.key, bySlice(bdd.or(before, set)));
    queue.add(place);
  };
  const enter = (place: ScreenSets, set: Bdd, passed: readonly ScreenSets[]): void => {
    if (set === FALSE || passed.includes(place)) return;
    add(place, bdd.and(set, place.admits));
    for (const { target, to, when } of place.redirects) {
      const next = placeAt(screens, target, to);
      const sent = bdd.and(set, when);
      if (next === undefined || sent === FALSE) continue;
      enter(next, redirectTo(space, to).image(sent), [...passed, place]);
    }
  };
  /** The runtime evaluates guards on navigation or reload: until then the depositor stays on the screen in any state. */
  const stay = (place: ScreenSets, set: Bdd): void => {
    add(place, set);
    enter(place, image(transitions.reload, bdd.diff(set, place.admits)), []);
  };
  const refetches = transitions.refetches(refetchedLoads(transitions));
  for (const { place, set } of startsOf(transitions.core, space, screens)) enter(place, set, []);
  for (const place of queue) {
    queue.delete(place);
    const set = reached.get(place.key) ?? FALSE;
    for (const load of [...transitions.loads(place), ...refetches]) {
      const answered = image(load, set);
      // The runtime awaits the app's loads, then evaluates the guard.
      enter(place, answered, []);
      stay(place, answered);
    }
    const explored = new ExploredFailures(space);
    for (const transition of transitions.of(place)) {
      if (explored.covers(transition, transition.request.image(set))) continue;
      if (transition.to === null) stay(place, image(transition, set));
      else enter(transition.to, image(transition, set), []);
    }
  }
  return new Set([...screens.values()].flatMap(({ key, screen }) => (reached.has(key) ? [screen.id] : [])));
}
