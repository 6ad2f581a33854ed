/** Exports the graph of screens without states, for the forward search: connected screens and distances between screens. */
import { startsOf } from "../transitions/addresses.js";
import { placeAt, type ScreenSets } from "../transitions/screen-sets.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

export class ScreenGraph {
  /** The screens that are connected with a start, each with its predecessors. */
  readonly #predecessors = new Map<ScreenSets, Set<ScreenSets>>();

  constructor(transitions: TransitionRelation) {
    const { core, space, screens } = transitions;
    for (const { place } of startsOf(core, space, screens)) this.#predecessors.set(place, new Set());
    // The iteration of a map visits entries that the loop adds: breadth-first.
    for (const place of this.#predecessors.keys()) {
      const redirected = place.redirects.map(({ target, to }) => placeAt(screens, target, to));
      const successors = transitions.of(place).map(({ to }) => to);
      for (const next of [...redirected, ...successors]) {
        if (next === null || next === undefined) continue;
        const predecessors = this.#predecessors.get(next) ?? new Set();
        this.#predecessors.set(next, predecessors.add(place));
      }
    }
  }

  /** The screens that are connected with a start; no path reaches any other screen. */
  get connected(): readonly ScreenSets[] {
    return [...this.#predecessors.keys()];
  }

  /** The distance of each screen to the nearest of some screens; the map omits screens that lead to none of them. */
  distances(to: readonly ScreenSets[]): ReadonlyMap<ScreenSets, number> {
    const distances = new Map<ScreenSets, number>(to.map((place) => [place, 0]));
    for (const [place, distance] of distances) {
      for (const from of this.#predecessors.get(place) ?? []) if (!distances.has(from)) distances.set(from, distance + 1);
    }
    return distances;
  }
}
