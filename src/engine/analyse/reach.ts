/**
 * Who can be where at the most: what is known of each slice of the state by itself, step by step from registration,
 * sign-in and e-mailed links. How slices go together is not kept: states that may not come together are counted in and
 * none is left out, so that a screen which is not reached here is reached by nobody.
 */
import { startsOf } from "./addresses.js";
import type { Bdd } from "./bdd.js";
import { FALSE } from "./bdd.js";
import type { Moves } from "./moves.js";
import { Done } from "./moves.js";
import { routed } from "./operations.js";
import type { ScreenSpace } from "./routes.js";
import { fixedRoute } from "./routes.js";

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
  for (const { place, set } of startsOf(space, screens)) arrive(place, set, []);
  for (const place of todo) {
    todo.delete(place);
    const set = at.get(place.screen.id) ?? FALSE;
    const done = new Done(space);
    for (const move of [...moves.loads(place).map((load) => ({ ...load, to: null })), ...moves.of(place)]) {
      const { raised, answered, then, to } = move;
      const after = raised.after(set);
      if (done.before(move, after)) continue;
      arrive(to ?? place, then.after(answered === null ? after : answered.after(after)), []);
    }
  }
  return new Set(at.keys());
}
