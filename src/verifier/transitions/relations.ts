/** What may become of sets of states, and from where: both ways exact, so that a path can be followed back to its start. */

import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";

export interface Operation {
  /** What the states of a set may become. */
  readonly after: (set: Bdd) => Bdd;
  /** All states that may become one of a set. */
  readonly before: (set: Bdd) => Bdd;
}

/** Nothing changes, and only these states go on. */
export function only({ diagrams }: Space, where: Bdd): Operation {
  const kept = (set: Bdd): Bdd => diagrams.and(set, where);
  return { after: kept, before: kept };
}

/** One after another. */
export function sequence(operations: readonly Operation[]): Operation {
  const backwards = [...operations].reverse();
  return {
    after: (set) => operations.reduce((found, operation) => (found === FALSE ? FALSE : operation.after(found)), set),
    before: (set) => backwards.reduce((found, operation) => (found === FALSE ? FALSE : operation.before(found)), set),
  };
}

/** Done where `yes` may hold, passed over where `no` may. */
export function inCase({ diagrams }: Space, yes: Bdd, no: Bdd, operation: Operation): Operation {
  return {
    after: (set) => diagrams.or(operation.after(diagrams.and(set, yes)), diagrams.and(set, no)),
    before: (set) => diagrams.or(diagrams.and(yes, operation.before(set)), diagrams.and(set, no)),
  };
}

/** Another location: nothing is left of the route before. */
export function routed(space: Space, route: Bdd): Operation {
  const { diagrams } = space;
  const there = diagrams.and(route, space.valid);
  return {
    after: (set) => diagrams.and(diagrams.forget(set, space.routeLevels()), there),
    before: (set) => diagrams.forget(diagrams.and(set, there), space.routeLevels()),
  };
}
