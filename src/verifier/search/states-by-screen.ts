/** Exports `StatesByScreen`: the states that the forward search knows at each screen. */
import { type Bdd, type BddManager, FALSE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";

/**
 * Sets of states by screen. The states after an event that stays on the screen are kept apart where an answer of the bank
 * would move the other depositors: the same state then has other successors, so that neither set may hide the other.
 */
export class StatesByScreen {
  readonly #moved = new Map<ScreenSets, Bdd>();
  readonly #stayed = new Map<ScreenSets, Bdd>();

  constructor(readonly bdd: BddManager) {}

  has(place: ScreenSets): boolean {
    return this.#moved.has(place) || this.#stayed.has(place);
  }

  of(place: ScreenSets, stays: boolean): Bdd {
    return (stays ? this.#stayed : this.#moved).get(place) ?? FALSE;
  }

  add(place: ScreenSets, stays: boolean, states: Bdd): void {
    (stays ? this.#stayed : this.#moved).set(place, this.bdd.or(states, this.of(place, stays)));
  }

  /** All states of each screen. */
  union(): ReadonlyMap<ScreenSets, Bdd> {
    const all = new Map(this.#moved);
    for (const [place, states] of this.#stayed) all.set(place, this.bdd.or(states, all.get(place) ?? FALSE));
    return all;
  }
}
