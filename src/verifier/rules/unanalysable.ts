/** Exports the rule `unanalysable` for the analysis: predicates without finite classes, and values that the state cannot have. */
import type { Json } from "../../language/definition.js";
import { readsOnlyNow, Unanalysable } from "../abstraction/atoms.js";
import type { LocatedPredicate } from "../abstraction/bundle-predicates.js";
import { abstractionOf } from "../abstraction/operator-encodings.js";
import type { TypeOf } from "../abstraction/path-types.js";
import { StateSpace } from "../abstraction/state-space.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";

/** Predicates without finite classes, each tried alone. */
export function checkPredicates(predicates: readonly LocatedPredicate[], typeOf: TypeOf): readonly CandidateFinding[] {
  const found: CandidateFinding[] = [];
  for (const { logic, at } of predicates) {
    try {
      new StateSpace([logic], typeOf, () => null).holds(logic);
    } catch (error) {
      if (!(error instanceof Unanalysable)) throw error;
      found.push({ rule: "unanalysable", message: error.message, at: [at], owner: "predicate", where: null, question: null });
    }
  }
  return found;
}

/**
 * Predicates of guards, gates, tables, loads and the navigation (`routing`) that read a date: the states of the proof have none, so
 * that no path could say on which day a screen admits. What a screen shows may have a date.
 */
export function checkDates(routing: readonly LocatedPredicate[]): readonly CandidateFinding[] {
  return routing.flatMap(({ logic, at }): readonly CandidateFinding[] => {
    const date = atomsIn(logic).find(readsOnlyNow);
    if (date === undefined) return [];
    const message = messages.routedByDate(date);
    return [{ rule: "unanalysable", message, at: [at], owner: "predicate", where: null, question: null }];
  });
}

/** The smallest parts of a condition that have a truth value. */
function atomsIn(logic: Json): readonly Json[] {
  const operation = abstractionOf(logic);
  return operation?.abstraction.kind === "connective" ? operation.operands.flatMap(atomsIn) : [logic];
}

/** Screens with a transition that writes a value outside all classes, so that its image is unknown. */
export function checkAssignments(transitions: TransitionRelation): readonly CandidateFinding[] {
  return [...transitions.screens.values()].flatMap((place): readonly CandidateFinding[] => {
    try {
      transitions.of(place);
      return [];
    } catch (error) {
      if (!(error instanceof Unanalysable)) throw error;
      const { id, at } = place.screen;
      const message = messages.impossibleValue(id, error.message);
      return [{ rule: "unanalysable", message, at: [at], owner: `screen:${id}`, where: null, question: null }];
    }
  });
}
