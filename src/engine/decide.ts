/** Exports the evaluation of decision tables: the first row that holds gives the path and its route state. */
import type { BundleCore, CompiledDecision } from "../language/bundle.js";
import { NoRowHolds, UnknownName } from "../language/failures.js";
import type { Target } from "../language/keywords.js";
import type { Scope } from "../language/predicate.js";
import { holds } from "../language/predicate.js";
import type { Command, DepositorState, Resolution } from "./events.js";
import { instantOf, scopeOf } from "./scope.js";
import { target } from "./target.js";

type Row = CompiledDecision["rows"][number];

/** The decision table of this name. */
export function decisionOf(core: BundleCore, name: string): CompiledDecision {
  const decision = core.decisions[name];
  if (decision === undefined) throw new UnknownName("decision", name);
  return decision;
}

/** The row of a table that holds in a scope. */
export function rowIn(decision: CompiledDecision, scope: Scope): Row {
  const row = decision.rows.find((candidate) => holds(candidate.when, scope));
  if (row === undefined) throw new NoRowHolds(`the decision ${decision.name}`);
  return row;
}

/** The target of a row, as a `go` has it. */
export function targetOfRow({ go, state }: Pick<Row, "go" | "state">): string | Target {
  return state === undefined ? go : { path: go, state };
}

/** The `go` command of the row that holds in a scope. */
export function decidedGo(core: BundleCore, name: string, scope: Scope): Extract<Command, { kind: "go" }> {
  return target(core, targetOfRow(rowIn(decisionOf(core, name), scope)), scope);
}

/** The path that the table gives for a state; `resolve` gives the screen that a depositor sees at that path. */
export function decide(
  core: BundleCore,
  state: DepositorState,
  name: string,
  now?: string | number,
  route: Resolution["route"] | null = null,
): string {
  return rowIn(decisionOf(core, name), scopeOf(state, instantOf(state, now), route)).go;
}
