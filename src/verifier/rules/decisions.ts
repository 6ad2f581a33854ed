/** Decision tables: a row for everybody, everybody's row a screen that takes them, no row for nobody. */

import { decidedGo, rowIn } from "../../engine/decide.js";
import { resolve } from "../../engine/resolve.js";
import { scopeOf } from "../../engine/scope.js";
import type { BundleCore } from "../../language/bundle.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Space } from "../abstraction/state-space.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { afterGo } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import { screenAt } from "./redirects.js";

export function checkDecisions(core: BundleCore, space: Space, screens: ReadonlyMap<string, ScreenSpace>): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  for (const decision of Object.values(core.decisions)) {
    const { name } = decision;
    let left = diagrams.and(space.valid, decision.given === undefined ? TRUE : space.holds(decision.given.logic));
    for (const row of decision.rows) {
      const taken = row.when === undefined ? left : diagrams.and(left, space.holds(row.when.logic));
      left = diagrams.minus(left, taken);
      const owner = `decision:${name}.${row.key}`;
      if (taken === FALSE) {
        found.push({ rule: "decision-shadowed", message: messages.shadowed(name, row.key), at: [row.at], owner, where: null, ask: null });
        continue;
      }
      const target = screenAt(core, screens, row.go);
      if (target === undefined) continue;
      const refused = diagrams.minus(taken, afterGo(space, target.admits, row.go, row.state ?? {}));
      if (refused === FALSE) continue;
      found.push({
        rule: "decision-refused",
        message: messages.decisionRefused(name, row.key, row.go),
        at: [row.at, target.screen.guard.at],
        owner,
        where: refused,
        ask: { decide: name },
        shows: ({ state }) => {
          const scope = scopeOf(state, NOW, null);
          if (rowIn(decision, scope) !== row) return false;
          const { path, search, state: given } = decidedGo(core, name, scope);
          return resolve(core, state, { pathname: path, search, state: given }, NOW).chain.length > 1;
        },
      });
    }
    const [last] = decision.rows.slice(-1);
    if (left !== FALSE && last !== undefined)
      found.push({
        rule: "decision-gap",
        message: messages.gap(name),
        at: [last.at],
        owner: `decision:${name}`,
        where: left,
        ask: { decide: name },
      });
  }
  return found;
}
