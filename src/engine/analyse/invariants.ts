/** Promises that no brand may break (`flows/invariants.json`): who is on a screen is as they say, and calls come from where they say. */
import type { BundleCore, BundleJourney, Origin } from "../bundle.js";
import type { Json } from "../definition.js";
import { FALSE } from "./bdd.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import type { ScreenSpace } from "./routes.js";
import type { Space } from "./space.js";

/** An invariant with its predicates' names inlined, and where it stands. */
export interface LinkedInvariant {
  readonly name: string;
  readonly description: string;
  readonly screens: readonly string[];
  /** What holds for everybody who is let in to the screens; plain json-logic. */
  readonly require: Json | null;
  readonly never: Json | null;
  /** Sent from these screens alone. */
  readonly operation: string | null;
  readonly onlyFrom: readonly string[];
  readonly at: Origin;
}

type Journeys = Readonly<Record<string, BundleJourney>>;

function callers(core: BundleCore, journeys: Journeys, operation: string): readonly string[] {
  const found = new Set<string>();
  for (const screen of Object.values(core.screens)) {
    const content = journeys[screen.journey]?.screens[screen.id];
    if (content === undefined) continue;
    const calls = [
      ...Object.values(content.actions).map((action) => action.call),
      ...Object.values(content.data).map((data) => data.query),
    ];
    if (calls.includes(operation)) found.add(screen.id);
  }
  return [...found];
}

function idle(invariant: LinkedInvariant, what: string): Suspicion {
  return {
    rule: "invariant",
    message: messages.invariantIdle(invariant.name, what),
    at: [invariant.at],
    owner: "app",
    where: null,
    ask: null,
  };
}

function admitted(invariant: LinkedInvariant, space: Space, screens: ReadonlyMap<string, ScreenSpace>): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  for (const id of invariant.screens) {
    const place = screens.get(id);
    if (place === undefined) {
      found.push(idle(invariant, id));
      continue;
    }
    const inside = diagrams.and(space.valid, place.admits);
    const bad = diagrams.any([
      invariant.require === null ? FALSE : diagrams.minus(inside, space.holds(invariant.require)),
      invariant.never === null ? FALSE : diagrams.and(inside, space.holds(invariant.never)),
    ]);
    if (bad === FALSE) continue;
    found.push({
      rule: "invariant",
      message: messages.invariant(invariant.name, invariant.description, id),
      at: [invariant.at, place.screen.guard.at],
      owner: `screen:${id}`,
      where: bad,
      ask: { pathname: place.path },
    });
  }
  return found;
}

export function checkInvariants(
  invariants: readonly LinkedInvariant[],
  core: BundleCore,
  journeys: Journeys,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
): readonly Suspicion[] {
  const found: Suspicion[] = [];
  for (const invariant of invariants) {
    found.push(...admitted(invariant, space, screens));
    const { operation } = invariant;
    if (operation === null) continue;
    if (core.operations[operation] === undefined) found.push(idle(invariant, operation));
    for (const id of callers(core, journeys, operation)) {
      const place = screens.get(id);
      if (invariant.onlyFrom.includes(id) || place === undefined) continue;
      found.push({
        rule: "invariant",
        message: messages.invariant(invariant.name, invariant.description, id),
        at: [invariant.at, place.screen.at],
        owner: `screen:${id}`,
        where: null,
        ask: null,
      });
    }
  }
  return found;
}
