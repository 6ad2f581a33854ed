/** Exports the step from candidates to findings, for the analysis: each with the smallest witness, confirmed by the engine. */
import { completeState } from "../../engine/state-writes.js";
import type { BundleCore } from "../../language/bundle.js";
import type { TypeOf } from "../abstraction/path-types.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { type Witness, witnessOf } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { type CandidateFinding, type Finding, WitnessNotReproduced } from "../rules/findings.js";
import { messages } from "../rules/messages.js";

/** The witness with the initial values that it omits, since these need not be null. */
function wholeState(witness: Witness, core: BundleCore): Witness {
  return { ...witness, state: completeState(core, witness.state) };
}

/** The smallest witness of a candidate, at the first instant at which the engine shows it; null where it shows it at none. */
function reproducedWitness(
  { isReproducedBy }: CandidateFinding,
  where: Bdd,
  core: BundleCore,
  space: StateSpace,
  typeOf: TypeOf,
): Witness | null {
  const witness = witnessOf(space, where, typeOf);
  // The instant of the witness comes first: the set of the candidate may say which one it must be.
  const instants = new Set([witness.state.now ?? null, ...space.instants]);
  const all = [...instants].map((now): Witness => ({ ...witness, state: { ...witness.state, now } }));
  return all.find((one) => isReproducedBy?.(wholeState(one, core))) ?? null;
}

/** Throws unless the real engine shows a candidate for its witness. */
export function confirm(candidate: CandidateFinding, core: BundleCore, space: StateSpace, typeOf: TypeOf): readonly [] {
  const { where, isReproducedBy } = candidate;
  if (where === null) return [];
  if (isReproducedBy === undefined) throw new Error(`${candidate.rule} does not say how the engine shows it`);
  if (reproducedWitness(candidate, where, core, space, typeOf) !== null) return [];
  throw new WitnessNotReproduced(candidate.message, witnessOf(space, where, typeOf).state);
}

/**
 * A candidate of an overapproximation with the witness's states alone, where the engine shows it; else `not-checked`, since
 * the engine shows neither that it happens nor that it doesn't.
 */
export function checkedOrNot(candidate: CandidateFinding, core: BundleCore, space: StateSpace, typeOf: TypeOf): CandidateFinding {
  const { where, approximation, isReproducedBy, at, owner, target, mergeKey } = candidate;
  if (where === null || approximation === undefined || isReproducedBy === undefined) return candidate;
  if (reproducedWitness(candidate, where, core, space, typeOf) !== null) return candidate;
  const message = messages.notChecked(candidate.message, approximation);
  return { rule: "not-checked", message, at, owner, where: null, question: null, ...(target && { target }), ...(mergeKey && { mergeKey }) };
}

/** The finding of a candidate, with the smallest witness. */
export function findingOf(candidate: CandidateFinding, core: BundleCore, space: StateSpace, typeOf: TypeOf): Finding {
  const { where, question } = candidate;
  if (where === null) return findingWithoutWitness(candidate);
  const witness = reproducedWitness(candidate, where, core, space, typeOf) ?? witnessOf(space, where, typeOf);
  const cycle = candidate.cycleOf?.(wholeState(witness, core));
  const pathname = question !== null && "pathname" in question ? question.pathname : null;
  const decide = question !== null && "decide" in question ? question.decide : null;
  return {
    ...findingWithoutWitness(candidate),
    witness: { ...witness, pathname, decide },
    ...(cycle !== undefined && cycle.length > 1 && { cycle }),
  };
}

/** A finding about no state. */
export function findingWithoutWitness({ rule, message, at, owner, path, target, chain, closed }: CandidateFinding): Finding {
  const relations = { ...(target && { target }), ...(chain && { chain }), ...(closed && { closed }) };
  return { rule, message, at, owner, witness: null, path: path ?? null, ...relations };
}
