/**
 * Exports `RecentSpaces`, the state spaces of the newest proofs, for the proof of another brand, of an edit or of a mutant: most of
 * them have the same predicates, and then find their diagrams made. A diagram is a function of the predicates alone, so that a
 * proof in a used space finds what it finds in a new one.
 */
import type { Json } from "../../language/definition.js";
import { initialAt, pathTypes } from "./path-types.js";
import { StateSpace } from "./state-space.js";

/** Spaces that are kept: those of a definition and of the newest mutant with other predicates. */
const KEPT = 2;

/** A space with more nodes is not kept: its tables leave the processor's caches. */
const MAX_NODES_KEPT = 3_000_000;

/** What determines a space. */
export interface SpaceInput {
  /** Every predicate that a later stage encodes. */
  readonly predicates: readonly Json[];
  readonly stateSchema: Json;
  readonly initial: { readonly [slice: string]: Json };
  readonly maxBddNodes: number;
}

export function newSpace({ predicates, stateSchema, initial, maxBddNodes }: SpaceInput): StateSpace {
  return new StateSpace(predicates, pathTypes(stateSchema), (path) => initialAt(initial, path), maxBddNodes);
}

export class RecentSpaces {
  #recent: readonly { readonly key: string; readonly space: StateSpace }[] = [];

  /** The space of an input. */
  of(input: SpaceInput): StateSpace {
    const key = JSON.stringify([input.predicates, input.stateSchema, input.initial, input.maxBddNodes]);
    const known = this.#recent.find((one) => one.key === key);
    const first = known !== undefined && known.space.bdd.size < MAX_NODES_KEPT ? known : { key, space: newSpace(input) };
    const others = this.#recent.filter((one) => one.key !== key);
    // A space that was asked for again is most likely the definition's own, and stays before those of mutants.
    this.#recent = known === undefined ? [...others.slice(0, KEPT - 1), first] : [first, ...others].slice(0, KEPT);
    return first.space;
  }
}
