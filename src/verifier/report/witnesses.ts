/** Exports the step from candidates to findings, for the analysis: each with the smallest witness, confirmed by the engine. */
import { completeState } from "../../engine/write.js";
import type { BundleCore } from "../../language/bundle.js";
import type { PathType } from "../abstraction/path-types.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { witnessOf } from "../abstraction/witness.js";
import { type CandidateFinding, type Finding, WitnessNotReproduced } from "../rules/findings.js";

export function findingOf(
  candidate: CandidateFinding,
  core: BundleCore,
  space: StateSpace,
  typeOf: (path: string) => PathType | null,
): Finding {
  const { where, ask, isReproducedBy } = candidate;
  if (where === null) return findingWithoutWitness(candidate);
  const witness = witnessOf(space, where, typeOf);
  // The witness omits initial values, and these need not be null.
  const complete = { ...witness, state: completeState(core, witness.state) };
  if (isReproducedBy !== undefined && !isReproducedBy(complete)) throw new WitnessNotReproduced(candidate.message, witness.state);
  const pathname = ask !== null && "pathname" in ask ? ask.pathname : null;
  const decide = ask !== null && "decide" in ask ? ask.decide : null;
  return { ...findingWithoutWitness(candidate), witness: { ...witness, pathname, decide } };
}

/** A finding about no state. */
export function findingWithoutWitness({ rule, message, at, owner, path }: CandidateFinding): Finding {
  return { rule, message, at, owner, witness: null, path: path ?? null };
}
