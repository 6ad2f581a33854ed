/** Exports the rules about decisions (rows that never apply, refusing targets) for the analysis. */
import { decidedGo, rowIn } from "../../engine/decide.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore } from "../../language/bundle.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { afterGo, screenAt } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

export function checkDecisions(core: BundleCore, space: StateSpace, screens: ReadonlyMap<string, ScreenSets>): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const decision of Object.values(core.decisions)) {
    const { name } = decision;
    let left = bdd.and(space.valid, decision.precondition === undefined ? TRUE : space.holds(decision.precondition.logic));
    for (const row of decision.rows) {
      const taken = row.when === undefined ? left : bdd.and(left, space.holds(row.when.logic));
      left = bdd.diff(left, taken);
      const owner = `decision:${name}.${row.key}`;
      if (taken === FALSE) {
        found.push({
          rule: "row-unreachable",
          message: messages.shadowed(name, row.key),
          at: [row.at],
          owner,
          where: null,
          question: null,
        });
        continue;
      }
      const target = screenAt(core, screens, row.go);
      if (target === undefined) continue;
      const refused = bdd.diff(taken, afterGo(space, target.admits, row.go, row.state ?? {}));
      if (refused === FALSE) continue;
      found.push({
        rule: "decision-refused",
        message: messages.decisionRefused(name, row.key, row.go),
        at: [row.at, target.screen.guard.at],
        owner,
        where: refused,
        question: { decide: name },
        target: target.screen.id,
        isReproducedBy: ({ state }) => {
          const scope = scopeOf(state, instantOf(state), null);
          if (rowIn(decision, scope) !== row) return false;
          const { path, search, state: given } = decidedGo(core, name, scope);
          return chainOf(core, path, { state, location: { search, state: given } }).length > 1;
        },
      });
    }
  }
  return found;
}
