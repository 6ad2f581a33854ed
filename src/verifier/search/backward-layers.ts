/**
 * Exports `BackwardLayers`: for the screens next to some goals, the states from which n steps reach a goal, so that the
 * forward search finds goals behind several steps on one screen (bidirectional search, Pohl 1971).
 */
import { type Bdd, type BddManager, FALSE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { preimage } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

/** Steps on the screens next to a goal that the layers go back. */
const MAX_STEPS = 8;

export class BackwardLayers {
  readonly #bdd: BddManager;
  /** By screen: the states outside of each layer, the nearest layer first. */
  readonly #outside = new Map<ScreenSets, Bdd[]>();

  /** `near`: the screens whose states get layers. */
  constructor(transitions: TransitionRelation, goals: readonly ScreenSets[], near: readonly ScreenSets[]) {
    const { bdd, valid } = transitions.space;
    const known = new Map<ScreenSets, Bdd>(goals.map((goal) => [goal, goal.admits]));
    let frontier: ReadonlyMap<ScreenSets, Bdd> = known;
    for (let step = 1; step <= MAX_STEPS && frontier.size > 0; step += 1) {
      const next = new Map<ScreenSets, Bdd>();
      for (const place of near) {
        const found = transitions.of(place).reduce((union: Bdd, transition) => {
          const wanted = frontier.get(transition.to ?? place) ?? FALSE;
          return wanted === FALSE ? union : bdd.or(union, preimage(transition, wanted));
        }, FALSE);
        const added = bdd.diff(found, known.get(place) ?? FALSE);
        if (added === FALSE) continue;
        next.set(place, added);
        const outside = this.#outside.get(place) ?? [];
        // A step without new states has an empty layer.
        while (outside.length < step - 1) outside.push(valid);
        this.#outside.set(place, [...outside, bdd.diff(valid, added)]);
      }
      for (const [place, added] of next) known.set(place, bdd.or(known.get(place) ?? FALSE, added));
      frontier = next;
    }
    this.#bdd = bdd;
  }

  /** Whether some states of a screen have layers. */
  has(place: ScreenSets): boolean {
    return this.#outside.has(place);
  }

  /** The fewest steps from any of the states to a goal; null where the layers contain none of them. */
  stepsFrom(place: ScreenSets, set: Bdd): number | null {
    const layer = (this.#outside.get(place) ?? []).findIndex((outside) => !this.#bdd.implies(set, outside));
    return layer < 0 ? null : layer + 1;
  }
}
