/** Exports the findings of the verifier and its list of rules, for the rules, the report and `flows check`. */

import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import type { ReplayedStep } from "../search/nodes.js";

/** A finding of a rule before the report: acceptances and the replay may still remove or narrow it. */
export interface CandidateFinding {
  readonly rule: Rule;
  readonly message: string;
  /** The responsible locations: base and overlay. */
  readonly at: readonly Origin[];
  /** What acceptances refer to: `screen:id`, `predicate:name`, `decision:name.row`, `app`. */
  readonly owner: string;
  /** The states of the finding; null for a finding about no state. */
  readonly where: Bdd | null;
  /** The path or the decision whose evaluation shows the finding. */
  readonly ask: { readonly pathname: string } | { readonly decide: string } | null;
  /** The path from a start to the finding. */
  readonly path?: FindingPath;
  /** Whether the real engine shows the finding for the witness. */
  readonly isReproducedBy?: (witness: Witness) => boolean;
}

/** A reported finding. */
export interface Finding {
  readonly rule: Rule;
  readonly message: string;
  readonly at: readonly Origin[];
  readonly owner: string;
  /** The input of `flows resolve` that shows the finding. */
  readonly witness: (Witness & { readonly pathname: string | null; readonly decide: string | null }) | null;
  /** Null where the analysis searched no paths. */
  readonly path: FindingPath | null;
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

export type Rule =
  | "redirect-loop"
  | "redirect-chain"
  | "redirect-refused"
  | "decision-gap"
  | "decision-shadowed"
  | "decision-refused"
  | "row-shadowed"
  | "shell-gap"
  | "gate-idle"
  | "predicate-constant"
  | "predicate-duplicate"
  | "screen-closed"
  | "link-refused"
  | "effect-refused"
  | "screen-unreachable"
  | "screen-undecided"
  | "emailed-refused"
  | "dead-end"
  | "required-while-hidden"
  | "outcome-unhandled"
  | "outcome-impossible"
  | "not-of-schema"
  | "guard-weakened"
  | "invariant"
  | "acceptance-stale"
  | "unanalysable"
  | "internal-error";

/** What each rule finds, for the documentation of `flows check`. */
export const RULES: Readonly<Record<Rule, string>> = {
  "redirect-loop": "Redirects that return to a screen that they already passed.",
  "redirect-chain": "More than three redirects in a row.",
  "redirect-refused": "A redirect to a screen whose gates or guard refuse the redirected depositor.",
  "decision-gap": "A depositor for whom no row of a decision holds.",
  "decision-shadowed": "A row of a decision that never applies, because the rows above it cover all depositors.",
  "decision-refused": "A decision that redirects to a screen that refuses the depositor.",
  "row-shadowed": "A fallback row or a shell row that never applies.",
  "shell-gap": "A depositor on a screen for whom no shell row holds.",
  "gate-idle": "A gate of a screen that holds for no depositor whom the gates before it let pass.",
  "predicate-constant": "A predicate, or a part of one, that always or never holds.",
  "predicate-duplicate": "Two named predicates that hold for exactly the same depositors.",
  "screen-closed": "A screen that admits nobody.",
  "link-refused": "A control, a link, Back or an effect without a call that goes to a screen that refuses the depositor.",
  "effect-refused": "An effect of an action that goes to a screen that refuses the depositor after the action.",
  "screen-unreachable": "A screen that nobody reaches from registration, sign-in or an email link, or to which the engine replays no path.",
  "screen-undecided": "A screen whose reachability is not decided, because the search for paths reached its limit.",
  "emailed-refused": "An email link, with all its keys, to a screen that refuses everybody who follows it.",
  "required-while-hidden": "A required field of a form that is hidden from a depositor who can see the form.",
  "dead-end": "A depositor on a screen that has no control to another screen, or only controls that return to it.",
  "outcome-unhandled": "An outcome of a call that neither the action nor the app handles.",
  "outcome-impossible": "A flow handles an outcome that flows/outcomes.json does not declare for the call.",
  "not-of-schema": "flows/outcomes.json or flows/invariants.json does not match its JSON Schema.",
  "guard-weakened": "A brand's overlay that admits somebody to a screen whom the base refuses.",
  invariant: "A violated invariant of flows/invariants.json.",
  "acceptance-stale": "An acceptance that matches no finding.",
  unanalysable: "A predicate without finitely many classes of values, about which the verifier proves nothing.",
  "internal-error": "A rule of the verifier failed with an exception: a bug of the verifier, not of the flows.",
};

/** Rules whose findings do not fail a build. */
export const WARNINGS: ReadonlySet<Rule> = new Set(["outcome-impossible", "predicate-duplicate"]);
