/**
 * Who can be where at the most: what is known of each slice of the state by itself, step by step from registration,
 * sign-in and e-mailed links. How slices go together is not kept: states that may not come together are counted in and
 * none is left out, so that a screen which is not reached here is reached by nobody.
 */

import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { startsOf } from "../transitions/addresses.js";
import { routed } from "../transitions/relations.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { fixedRoute } from "../transitions/screen-sets.js";
import type { Moves } from "../transitions/transitions.js";
import { Done, done } from "../transitions/transitions.js";

/** Keys of the app's loads that are asked again anywhere, whatever their `when` says by then. */
function askedAgain(moves: Moves): ReadonlySet<string> {
  const keys = [...moves.screens.values()].flatMap((place) => moves.of(place).flatMap(({ again }) => [...again]));
  return new Set(keys);
}

/** The screens that somebody may be on. `known`: states that are known to come to a screen, from which it goes on. */
export function reachable(moves: Moves, known: ReadonlyMap<ScreenSpace, Bdd> = new Map()): ReadonlySet<string> {
  const { space, screens } = moves;
  const { diagrams } = space;
  const others = space
    .slices()
    .filter((slice) => slice !== "route")
    .map((slice) => space.levelsOf(`all but ${slice}`, (variable) => variable.stands !== "open" && space.sliceOf(variable) !== slice));
  const bySlice = (set: Bdd): Bdd => others.reduce((product: Bdd, bits) => diagrams.and(product, diagrams.forget(set, bits)), space.valid);
  const at = new Map([...known].map(([place, set]) => [place.screen.id, bySlice(set)]));
  const todo = new Set(known.keys());
  const arrive = (place: ScreenSpace, set: Bdd, from: readonly ScreenSpace[]): void => {
    if (set === FALSE || from.includes(place)) return;
    const before = at.get(place.screen.id) ?? FALSE;
    const admitted = diagrams.and(set, place.admits);
    if (!diagrams.implies(admitted, before)) {
      at.set(place.screen.id, bySlice(diagrams.or(before, admitted)));
      todo.add(place);
    }
    for (const { target, to, when } of place.sendings) {
      const next = screens.get(target.id);
      const sent = diagrams.and(set, when);
      if (next === undefined || sent === FALSE) continue;
      arrive(next, routed(space, fixedRoute(space, to, new Map(), new Set())).after(sent), [...from, place]);
    }
  };
  /** Who is there stays there, whatever the state becomes: guards are asked by a navigation, or where the page is loaded again. */
  const stay = (place: ScreenSpace, set: Bdd): void => {
    const before = at.get(place.screen.id) ?? FALSE;
    if (!diagrams.implies(set, before)) {
      at.set(place.screen.id, bySlice(diagrams.or(before, set)));
      todo.add(place);
    }
    arrive(place, done(moves.reload, diagrams.minus(set, place.admits)), []);
  };
  const again = moves.loadsAgain(askedAgain(moves));
  for (const { place, set } of startsOf(space, screens)) arrive(place, set, []);
  for (const place of todo) {
    todo.delete(place);
    const set = at.get(place.screen.id) ?? FALSE;
    for (const load of [...moves.loads(place), ...again]) {
      const after = done(load, set);
      // What is waited for leads on at once.
      arrive(place, after, []);
      stay(place, after);
    }
    const before = new Done(space);
    for (const move of moves.of(place)) {
      if (before.before(move, move.raised.after(set))) continue;
      if (move.to === null) stay(place, done(move, set));
      else arrive(move.to, done(move, set), []);
    }
  }
  return new Set(at.keys());
}
