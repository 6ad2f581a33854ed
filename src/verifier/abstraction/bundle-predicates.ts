/** Exports the predicates of a compiled bundle with their locations, for the analysis. */
import type { CompiledPredicate, Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";

/** A predicate with every name inlined, as plain json-logic, and its location in the flows. */
export interface LocatedPredicate {
  readonly logic: Json;
  readonly at: Origin;
}

/** All compiled predicates at any depth. */
export function predicatesIn(node: unknown, found: LocatedPredicate[] = []): readonly LocatedPredicate[] {
  if (typeof node !== "object" || node === null) return found;
  if ("logic" in node && "named" in node && "at" in node) {
    const { logic, at } = node as CompiledPredicate;
    found.push({ logic, at });
    return found;
  }
  for (const part of Object.values(node)) predicatesIn(part, found);
  return found;
}
