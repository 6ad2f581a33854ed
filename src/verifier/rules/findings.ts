/** Exports the findings of the verifier, for its rules and the report. */

import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { ProofRule } from "../../language/rules/registry.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import type { ReplayedStep } from "../search/nodes.js";

/** A finding of a rule before the report: waivers and the replay may still remove or narrow it. */
export interface CandidateFinding {
  readonly rule: ProofRule;
  readonly message: string;
  /** The responsible locations: base and overlay. */
  readonly at: readonly Origin[];
  /** What waivers refer to: `screen:id`, `predicate:name`, `decision:name.row`, `app`. */
  readonly owner: string;
  /** The states of the finding; null for a finding about no state. */
  readonly where: Bdd | null;
  /** Candidates of one rule with the same key are reported as one. */
  readonly mergeKey?: string;
  /** The path or the decision whose evaluation shows the finding. */
  readonly question: { readonly pathname: string } | { readonly decide: string } | null;
  /** The path from a start to the finding. */
  readonly path?: FindingPath;
  /** The screen that refuses the depositor, where the finding is about a target. */
  readonly target?: string;
  /** The paths of the redirects, where the finding is a loop. */
  readonly chain?: readonly string[];
  /** Whether the screen admits nobody. */
  readonly closed?: true;
  /** The paths through which the witness comes back, where they depend on it. */
  readonly cycleOf?: (witness: Witness) => readonly string[];
  /** Why an overapproximation may have caused the candidate: it is `not-checked` where the engine doesn't show it. */
  readonly approximation?: string;
  /** Whether the real engine shows the finding for the witness. */
  readonly isReproducedBy?: (witness: Witness) => boolean;
}

/** A reported finding. */
export interface Finding {
  readonly rule: ProofRule;
  readonly message: string;
  readonly at: readonly Origin[];
  readonly owner: string;
  /** The input of `flows resolve` that shows the finding. */
  readonly witness: (Witness & { readonly pathname: string | null; readonly decide: string | null }) | null;
  /** Null where the analysis searched no paths. */
  readonly path: FindingPath | null;
  readonly target?: string;
  readonly chain?: readonly string[];
  /** The paths through which the witness comes back. */
  readonly cycle?: readonly string[];
  readonly closed?: true;
  /** The finding from which this one follows. */
  readonly causedBy?: Finding;
}

/** A path from a start to a finding, replayed by the real engine. */
export interface FindingPath {
  /**
   * `depositor`: the path ends in the witness's classes of all variables in `about`. `screen`: the path ends at the screen
   * of a finding about no state. `unknown`: the search found no path.
   */
  readonly to: "depositor" | "screen" | "unknown";
  /** The variables on which the finding depends. */
  readonly about: readonly string[];
  readonly steps: readonly ReplayedStep[];
}

/** The real engine doesn't show a finding for its witness: a bug of the verifier. */
export class WitnessNotReproduced extends Error {
  override readonly name = "WitnessNotReproduced";
  constructor(
    readonly finding: string,
    readonly state: Json,
  ) {
    super(`The engine does not show the finding (${finding}) for ${JSON.stringify(state)}.`);
  }
}
