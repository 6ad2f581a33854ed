/** Decision tables: a row for everybody, everybody's row a screen that takes them, no row for nobody. */

import { decide } from "../../engine/decide.js";
import { resolve } from "../../engine/resolve.js";
import type { BundleCore } from "../../language/bundle.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Space } from "../abstraction/state-space.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import { afterRedirect } from "../transitions/screen-sets.js";
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
      const refused = diagrams.minus(taken, afterRedirect(space, target.admits, row.go));
      if (refused === FALSE) continue;
      found.push({
        rule: "decision-refused",
        message: messages.decisionRefused(name, row.key, row.go),
        at: [row.at, target.screen.guard.at],
        owner,
        where: refused,
        ask: { decide: name },
        shows: (witness) =>
          decide(core, witness.state, name, NOW) === row.go &&
          resolve(core, witness.state, { pathname: row.go, search: "", state: null }, NOW).chain.length > 1,
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
