/** Which screen leads to which, whatever the state: where nothing leads nobody comes, and what is near is looked at first. */
import { startsOf } from "../transitions/addresses.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Moves } from "../transitions/transitions.js";

export class ScreenGraph {
  /** Every screen that a start leads to, at once or in the end; with the screens that lead to it. */
  readonly #into = new Map<ScreenSpace, Set<ScreenSpace>>();

  constructor(moves: Moves) {
    const { space, screens } = moves;
    for (const { place } of startsOf(space, screens)) this.#into.set(place, new Set());
    for (const place of this.#into.keys()) {
      const sent = place.sendings.map(({ target }) => screens.get(target.id));
      const led = moves.of(place).map(({ to }) => to);
      for (const next of [...sent, ...led]) {
        if (next === null || next === undefined) continue;
        const from = this.#into.get(next) ?? new Set();
        this.#into.set(next, from.add(place));
      }
    }
  }

  /** Screens that a start leads to; nobody reaches another. */
  get connected(): readonly ScreenSpace[] {
    return [...this.#into.keys()];
  }

  /** How many screens on the nearest of some screens is; those from which none of them is led to are missing. */
  distances(to: readonly ScreenSpace[]): ReadonlyMap<ScreenSpace, number> {
    const far = new Map<ScreenSpace, number>(to.map((place) => [place, 0]));
    // A map hands out what is added to it while it is walked: nearest first.
    for (const [place, distance] of far) {
      for (const from of this.#into.get(place) ?? []) if (!far.has(from)) far.set(from, distance + 1);
    }
    return far;
  }
}
