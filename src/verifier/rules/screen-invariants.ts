/** Promises that no brand may break (`flows/invariants.json`): who is on a screen is as they say, and calls come from where they say. */
import type { BundleCore, BundleJourney, Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import { chainOf } from "./redirects.js";
import { decidedBy, waysOfDecision, waysOfScreen } from "./treatment.js";

/** An invariant with its predicates' names inlined, and where it stands. */
export interface LinkedInvariant {
  readonly name: string;
  readonly description: string;
  readonly screens: readonly string[];
  /** What holds for everybody who is let in to the screens; plain json-logic. */
  readonly require: Json | null;
  readonly never: Json | null;
  /** For whom it holds is let in. */
  readonly admit: Json | null;
  /** The decision that leads whom it speaks of. */
  readonly decision: string | null;
  /** Who is led to `leads`. */
  readonly when: Json | null;
  readonly leads: string | null;
  /** Actions of screens (`login.logIn`) or of the app (`endIdle`): by them `when` (of what they leave) is led to `leads`, and `then` holds. */
  readonly actions: readonly string[];
  /** The failure that it speaks of; null: what goes well. */
  readonly outcome: string | null;
  /** What holds once it is done. */
  readonly then: Json | null;
  /** A failure of what is asked for without anybody's doing, that the app leads to `leads`. */
  readonly failure: string | null;
  /** An action of the app that a watch raises for everybody of `when`. */
  readonly watched: string | null;
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

function idle(invariant: LinkedInvariant, message: string): Suspicion {
  return {
    rule: "invariant",
    message: `${invariant.name} ${message}`,
    at: [invariant.at],
    owner: "app",
    where: null,
    ask: null,
  };
}

function admitted(
  invariant: LinkedInvariant,
  core: BundleCore,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  const { require, never } = invariant;
  // A promise that everybody keeps, or of no screen at all, keeps nobody out: it was weakened, or never meant.
  if (require !== null && diagrams.implies(space.valid, space.holds(require))) found.push(idle(invariant, messages.empty("require")));
  if (never !== null && diagrams.and(space.valid, space.holds(never)) === FALSE) found.push(idle(invariant, messages.empty("never")));
  if (invariant.screens.length === 0 && [require, never, invariant.admit].some((word) => word !== null))
    found.push(idle(invariant, messages.empty("screens")));
  for (const id of invariant.screens) {
    const place = screens.get(id);
    if (place === undefined) {
      found.push(idle(invariant, messages.speaksOf(id)));
      continue;
    }
    const inside = diagrams.and(space.valid, place.admits);
    const bad = diagrams.any([
      invariant.require === null ? FALSE : diagrams.minus(inside, space.holds(invariant.require)),
      invariant.never === null ? FALSE : diagrams.and(inside, space.holds(invariant.never)),
    ]);
    // Who is kept out is asked for at the screen's own path: what its guard reads of the path is fixed there.
    const kept = invariant.admit === null ? FALSE : diagrams.minus(diagrams.and(space.valid, space.holds(invariant.admit)), place.admits);
    for (const [where, what, inside] of [
      [bad, id, true],
      [kept, `${id}, which refuses this depositor`, false],
    ] as const) {
      if (where === FALSE) continue;
      found.push({
        rule: "invariant",
        message: messages.invariant(invariant.name, invariant.description, what),
        at: [invariant.at, place.screen.guard.at],
        owner: `screen:${id}`,
        where,
        ask: { pathname: place.path },
        shows: (witness) => (chainOf(core, place.path, witness).length === 1) === inside,
      });
    }
  }
  return found;
}

/** Who of `when` is led elsewhere than to `leads`, and by what. */
function misled(
  invariant: LinkedInvariant,
  core: BundleCore,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
): readonly Suspicion[] {
  const { diagrams } = space;
  const { leads, decision } = invariant;
  if (leads === null || invariant.actions.length > 0 || invariant.failure !== null) return [];
  const who = invariant.when === null ? space.valid : diagrams.and(space.valid, space.holds(invariant.when));
  const suspicion = (
    where: Bdd,
    by: string,
    owner: string,
    places: readonly Origin[],
    ask: Suspicion["ask"],
    shows: Suspicion["shows"],
  ): readonly Suspicion[] =>
    where === FALSE
      ? []
      : [
          {
            rule: "invariant",
            message: messages.invariant(invariant.name, invariant.description, by),
            at: [invariant.at, ...places],
            owner,
            where,
            ask,
            shows,
          },
        ];
  const table = decision === null ? null : core.decisions[decision];
  if (table === undefined) return [idle(invariant, messages.speaksOf(decision ?? ""))];
  if (table !== null) {
    const rows = table.rows.map(({ at }) => at).slice(0, 1);
    const right = waysOfDecision(space, table).get(leads) ?? FALSE;
    return suspicion(
      diagrams.minus(who, right),
      table.name,
      `decision:${table.name}`,
      rows,
      { decide: table.name },
      (witness) => decidedBy(core, witness, table.name)[0] !== leads,
    );
  }
  return invariant.screens.flatMap((id) => {
    const place = screens.get(id);
    if (place === undefined) return [];
    const right = waysOfScreen(space, place).get(leads) ?? FALSE;
    const { path, screen } = place;
    return suspicion(
      diagrams.minus(who, right),
      id,
      `screen:${id}`,
      [screen.guard.at],
      { pathname: path },
      (witness) => chainOf(core, path, witness)[1] !== leads,
    );
  });
}

/** Those for whom no watch raises what is promised. */
function unwatched(invariant: LinkedInvariant, core: BundleCore, space: Space): readonly Suspicion[] {
  const { watched, name, description, at } = invariant;
  if (watched === null) return [];
  const { diagrams } = space;
  const who = invariant.when === null ? space.valid : diagrams.and(space.valid, space.holds(invariant.when));
  const watches = Object.values(core.monitors).filter((monitor) => monitor.do === watched);
  const where = diagrams.minus(who, diagrams.any(watches.map(({ when }) => space.holds(when.logic))));
  if (where === FALSE) return [];
  const message = messages.invariant(name, description, "the monitors");
  return [{ rule: "invariant", message, at: [at], owner: "app", where, ask: { pathname: "/" } }];
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
    found.push(...admitted(invariant, core, space, screens), ...misled(invariant, core, space, screens));
    found.push(...unwatched(invariant, core, space));
    const { operation } = invariant;
    if (operation === null) continue;
    if (core.operations[operation] === undefined) found.push(idle(invariant, messages.speaksOf(operation)));
    const senders = callers(core, journeys, operation);
    for (const id of invariant.onlyFrom) if (!senders.includes(id)) found.push(idle(invariant, messages.sendsNot(id, operation)));
    for (const id of senders) {
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
