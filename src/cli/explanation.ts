/** Exports the explanation of a resolution: each gate and guard of each redirect, evaluated part by part. */
import { gateOf, rowName } from "../engine/admission.js";
import { decisionOf } from "../engine/decide.js";
import type { DepositorState, Location, Resolution } from "../engine/events.js";
import { matchPath } from "../engine/paths.js";
import { queryToState, resolve } from "../engine/resolve.js";
import { instantOf, scopeOf } from "../engine/scope.js";
import type { BundleCore, CompiledFallback } from "../language/bundle.js";
import { NoRowHolds } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import { evaluateParts, partLines } from "./evaluated-parts.js";

export interface Explanation {
  readonly resolution: Resolution;
  readonly lines: readonly string[];
}

function rowLines(
  core: BundleCore,
  rows: readonly CompiledFallback[],
  owner: string,
  scope: Scope,
  until: string | null,
): readonly string[] {
  const lines: string[] = [];
  for (const row of rows) {
    const name = `${owner === "app" ? "the app's" : "the screen's"} row "${row.key}" (-> ${row.go})`;
    if (row.when === undefined) lines.push(`    ${name}: for everyone else`);
    else lines.push(`    ${name}:`, ...partLines(evaluateParts(core, row.when.named, scope), "      "));
    if (until === rowName(owner, row.key)) break;
  }
  return lines;
}

/** Explains one location, with the same result as `resolve`. */
export function explain(core: BundleCore, state: DepositorState, location: Location, now?: string | number): Explanation {
  const resolution = resolve(core, state, location, now);
  const instant = instantOf(state, now);
  const lines: string[] = [];
  for (const [index, hop] of resolution.hops.entries()) {
    const asked = index === 0 ? location : { pathname: hop.path, search: "", state: null };
    const match = matchPath(core, asked.pathname);
    const { route, fromQuery } = queryToState(match, asked);
    const scope = scopeOf(state, instant, route);
    const { screen } = match;
    lines.push(
      match.known
        ? `${hop.path} is the screen ${screen.id}.`
        : `${hop.path} is no path of the flows: the app shows the screen ${screen.id}.`,
    );
    if (fromQuery) lines.push(`  Moved from the address into the route state: ${screen.queryToState.join(", ")}.`);
    for (const name of screen.gates) {
      const gate = gateOf(core, name);
      lines.push(`  The gate ${name} redirects to ${gate.go} when:`, ...partLines(evaluateParts(core, gate.when.named, scope), "    "));
      if (hop.redirect?.by === "gate" && hop.redirect.name === name) break;
    }
    if (hop.redirect?.by === "gate") {
      lines.push(`  The gate ${hop.redirect.name} holds, so the app redirects to ${hop.redirect.to}.`);
      continue;
    }
    lines.push("  The guard admits when:", ...partLines(evaluateParts(core, screen.guard.named, scope), "    "));
    if (hop.redirect === null) {
      lines.push(`  The guard holds, so the app shows ${resolution.path}, "${resolution.title}" in the ${resolution.layout} shell.`);
      continue;
    }
    lines.push("  The guard fails. The rows of the fallback:");
    lines.push(...rowLines(core, screen.fallback, screen.id, scope, hop.redirect.by === "fallback" ? hop.redirect.name : null));
    if (hop.redirect.by === "app") lines.push(...rowLines(core, core.fallback, "app", scope, hop.redirect.name));
    lines.push(`  Redirects to ${hop.redirect.to}.`);
  }
  return { resolution, lines };
}

/** Explains a decision table: each row up to the first one that holds. */
export function explainDecision(core: BundleCore, state: DepositorState, name: string, now?: string | number): readonly string[] {
  const decision = decisionOf(core, name);
  const scope = scopeOf(state, instantOf(state, now), null);
  const lines = [`The decision ${name} evaluates its rows in order:`];
  for (const row of decision.rows) {
    if (row.when === undefined) {
      lines.push(`  ${row.key}: for everyone else`, `Redirects to ${row.go}.`);
      return lines;
    }
    const evaluated = evaluateParts(core, row.when.named, scope);
    lines.push(`  ${row.key} (-> ${row.go}):`, ...partLines(evaluated, "    "));
    if (evaluated.held) return [...lines, `Redirects to ${row.go}.`];
  }
  throw new NoRowHolds(`the decision ${name}`);
}
