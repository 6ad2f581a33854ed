/** Exports the rule `invariant` for admission, redirects, decisions and monitors (`flows/invariants.json`), for the analysis. */
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore, Origin } from "../../language/bundle.js";
import { test } from "../../language/predicate.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { type Bdd, FALSE, TRUE } from "../bdd/diagrams.js";
import { fixPath, placesOf, type Screens } from "../transitions/screen-sets.js";
import { decidedBy, decisionTargets, redirectTargets } from "./differences.js";
import type { CandidateFinding } from "./findings.js";
import {
  type AdmissionInvariant,
  type DecisionInvariant,
  type LinkedInvariant,
  type MonitorInvariant,
  type RedirectInvariant,
  vacuous,
  violated,
} from "./invariants.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

function checkAdmission(invariant: AdmissionInvariant, core: BundleCore, space: StateSpace, screens: Screens): readonly CandidateFinding[] {
  const { bdd, valid } = space;
  const found: CandidateFinding[] = [];
  const { require, never, admit } = invariant;
  // An invariant that holds for all states, or names no screen, constrains nothing.
  if (require !== null && bdd.implies(valid, space.holds(require))) found.push(vacuous(invariant, messages.vacuous("require")));
  if (never !== null && bdd.and(valid, space.holds(never)) === FALSE) found.push(vacuous(invariant, messages.vacuous("never")));
  if (admit !== null && bdd.and(valid, space.holds(admit)) === FALSE) found.push(vacuous(invariant, messages.vacuous("admit")));
  if (invariant.screens.length === 0) found.push(vacuous(invariant, messages.vacuous("screens")));
  for (const id of invariant.screens) {
    const places = placesOf(screens, id);
    if (places.length === 0) found.push(vacuous(invariant, messages.missingScreen(id)));
    for (const place of places) {
      const inside = bdd.and(valid, place.admits);
      const bad = bdd.any([
        require === null ? FALSE : bdd.diff(inside, space.holds(require)),
        never === null ? FALSE : bdd.and(inside, space.holds(never)),
      ]);
      // `admits` has the path of the screen fixed, so the refused states are at that path.
      const refused = admit === null ? FALSE : bdd.diff(bdd.and(valid, space.holds(admit)), place.admits);
      for (const [where, what, isInside] of [
        [bad, id, true],
        [refused, `${id}, which refuses this depositor`, false],
      ] as const) {
        if (where === FALSE) continue;
        found.push(
          violated(invariant, what, {
            at: [place.screen.guard.at],
            owner: `screen:${id}`,
            where,
            question: { pathname: place.path },
            ...(isInside ? {} : { target: id }),
            isReproducedBy: (witness) => (chainOf(core, place.path, witness).length === 1) === isInside,
          }),
        );
      }
    }
  }
  return found;
}

/** Depositors of `when` whom a screen does not redirect to the target. */
function checkRedirects(invariant: RedirectInvariant, core: BundleCore, space: StateSpace, screens: Screens): readonly CandidateFinding[] {
  const { bdd } = space;
  const { target } = invariant;
  const states = bdd.and(space.valid, space.holds(invariant.when));
  if (states === FALSE) return [vacuous(invariant, messages.vacuous("when"))];
  if (invariant.screens.length === 0) return [vacuous(invariant, messages.vacuous("screens"))];
  return invariant.screens.flatMap((id): readonly CandidateFinding[] => {
    const places = placesOf(screens, id);
    if (places.length === 0) return [vacuous(invariant, messages.missingScreen(id))];
    return places.flatMap((place): readonly CandidateFinding[] => {
      const { path, screen } = place;
      const where = bdd.diff(fixPath(space, states, path), redirectTargets(space, place).get(target) ?? FALSE);
      if (where === FALSE) return [];
      return [
        violated(invariant, id, {
          at: [screen.guard.at],
          owner: `screen:${id}`,
          where,
          question: { pathname: path },
          isReproducedBy: (witness) => chainOf(core, path, witness)[1] !== target,
        }),
      ];
    });
  });
}

/** Depositors of `when` for whom a decision does not choose the target. */
function checkDecision(invariant: DecisionInvariant, core: BundleCore, space: StateSpace): readonly CandidateFinding[] {
  const { bdd } = space;
  const { target, decision } = invariant;
  const table = core.decisions[decision];
  if (table === undefined) return [vacuous(invariant, messages.unknownReference(decision))];
  const asked = table.precondition === undefined ? TRUE : space.holds(table.precondition.logic);
  const states = bdd.and(space.valid, space.holds(invariant.when));
  if (bdd.and(states, asked) === FALSE) return [vacuous(invariant, messages.vacuous("when"))];
  const where = bdd.diff(states, decisionTargets(space, table).get(target) ?? FALSE);
  if (where === FALSE) return [];
  const rows: readonly Origin[] = table.rows.map(({ at }) => at).slice(0, 1);
  return [
    violated(invariant, decision, {
      at: rows,
      owner: `decision:${decision}`,
      where,
      question: { decide: decision },
      isReproducedBy: (witness) => decidedBy(core, witness, decision)[0] !== target,
    }),
  ];
}

/** Depositors of `when` for whom no monitor raises the action. */
function checkMonitor(invariant: MonitorInvariant, core: BundleCore, space: StateSpace): readonly CandidateFinding[] {
  const { bdd } = space;
  const { monitored, when } = invariant;
  const states = bdd.and(space.valid, space.holds(when));
  if (states === FALSE) return [vacuous(invariant, messages.vacuous("when"))];
  const monitors = Object.values(core.monitors).filter((monitor) => monitor.action === monitored);
  const where: Bdd = bdd.diff(states, bdd.any(monitors.map((monitor) => space.holds(monitor.when.logic))));
  if (where === FALSE) return [];
  return [
    violated(invariant, "the monitors", {
      at: [],
      owner: "app",
      where,
      question: { pathname: "/" },
      isReproducedBy: ({ state }) => {
        const scope = scopeOf(state, instantOf(state), null);
        return test(when, scope) && !monitors.some((monitor) => test(monitor.when.logic, scope));
      },
    }),
  ];
}

export function checkScreenInvariants(
  invariants: readonly LinkedInvariant[],
  core: BundleCore,
  space: StateSpace,
  screens: Screens,
): readonly CandidateFinding[] {
  return invariants.flatMap((invariant): readonly CandidateFinding[] => {
    switch (invariant.kind) {
      case "admission":
        return checkAdmission(invariant, core, space, screens);
      case "redirect":
        return checkRedirects(invariant, core, space, screens);
      case "decision":
        return checkDecision(invariant, core, space);
      case "monitor":
        return checkMonitor(invariant, core, space);
      default:
        return [];
    }
  });
}
