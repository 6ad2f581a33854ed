/**
 * Exports the states in which conditions hold for values that the verifier knows, for the rules that ask whether a path
 * exists. The state space takes each atom over a free input (answer, form) as possible on its own; several atoms together
 * may be impossible, or hold for values that the verifier does not try.
 */
import type { CompiledAction, CompiledEffect, Control } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { WrongValue } from "../../language/failures.js";
import { pathsRead } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import { abstractionOf } from "../abstraction/operator-encodings.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { type InputValuation, inputValuations } from "../search/free-inputs.js";
import { LIMITS } from "../search/limits.js";
import { mayHold } from "../transitions/effects.js";
import type { TransitionEvent } from "../transitions/transition.js";

/** The states in which a condition holds for some values of the free inputs: for any (`mayHold`), or for known ones. */
export type Holding = (space: StateSpace, condition: Json) => Bdd;

/** The variables that read free inputs alone: their value follows from a valuation of these. */
function freeVariables(space: StateSpace): readonly { readonly base: number; readonly atom: Json }[] {
  return space.variables.flatMap(({ role, name, base }) => {
    if (role !== "free") return [];
    const atom = JSON.parse(name) as Json;
    return pathsRead(atom).every(isFreeInput) ? [{ base, atom }] : [];
  });
}

/** The value of an atom; none for items of a list, which the valuations do not have, and where it reads a value of another type. */
function truthOf(atom: Json, valuation: InputValuation): readonly boolean[] {
  if (abstractionOf(atom)?.abstraction.kind === "quantifier") return [];
  try {
    return [test(atom, valuation)];
  } catch (error) {
    if (error instanceof WrongValue) return [];
    throw error;
  }
}

const known = new WeakMap<StateSpace, Map<string, Bdd>>();

/** The states in which a condition holds for values of the free inputs that the replay of paths tries as well. */
export const holdsForKnownValues: Holding = (space, condition) => {
  const { bdd } = space;
  if (!pathsRead(condition).some(isFreeInput)) return mayHold(space, condition);
  const all = known.get(space) ?? new Map<string, Bdd>();
  known.set(space, all);
  const key = JSON.stringify(condition);
  const cached = all.get(key);
  if (cached !== undefined) return cached;
  const possible = mayHold(space, condition);
  const whole = space.holds(condition);
  const free = freeVariables(space).filter(({ base }) =>
    space.dependsOn(
      whole,
      space.levelsOf(`bit ${base}`, (one) => one.base === base),
    ),
  );
  let found: Bdd = FALSE;
  for (const valuation of inputValuations([condition], [], LIMITS.valuations).valuations) {
    const fixed = new Map(free.flatMap(({ base, atom }) => truthOf(atom, valuation).map((truth): [number, boolean] => [base, truth])));
    // What remains free compares an input with the state or reads items of a list: the depositor or the bank may choose either.
    found = bdd.or(found, bdd.exists(bdd.restrict(whole, fixed), space.freeLevels()));
    if (found === possible) break;
  }
  all.set(key, found);
  return found;
};

/** The condition under which effects go to a screen or evaluate a decision; true where none does. */
function goesOn(effects: readonly CompiledEffect[]): Json {
  const going = effects.filter(({ go, decide }) => (go ?? decide) !== undefined);
  return going.every(({ when }) => when !== undefined) && going.length > 0 ? { or: going.flatMap(({ when }) => when?.logic ?? []) } : true;
}

/** The condition under which a control is shown, its action is enabled, and one of the effects navigates. */
export function conditionOf(control: Control | null, action: CompiledAction | null, effects: readonly CompiledEffect[]): Json {
  return { and: [...(control?.when ?? []), ...(action?.when === undefined ? [] : [action.when.logic]), goesOn(effects)] };
}

/** Whether the conditions of an event hold for known values of the free inputs wherever they may hold. */
export function isKnownToOccur(space: StateSpace, event: TransitionEvent): boolean {
  if (event.kind !== "go" && event.kind !== "action") return true;
  const condition = event.kind === "go" ? conditionOf(event.control, null, []) : conditionOf(event.control, event.action, event.effects);
  return holdsForKnownValues(space, condition) === mayHold(space, condition);
}
