/** Promises that no brand may break (`flows/invariants.json`): who is on a screen, or may make a call, is as they say. */
import type { BundleCore, BundleJourney, Origin } from "../bundle.js";
import type { Json, Predicate } from "../definition.js";
import { FALSE, TRUE } from "./bdd.js";
import { messages } from "./findings.js";
import type { Suspicion } from "./findings.js";
import type { ScreenSpace } from "./routes.js";
import type { Space } from "./space.js";

/** As written. */
export interface InvariantsFile {
  readonly $schema?: string;
  readonly language: 1;
  readonly invariants: Readonly<Record<string, Invariant>>;
}

export interface Invariant {
  readonly description: string;
  /** Ids of screens; a trailing `*` stands for all that begin so. */
  readonly screens?: readonly string[];
  /** Operations: the screens whose actions call them, under the action's own `when`. */
  readonly calls?: readonly string[];
  /** What is so for everyone who is there. */
  readonly holds: Predicate;
}

/** With names inlined, and where it stands. */
export interface LinkedInvariant extends Omit<Invariant, "holds"> {
  readonly name: string;
  readonly logic: Json;
  readonly at: Origin;
}

function named(patterns: readonly string[], id: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith("*") ? id.startsWith(pattern.slice(0, -1)) : pattern === id));
}

export function checkInvariants(
  invariants: readonly LinkedInvariant[], core: BundleCore, journeys: Readonly<Record<string, BundleJourney>>, space: Space, screens: ReadonlyMap<string, ScreenSpace>,
): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  for (const invariant of invariants) {
    const { name, description, at } = invariant;
    const holds = space.holds(invariant.logic);
    let somewhere = false;
    for (const place of screens.values()) {
      const { screen } = place;
      const broken = (set: number, where: string): void => {
        somewhere = true;
        const bad = diagrams.minus(diagrams.and(space.valid, set), holds);
        if (bad === FALSE) return;
        found.push({
          rule: "invariant", message: messages.invariant(name, description, where), at: [at, screen.guard.at], owner: `screen:${screen.id}`, where: bad, ask: { pathname: place.path },
        });
      };
      if (named(invariant.screens ?? [], screen.id)) broken(place.admits, screen.id);
      for (const [key, action] of Object.entries(journeys[screen.journey]?.screens[screen.id]?.actions ?? {})) {
        if (action.call === undefined || !(invariant.calls ?? []).includes(action.call)) continue;
        broken(diagrams.and(place.admits, action.when === undefined ? TRUE : space.holds(action.when.logic)), `${action.call} of ${screen.id}.${key}`);
      }
    }
    const missing = (invariant.calls ?? []).filter((call) => core.operations[call] === undefined);
    if (!somewhere || missing.length > 0) {
      found.push({ rule: "invariant", message: `${name} speaks of nothing there is${missing.length > 0 ? `: ${missing.join(", ")}` : ""}`, at: [at], owner: "app", where: null, ask: null });
    }
  }
  return found;
}
