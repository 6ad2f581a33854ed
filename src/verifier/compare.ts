/** Exports `compareAdmission`: whom two bundles treat differently, exactly over all states, for `flows diff`. */
import { completeState } from "../engine/state-writes.js";
import type { Bundle, BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { initialAt, pathTypes } from "./abstraction/path-types.js";
import { StateSpace } from "./abstraction/state-space.js";
import type { Witness } from "./abstraction/witness.js";
import { witnessOf } from "./abstraction/witness.js";
import type { Difference } from "./rules/differences.js";
import { decidedBy, decisionDifferences, screenDifferences } from "./rules/differences.js";
import { WitnessNotReproduced } from "./rules/findings.js";
import { chainOf } from "./rules/redirects.js";
import { routingLogic, screenSets } from "./transitions/screen-sets.js";

/** A difference with its smallest depositor as witness. */
export interface AdmissionDifference {
  readonly kind: Difference["kind"];
  readonly id: string;
  /** The path of the screen in each bundle; null for a decision. */
  readonly paths: readonly [string, string] | null;
  readonly witness: Witness;
  /** The result for the witness in each bundle: the paths of the redirects, or the target of the decision. */
  readonly answers: readonly [readonly string[], readonly string[]];
}

/**
 * The differences of all screens and decisions that exist in both bundles; empty when both treat all depositors alike.
 * Throws when the engine doesn't confirm a difference for its witness.
 */
export function compareAdmission(a: Bundle, b: Bundle, stateSchema: Json): readonly AdmissionDifference[] {
  const typeOf = pathTypes(stateSchema);
  const logic = [...routingLogic(a.core), ...routingLogic(b.core)];
  const distinct = [...new Map(logic.map((one) => [JSON.stringify(one), one])).values()];
  const space = new StateSpace(distinct, typeOf, (path) => initialAt(a.core.initial, path));
  const screens = [screenSets(a.core, space), screenSets(b.core, space)] as const;
  const differences = [...screenDifferences(space, ...screens), ...decisionDifferences(space, a.core, b.core)];
  return differences.map(({ kind, id, where }): AdmissionDifference => {
    const witness = witnessOf(space, where, typeOf);
    // The witness omits initial values, and these need not be null.
    const whole = (core: BundleCore) => ({ ...witness, state: completeState(core, witness.state) });
    const paths = kind === "decided" ? null : ([screens[0].get(id)?.path ?? "", screens[1].get(id)?.path ?? ""] as const);
    const answers =
      paths === null
        ? ([decidedBy(a.core, whole(a.core), id), decidedBy(b.core, whole(b.core), id)] as const)
        : ([chainOf(a.core, paths[0], whole(a.core)), chainOf(b.core, paths[1], whole(b.core))] as const);
    if (JSON.stringify(answers[0]) === JSON.stringify(answers[1])) throw new WitnessNotReproduced(`${id} is ${kind}`, witness.state);
    return { kind, id, paths, witness, answers };
  });
}
