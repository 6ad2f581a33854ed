/** Exports the place inside of a condition: what is known there, and where it is shown. */
import type { SourceNode } from "../language/source.js";
import { factsOf } from "./facts.js";
import { inline } from "./logic.js";
import type { Place } from "./place.js";

/** The place where a predicate holds (or, with `truth` false, does not). */
export function where(place: Place, when: SourceNode | null, truth = true): Place {
  if (when === null) return place;
  const { names } = place.linker;
  const facts = new Set([...place.facts, ...factsOf(when, truth, names.predicates)]);
  if (!truth) return { ...place, facts };
  const shown = place.shown === null ? null : { ...place.shown, when: [...place.shown.when, inline(when, "predicate", names)] };
  return { ...place, facts, holding: [...place.holding, when], shown };
}
