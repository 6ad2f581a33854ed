/** Exports the rule `invariant` for admission, redirects, monitors and callers (`flows/invariants.json`), for the analysis. */
import type { BundleCore, BundleJourney, Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { decidedBy, decisionTargets, redirectTargets } from "./differences.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

/** An invariant with inlined predicates and its location. */
export interface LinkedInvariant {
  readonly name: string;
  readonly description: string;
  readonly screens: readonly string[];
  /** Holds for all depositors whom the screens admit; plain json-logic. */
  readonly require: Json | null;
  /** Holds for no depositor whom the screens admit. */
  readonly never: Json | null;
  /** The screens admit all depositors for whom it holds. */
  readonly admit: Json | null;
  /** The decision that the invariant is about. */
  readonly decision: string | null;
  /** The depositors whom the screens, the decision or the actions redirect to `target`. */
  readonly when: Json | null;
  readonly target: string | null;
  /** Actions of screens (`login.logIn`) or of the app (`endIdle`): after them depositors of `when` go to `target`, and `then` holds. */
  readonly actions: readonly string[];
  /** The outcome of the actions that the invariant is about; null: success. */
  readonly outcome: string | null;
  /** Holds after the actions. */
  readonly then: Json | null;
  /** A failure of queries after which the app goes to `target`. */
  readonly failure: string | null;
  /** An action of the app that a monitor raises for all depositors of `when`. */
  readonly monitored: string | null;
  /** An operation that only the screens of `onlyFrom` send. */
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

function vacuous(invariant: LinkedInvariant, message: string): CandidateFinding {
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
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  const { require, never } = invariant;
  // An invariant that holds for all states, or names no screen, constrains nothing.
  if (require !== null && bdd.implies(space.valid, space.holds(require))) found.push(vacuous(invariant, messages.vacuous("require")));
  if (never !== null && bdd.and(space.valid, space.holds(never)) === FALSE) found.push(vacuous(invariant, messages.vacuous("never")));
  if (invariant.screens.length === 0 && [require, never, invariant.admit].some((word) => word !== null))
    found.push(vacuous(invariant, messages.vacuous("screens")));
  for (const id of invariant.screens) {
    const place = screens.get(id);
    if (place === undefined) {
      found.push(vacuous(invariant, messages.unknownReference(id)));
      continue;
    }
    const inside = bdd.and(space.valid, place.admits);
    const bad = bdd.any([
      invariant.require === null ? FALSE : bdd.diff(inside, space.holds(invariant.require)),
      invariant.never === null ? FALSE : bdd.and(inside, space.holds(invariant.never)),
    ]);
    // `admits` has the path of the screen fixed, so the refused states are at that path.
    const refused = invariant.admit === null ? FALSE : bdd.diff(bdd.and(space.valid, space.holds(invariant.admit)), place.admits);
    for (const [where, what, inside] of [
      [bad, id, true],
      [refused, `${id}, which refuses this depositor`, false],
    ] as const) {
      if (where === FALSE) continue;
      found.push({
        rule: "invariant",
        message: messages.invariant(invariant.name, invariant.description, what),
        at: [invariant.at, place.screen.guard.at],
        owner: `screen:${id}`,
        where,
        ask: { pathname: place.path },
        isReproducedBy: (witness) => (chainOf(core, place.path, witness).length === 1) === inside,
      });
    }
  }
  return found;
}

/** Depositors of `when` whom a screen or a decision doesn't redirect to `target`. */
function wrongRedirects(
  invariant: LinkedInvariant,
  core: BundleCore,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const { target, decision } = invariant;
  if (target === null || invariant.actions.length > 0 || invariant.failure !== null) return [];
  const states = invariant.when === null ? space.valid : bdd.and(space.valid, space.holds(invariant.when));
  const candidate = (
    where: Bdd,
    by: string,
    owner: string,
    places: readonly Origin[],
    ask: CandidateFinding["ask"],
    isReproducedBy: CandidateFinding["isReproducedBy"],
  ): readonly CandidateFinding[] =>
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
            isReproducedBy,
          },
        ];
  const table = decision === null ? null : core.decisions[decision];
  if (table === undefined) return [vacuous(invariant, messages.unknownReference(decision ?? ""))];
  if (table !== null) {
    const rows = table.rows.map(({ at }) => at).slice(0, 1);
    const right = decisionTargets(space, table).get(target) ?? FALSE;
    return candidate(
      bdd.diff(states, right),
      table.name,
      `decision:${table.name}`,
      rows,
      { decide: table.name },
      (witness) => decidedBy(core, witness, table.name)[0] !== target,
    );
  }
  return invariant.screens.flatMap((id) => {
    const place = screens.get(id);
    if (place === undefined) return [];
    const right = redirectTargets(space, place).get(target) ?? FALSE;
    const { path, screen } = place;
    return candidate(
      bdd.diff(states, right),
      id,
      `screen:${id}`,
      [screen.guard.at],
      { pathname: path },
      (witness) => chainOf(core, path, witness)[1] !== target,
    );
  });
}

/** Depositors of `when` for whom no monitor raises the action. */
function unmonitored(invariant: LinkedInvariant, core: BundleCore, space: StateSpace): readonly CandidateFinding[] {
  const { monitored, name, description, at } = invariant;
  if (monitored === null) return [];
  const { bdd } = space;
  const states = invariant.when === null ? space.valid : bdd.and(space.valid, space.holds(invariant.when));
  const monitors = Object.values(core.monitors).filter((monitor) => monitor.action === monitored);
  const where = bdd.diff(states, bdd.any(monitors.map(({ when }) => space.holds(when.logic))));
  if (where === FALSE) return [];
  const message = messages.invariant(name, description, "the monitors");
  return [{ rule: "invariant", message, at: [at], owner: "app", where, ask: { pathname: "/" } }];
}

export function checkScreenInvariants(
  invariants: readonly LinkedInvariant[],
  core: BundleCore,
  journeys: Journeys,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const found: CandidateFinding[] = [];
  for (const invariant of invariants) {
    found.push(...admitted(invariant, core, space, screens), ...wrongRedirects(invariant, core, space, screens));
    found.push(...unmonitored(invariant, core, space));
    const { operation } = invariant;
    if (operation === null) continue;
    if (core.operations[operation] === undefined) found.push(vacuous(invariant, messages.unknownReference(operation)));
    const senders = callers(core, journeys, operation);
    for (const id of invariant.onlyFrom) if (!senders.includes(id)) found.push(vacuous(invariant, messages.neverSends(id, operation)));
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
