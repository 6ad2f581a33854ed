/** Exports the rule `invariant` for operations (`flows/invariants.json`): who sends them, and in which states. Used by the analysis. */
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { test } from "../../language/predicate.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { inputValuations } from "../search/free-inputs.js";
import { LIMITS } from "../search/limits.js";
import { mayHold } from "../transitions/effects.js";
import { fixPath, type ScreenSets, type Screens } from "../transitions/screen-sets.js";
import { APP, type Caller, callersOf, type Journeys, placesOfCaller } from "./callers.js";
import type { CandidateFinding } from "./findings.js";
import { type LinkedInvariant, type OperationInvariant, vacuous, violated } from "./invariants.js";
import { messages } from "./messages.js";

/**
 * States in which a caller sends the operation although the invariant forbids it. The guard of the screen doesn't count: the
 * state may change while the screen is shown, and a control may be pressed before the app redirects.
 */
function checkSending(
  invariant: OperationInvariant,
  { id, name, when, at }: Caller,
  space: StateSpace,
  place: ScreenSets | undefined,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const { require, never } = invariant;
  const sent = when === undefined ? TRUE : mayHold(space, when.logic);
  const wrong = bdd.any([require === null ? FALSE : bdd.not(space.holds(require)), never === null ? FALSE : space.holds(never)]);
  const all = bdd.all([space.valid, sent, wrong]);
  const where = place === undefined ? all : fixPath(space, all, place.path);
  if (where === FALSE) return [];
  const isForbidden = (logic: Json | null, expected: boolean, scope: ReturnType<typeof scopeOf>): boolean =>
    logic !== null && test(logic, scope) !== expected;
  return [
    violated(invariant, messages.sends(place === undefined ? "the app" : id, name), {
      at,
      owner: place === undefined ? "app" : `screen:${id}`,
      where,
      question: { pathname: place?.path ?? "/" },
      isReproducedBy: ({ state, location }) => {
        const route = { path: place?.path ?? "/", params: {}, search: location.search, state: location.state };
        const { valuations } = inputValuations([when], [], LIMITS.valuations);
        for (const inputs of valuations) {
          const scope = scopeOf(state, instantOf(state), route, inputs);
          if ((when === undefined || test(when.logic, scope)) && (isForbidden(require, true, scope) || isForbidden(never, false, scope)))
            return true;
        }
        return false;
      },
    }),
  ];
}

function checkOperation(
  invariant: OperationInvariant,
  core: BundleCore,
  journeys: Journeys,
  space: StateSpace,
  screens: Screens,
): readonly CandidateFinding[] {
  const { bdd, valid } = space;
  const { operation, onlyFrom, require, never } = invariant;
  if (core.operations[operation] === undefined) return [vacuous(invariant, messages.unknownReference(operation))];
  const found: CandidateFinding[] = [];
  const callers = callersOf(core, journeys, operation);
  if (callers.length === 0) found.push(vacuous(invariant, messages.vacuous("operation")));
  if (require !== null && bdd.implies(valid, space.holds(require))) found.push(vacuous(invariant, messages.vacuous("require")));
  if (never !== null && bdd.and(valid, space.holds(never)) === FALSE) found.push(vacuous(invariant, messages.vacuous("never")));
  for (const id of onlyFrom ?? [])
    if (!callers.some((caller) => caller.id === id)) found.push(vacuous(invariant, messages.neverSends(id, operation), core.screens[id]));
  for (const { id, name, at } of callers) {
    if (onlyFrom === null || onlyFrom.includes(id)) continue;
    const owner = id === APP ? "app" : `screen:${id}`;
    found.push(violated(invariant, id === APP ? `the app (${name})` : id, { at, owner, where: null, question: null }));
  }
  return [
    ...found,
    ...callers.flatMap((caller) => placesOfCaller(screens, caller).flatMap((place) => checkSending(invariant, caller, space, place))),
  ];
}

export function checkOperationInvariants(
  invariants: readonly LinkedInvariant[],
  core: BundleCore,
  journeys: Journeys,
  space: StateSpace,
  screens: Screens,
): readonly CandidateFinding[] {
  return invariants.flatMap((invariant) =>
    invariant.kind === "operation" ? checkOperation(invariant, core, journeys, space, screens) : [],
  );
}
