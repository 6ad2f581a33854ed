/**
 * Exports `RecentSpaces`, the state spaces of the newest proofs, for the proof of another brand, of an edit or of a mutant: most of
 * them have the same predicates, and reuse the diagrams. A diagram is a function of the predicates alone, so that a
 * proof in a used space finds what it finds in a new one.
 */
import type { Json } from "../../language/definition.js";
import { collectReads, noReads } from "./atoms.js";
import { initialAt, kindOf, pathTypes } from "./path-types.js";
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

/** A new space for one proof; `RecentSpaces` gives a used one where it can. Encoding throws `TooManyNodes` beyond `maxBddNodes`. */
export function newSpace({ predicates, stateSchema, initial, maxBddNodes }: SpaceInput): StateSpace {
  return new StateSpace(predicates, pathTypes(stateSchema), (path) => initialAt(initial, path), maxBddNodes);
}

/** What the predicates read, in an order that does not depend on theirs: predicates of the same atoms have the same state classes. */
function readsOf({ predicates, stateSchema }: SpaceInput): readonly Json[] {
  const typeOf = pathTypes(stateSchema);
  const isList = (path: string): boolean => {
    const type = typeOf(path);
    return type !== null && kindOf(type) === "list";
  };
  const reads = noReads();
  for (const predicate of predicates) collectReads(predicate, reads, isList);
  const atoms = new Set(reads.atoms.map(({ node }) => JSON.stringify(node)));
  const lists = [...reads.lists].map(([path, bodies]): readonly [string, readonly string[]] => [path, [...bodies.keys()].sort()]);
  return [
    [...atoms].sort(),
    Object.fromEntries(lists.sort(([a], [b]) => (a < b ? -1 : 1))),
    [...reads.freeAtoms.keys()].sort(),
    [...reads.memberships.keys()].sort(),
  ];
}

/** Keeps up to two spaces, for callers that prove several definitions in one process. */
export class RecentSpaces {
  #recent: readonly { readonly key: string; readonly space: StateSpace }[] = [];
  readonly #isMutant: boolean;

  /**
   * `isMutant`: a space of other predicates with the same atoms will do. Its classes may have another order, so that a finding
   * may show another depositor.
   */
  constructor({ isMutant = false }: { readonly isMutant?: boolean } = {}) {
    this.#isMutant = isMutant;
  }

  /** The space of an input. */
  of(input: SpaceInput): StateSpace {
    const read = this.#isMutant ? readsOf(input) : input.predicates;
    const key = JSON.stringify([read, input.stateSchema, input.initial, input.maxBddNodes]);
    const known = this.#recent.find((one) => one.key === key);
    const first = known !== undefined && known.space.bdd.size < MAX_NODES_KEPT ? known : { key, space: newSpace(input) };
    const others = this.#recent.filter((one) => one.key !== key);
    // A space that was asked for again is most likely the definition's own, and stays before those of mutants.
    this.#recent = known === undefined ? [...others.slice(0, KEPT - 1), first] : [first, ...others].slice(0, KEPT);
    return first.space;
  }
}
