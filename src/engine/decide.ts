/** Decision tables: ordered rows, the first that holds gives the path. */
import type { BundleCore, CompiledDecision } from "../language/bundle.js";
import { NoRowHolds, UnknownName } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import { holds } from "../language/predicate.js";
import type { DepositorState, Resolution } from "./events.js";
import { instantOf, scopeOf } from "./scope.js";

/** The decision table of this name. */
export function decisionOf(core: BundleCore, name: string): CompiledDecision {
  const decision = core.decisions[name];
  if (decision === undefined) throw new UnknownName("decision", name);
  return decision;
}

/** The row of a table that holds in a scope: its target is given as written. */
export function decideIn(decision: CompiledDecision, scope: Scope): string {
  const row = decision.rows.find((candidate) => holds(candidate.when, scope));
  if (row === undefined) throw new NoRowHolds(`the decision ${decision.name}`);
  return row.go;
}

/** Where the table leads a depositor; where one then lands is `resolve`'s to say. */
export function decide(
  core: BundleCore,
  state: DepositorState,
  name: string,
  now?: string | number,
  route: Resolution["route"] | null = null,
): string {
  return decideIn(decisionOf(core, name), scopeOf(state, instantOf(state, now), route));
}
