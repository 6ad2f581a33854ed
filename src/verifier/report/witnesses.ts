/** Exports the step from candidates to findings, for the analysis: each with the smallest witness, confirmed by the engine. */
import { completeState } from "../../engine/state-writes.js";
import type { BundleCore } from "../../language/bundle.js";
import type { TypeOf } from "../abstraction/path-types.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { witnessOf } from "../abstraction/witness.js";
import { type CandidateFinding, type Finding, WitnessNotReproduced } from "../rules/findings.js";

/** Throws unless the real engine shows a candidate for its witness. */
export function confirm(candidate: CandidateFinding, core: BundleCore, space: StateSpace, typeOf: TypeOf): readonly [] {
  const { where, isReproducedBy } = candidate;
  if (where === null) return [];
  if (isReproducedBy === undefined) throw new Error(`${candidate.rule} does not say how the engine shows it`);
  const witness = witnessOf(space, where, typeOf);
  // The witness omits initial values, and these need not be null.
  const complete = { ...witness, state: completeState(core, witness.state) };
  if (!isReproducedBy(complete)) throw new WitnessNotReproduced(candidate.message, witness.state);
  return [];
}

/** The finding of a candidate, with the smallest witness. */
export function findingOf(candidate: CandidateFinding, space: StateSpace, typeOf: TypeOf): Finding {
  const { where, ask } = candidate;
  if (where === null) return findingWithoutWitness(candidate);
  const witness = witnessOf(space, where, typeOf);
  const pathname = ask !== null && "pathname" in ask ? ask.pathname : null;
  const decide = ask !== null && "decide" in ask ? ask.decide : null;
  return { ...findingWithoutWitness(candidate), witness: { ...witness, pathname, decide } };
}

/** A finding about no state. */
export function findingWithoutWitness({ rule, message, at, owner, path, target, chain, closed }: CandidateFinding): Finding {
  const relations = { ...(target && { target }), ...(chain && { chain }), ...(closed && { closed }) };
  return { rule, message, at, owner, witness: null, path: path ?? null, ...relations };
}
