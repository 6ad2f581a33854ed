/** What is defined and never used. */
import * as problems from "../problems.js";
import { childOf } from "../source.js";
import type { Linker, Names } from "./place.js";

export type Uses = Readonly<Record<"predicate" | "operation" | "decision", Set<string>>>;

/** Warns of what nothing uses. */
export function checkUnused(names: Names, uses: Uses, linker: Linker): void {
  for (const [name, entry] of names.predicates.entries)
    if (!uses.predicate.has(name)) linker.report(entry.key, problems.unusedPredicate(name));
  for (const [name, operation] of names.operations.entries)
    if (!uses.operation.has(name)) linker.report(operation.at, problems.unusedOperation(name));
  for (const [name, node] of names.decisions.entries)
    if (!uses.decision.has(name)) linker.report((childOf(node, "description") ?? node).at, problems.unusedDecision(name));
}
