/** Exports `BackwardLayers`: the states from which n steps reach a screen, back to states that the forward search knows, for `approach`. */
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { placeAt, redirectTo, type ScreenSets } from "../transitions/screen-sets.js";
import { preimage, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

/** Steps that the layers go back. */
export const MAX_STEPS = 8;

/** The states of a step by screen: those in which a depositor is on the screen, and those in which it is requested. */
interface Layer {
  readonly on: ReadonlyMap<ScreenSets, Bdd>;
  readonly requesting: Map<ScreenSets, Bdd>;
}

export class BackwardLayers {
  readonly #layers: Layer[] = [];
  /** The states outside of each layer, which the search compares without a new diagram. */
  readonly #outside: ReadonlyMap<ScreenSets, Bdd>[] = [];
  /** Whether the forward search knows some states of the last layer. */
  readonly isMet: boolean = false;

  /**
   * `from`: the screens that may lead to the goal, the nearest first. `without`: transitions that the engine did not confirm. `isKnown`: whether the
   * forward search knows one of some states on a screen.
   */
  constructor(
    readonly transitions: TransitionRelation,
    goal: ScreenSets,
    from: readonly ScreenSets[],
    readonly without: ReadonlySet<Transition>,
    isKnown: (place: ScreenSets, outside: Bdd) => boolean,
  ) {
    const { bdd, valid } = transitions.space;
    const known = new Map<ScreenSets, Bdd>([[goal, goal.admits]]);
    let frontier: ReadonlyMap<ScreenSets, Bdd> = known;
    for (let step = 1; step <= MAX_STEPS && frontier.size > 0; step += 1) {
      const layer = { on: frontier, requesting: new Map<ScreenSets, Bdd>() };
      this.#layers.push(layer);
      const next = new Map<ScreenSets, Bdd>();
      const outside = new Map<ScreenSets, Bdd>();
      this.#outside.push(outside);
      for (const place of from) {
        const found = transitions.of(place).reduce((union: Bdd, transition) => {
          const wanted = this.#wantedAfter(transition, place, layer);
          return wanted === FALSE ? union : bdd.or(union, preimage(transition, wanted));
        }, FALSE);
        const added = bdd.diff(found, known.get(place) ?? FALSE);
        if (added === FALSE) continue;
        next.set(place, added);
        const others = bdd.diff(valid, added);
        outside.set(place, others);
        this.isMet = isKnown(place, others);
        if (this.isMet) return;
      }
      for (const [place, added] of next) known.set(place, bdd.or(known.get(place) ?? FALSE, added));
      frontier = next;
    }
  }

  /** The fewest steps from any of the states to the goal; null where the layers contain none of them. */
  stepsFrom(place: ScreenSets, set: Bdd): number | null {
    const { bdd, valid } = this.transitions.space;
    const layer = this.#outside.findIndex((outside) => !bdd.implies(set, outside.get(place) ?? valid));
    return layer < 0 ? null : layer + 1;
  }

  /** Whether a transition leads from some states of a layer to the next layer. */
  entersLayer(transition: Transition, place: ScreenSets, set: Bdd, steps: number): boolean {
    const layer = this.#layers[steps - 1];
    const wanted = layer === undefined ? FALSE : this.#wantedAfter(transition, place, layer);
    return wanted !== FALSE && !this.transitions.space.bdd.disjoint(set, preimage(transition, wanted));
  }

  #wantedAfter(transition: Transition, place: ScreenSets, layer: Layer): Bdd {
    const { to } = transition;
    if (this.without.has(transition)) return FALSE;
    return to === null ? this.#beforeLoads(place, layer) : this.#requesting(to, layer, []);
  }

  /** The states in which a request of the screen leads to the layer, also by its redirects. */
  #requesting(place: ScreenSets, layer: Layer, passed: readonly ScreenSets[]): Bdd {
    const known = layer.requesting.get(place);
    if (known !== undefined || passed.includes(place)) return known ?? FALSE;
    const { space, screens } = this.transitions;
    const { bdd } = space;
    let wanted = bdd.and(this.#beforeLoads(place, layer), place.admits);
    for (const { target, to, when } of place.redirects) {
      const next = placeAt(screens, target, to);
      const later = next === undefined ? FALSE : this.#requesting(next, layer, [...passed, place]);
      if (later !== FALSE) wanted = bdd.or(wanted, bdd.and(when, redirectTo(space, to).preimage(later)));
    }
    if (passed.length === 0) layer.requesting.set(place, wanted);
    return wanted;
  }

  /** The states of the layer, and those that answers to the queries of the screen may change into them. */
  #beforeLoads(place: ScreenSets, { on }: Layer): Bdd {
    const states = on.get(place) ?? FALSE;
    if (states === FALSE) return FALSE;
    const { bdd } = this.transitions.space;
    return [...this.transitions.loads(place)].reverse().reduce((set: Bdd, load) => bdd.or(set, preimage(load, set)), states);
  }
}
