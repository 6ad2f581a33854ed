/** What is known where conditions stand around it. */
import type { SourceNode } from "../language/source.js";
import { factsOf } from "./facts.js";
import type { Place } from "./place.js";

/** The place where a predicate holds (or, with `truth` false, does not). */
export function where(place: Place, when: SourceNode | null, truth = true): Place {
  if (when === null) return place;
  const known = factsOf(when, truth, place.linker.names.predicates);
  return { ...place, facts: new Set([...place.facts, ...known]), holding: truth ? [...place.holding, when] : place.holding };
}
