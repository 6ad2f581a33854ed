/**
 * Exports relations between states, each given by its image and preimage (Burch, Clarke, McMillan, Dill and Hwang 1990),
 * for transitions. Both directions are exact, so that the replay can follow a path back to its start.
 */
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";

/** A relation between states as two functions on sets. For a union of sets, both give the union of the results. */
export interface Relation {
  /** The successors of the states of a set. */
  readonly image: (set: Bdd) => Bdd;
  /** The predecessors of the states of a set. */
  readonly preimage: (set: Bdd) => Bdd;
}

/** The relation of a phase that changes no state. */
export const IDENTITY: Relation = { image: (set) => set, preimage: (set) => set };

/** The identity on the states of a set; other states have no successor. */
export function identityOn({ bdd }: StateSpace, where: Bdd): Relation {
  const restricted = (set: Bdd): Bdd => bdd.and(set, where);
  return { image: restricted, preimage: restricted };
}

/** The composition of relations, the first of the list applied first. */
export function compose(relations: readonly Relation[]): Relation {
  const backwards = [...relations].reverse();
  return {
    image: (set) => relations.reduce((found, relation) => (found === FALSE ? FALSE : relation.image(found)), set),
    preimage: (set) => backwards.reduce((found, relation) => (found === FALSE ? FALSE : relation.preimage(found)), set),
  };
}

/** The relation on `yes`, the identity on `no`. The sets overlap where a free input decides. */
export function conditional({ bdd }: StateSpace, yes: Bdd, no: Bdd, relation: Relation): Relation {
  return {
    image: (set) => bdd.or(relation.image(bdd.and(set, yes)), bdd.and(set, no)),
    preimage: (set) => bdd.or(bdd.and(yes, relation.preimage(set)), bdd.and(set, no)),
  };
}

/** Replaces the route; the `kept` keys of its state, which the set of routes leaves open, keep their values. */
export function setRoute(space: StateSpace, route: Bdd, kept?: ReadonlySet<string>): Relation {
  const { bdd } = space;
  const target = bdd.and(route, space.valid);
  const replaced = space.routeLevels(kept);
  return {
    image: (set) => bdd.and(bdd.exists(set, replaced), target),
    preimage: (set) => bdd.andExists(set, target, replaced),
  };
}
