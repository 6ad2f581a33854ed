/** Two bundles compared by whom they treat differently, not by what is written: exact, over all states at once. */

import { completeState } from "../engine/write.js";
import type { Bundle, BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { initialAt, pathTypes } from "./abstraction/path-types.js";
import { Space } from "./abstraction/state-space.js";
import type { Witness } from "./abstraction/witness.js";
import { witnessOf } from "./abstraction/witness.js";
import { ProofDisagrees } from "./rules/findings.js";
import { chainOf } from "./rules/redirects.js";
import type { Treated } from "./rules/treatment.js";
import { decidedBy, decisionsTreated, screensTreated } from "./rules/treatment.js";
import { routingLogic, screenSpaces } from "./transitions/screen-sets.js";

/** Who is treated differently, shown by the smallest such depositor. */
export interface AdmissionDifference {
  readonly kind: Treated["kind"];
  readonly id: string;
  /** The path to ask for in each; null for a decision. */
  readonly paths: readonly [string, string] | null;
  readonly witness: Witness;
  /** Where each leads that depositor: a chain of paths, or a decision's answer. */
  readonly answers: readonly [readonly string[], readonly string[]];
}

/**
 * For each screen and decision in both bundles that treats somebody differently: the smallest depositor whom it does,
 * and where each leads them. Empty when nobody is treated differently, whatever is written. What is shown to the
 * run-time of both must differ there as well.
 */
export function compareAdmission(a: Bundle, b: Bundle, stateSchema: Json): readonly AdmissionDifference[] {
  const typeOf = pathTypes(stateSchema);
  const logic = [...routingLogic(a.core), ...routingLogic(b.core)];
  const distinct = [...new Map(logic.map((one) => [JSON.stringify(one), one])).values()];
  const space = new Space(distinct, typeOf, (path) => initialAt(a.core.initial, path));
  const screens = [screenSpaces(a.core, space), screenSpaces(b.core, space)] as const;
  const treated = [...screensTreated(space, ...screens), ...decisionsTreated(space, a.core, b.core)];
  return treated.map(({ kind, id, where }): AdmissionDifference => {
    const witness = witnessOf(space, where, typeOf);
    // What the witness leaves out is at its initial value, which need not be null.
    const whole = (core: BundleCore) => ({ ...witness, state: completeState(core, witness.state) });
    const paths = kind === "decided" ? null : ([screens[0].get(id)?.path ?? "", screens[1].get(id)?.path ?? ""] as const);
    const answers =
      paths === null
        ? ([decidedBy(a.core, whole(a.core), id), decidedBy(b.core, whole(b.core), id)] as const)
        : ([chainOf(a.core, paths[0], whole(a.core)), chainOf(b.core, paths[1], whole(b.core))] as const);
    if (JSON.stringify(answers[0]) === JSON.stringify(answers[1])) throw new ProofDisagrees(`${id} is ${kind}`, witness.state);
    return { kind, id, paths, witness, answers };
  });
}
