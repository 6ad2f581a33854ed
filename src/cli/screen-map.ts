/** Exports the map of a brand's screens: every transition with its cause. */

import { matchPath } from "../engine/paths.js";
import type { Bundle, CompiledEffect } from "../language/bundle.js";
import { noSuch } from "../language/suggest.js";
import { constantPath } from "../verifier/transitions/go-targets.js";
import { outcomeEffects } from "../verifier/transitions/outcome-effects.js";
import { Usage } from "./io.js";

export interface MapNode {
  readonly id: string;
  readonly journey: string;
  readonly path: string;
}

/** `action`: a control or an action; `redirect`: a gate or a failed guard; `decision`: a row of a table. */
export interface MapEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "action" | "redirect" | "decision";
  readonly by: string;
}

export interface ScreenMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** Screens and all edges between them; decisions are separate nodes in `from` and `to` (`decision:name`). */
export function mapOf({ core, journeys, controls }: Bundle): ScreenMap {
  const nodes = Object.values(core.screens).map(({ id, journey, paths }): MapNode => ({ id, journey, path: paths[0] ?? "" }));
  const edges = new Map<string, MapEdge>();
  const add = (from: string, to: string, kind: MapEdge["kind"], by: string): void =>
    void edges.set(`${from} ${to} ${kind} ${by}`, { from, to, kind, by });
  const screenId = (path: string): string => matchPath(core, path.replace(/:[A-Za-z_]\w*/g, "x")).screen.id;
  const go = (from: string, target: NonNullable<CompiledEffect["go"]>, by: string): void => {
    const path = constantPath(target);
    if (path !== null) add(from, screenId(path), "action", by);
  };
  for (const screen of Object.values(core.screens)) {
    for (const name of screen.gates) add(screen.id, screenId(core.gates[name]?.go ?? "/"), "redirect", name);
    for (const row of screen.fallback) add(screen.id, screenId(row.go), "redirect", "fallback");
    const content = journeys[screen.journey]?.screens[screen.id];
    if (content === undefined) continue;
    for (const control of controls[screen.id] ?? []) if (control.go !== null) go(screen.id, control.go, "link");
    for (const row of content.back) if (row.go !== undefined) go(screen.id, row.go, "back");
    for (const [name, action] of Object.entries(content.actions)) {
      for (const ending of outcomeEffects(core, action, [])) {
        for (const effect of ending.effects) {
          const by = ending.outcome === null || ending.outcome === "ok" ? name : `${name}: ${ending.outcome}`;
          if (effect.go !== undefined) go(screen.id, effect.go, by);
          if (effect.decide !== undefined) add(screen.id, `decision:${effect.decide}`, "action", by);
        }
      }
    }
  }
  for (const decision of Object.values(core.decisions)) {
    for (const row of decision.rows) add(`decision:${decision.name}`, screenId(row.go), "decision", row.key);
  }
  return { nodes, edges: [...edges.values()] };
}

/** The part of a map that one journey needs: its screens, the edges into and out of it, and the other ends of those edges. */
export function ofJourney(map: ScreenMap, journey: string | undefined): ScreenMap {
  if (journey === undefined) return map;
  const journeys = [...new Set(map.nodes.map((node) => node.journey))];
  if (!journeys.includes(journey)) throw new Usage(noSuch("journey", journey, journeys));
  const own = new Set(map.nodes.filter((node) => node.journey === journey).map(({ id }) => id));
  const edges = map.edges.filter(({ from, to }) => own.has(from) || own.has(to));
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return { nodes: map.nodes.filter(({ id }) => own.has(id) || ends.has(id)), edges };
}
