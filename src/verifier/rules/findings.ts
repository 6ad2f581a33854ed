/** What the proof may find: each rule's words, in one place. */
import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import type { Step } from "../search/nodes.js";

/** Something found before it is told: where it holds, and what shows it. */
export interface Suspicion {
  readonly rule: Rule;
  readonly message: string;
  /** The lines responsible: base and overlay. */
  readonly at: readonly Origin[];
  /** What it belongs to, for acceptances: `screen:id`, `predicate:name`, `decision:name.row`. */
  readonly owner: string;
  /** Where it holds; null when it is a matter of all states. */
  readonly where: Bdd | null;
  /** The path to ask for, or the decision, to see it. */
  readonly ask: { readonly pathname: string } | { readonly decide: string } | null;
  /** How one gets there: screens and actions from a start. */
  readonly way?: Way;
  /** Whether the run-time, given the witness, shows the same: a proof that disagrees with `resolve` is no proof. */
  readonly shows?: (witness: Witness) => boolean;
}

export interface AnalysisFinding {
  readonly rule: Rule;
  readonly message: string;
  readonly at: readonly Origin[];
  readonly owner: string;
  /** As `flows resolve` takes it, for the same path or decision. */
  readonly witness: (Witness & { readonly pathname: string | null; readonly decide: string | null }) | null;
  /** Null where ways were not looked for. */
  readonly way: Way | null;
}

/** How one comes to what is found, walked by the run-time. */
export interface Way {
  /**
   * `depositor`: to the very depositor that is shown, in everything that the finding is about. `screen`: to where it is,
   * for a finding that is about nobody in particular. `unknown`: no way was found to any depositor who shows it.
   */
  readonly to: "depositor" | "screen" | "unknown";
  /** What the finding is about: parts of the state in which the way's end and the depositor that is shown agree. */
  readonly about: readonly string[];
  readonly steps: readonly Step[];
}

/** The proof and the run-time disagree: a fault of the engine itself, never passed over. */
export class ProofDisagrees extends Error {
  override readonly name = "ProofDisagrees";
  constructor(
    readonly finding: string,
    readonly state: Json,
  ) {
    super(`The run-time does not show what was found (${finding}) for ${JSON.stringify(state)}.`);
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
  | "unanalysable";

/** What each rule is about, for the documentation of `flows check`. */
export const RULES: Readonly<Record<Rule, string>> = {
  "redirect-loop": "Redirects that come back to a screen that they have been at.",
  "redirect-chain": "More than three redirects, one after another.",
  "redirect-refused": "A redirect to a screen whose own gates or guard refuse the depositor whom it leads there.",
  "decision-gap": "A depositor for whom no row of a decision holds.",
  "decision-shadowed": "A row of a decision that the rows above it never leave anybody to.",
  "decision-refused": "A decision that leads to a screen which refuses the depositor whom it leads there.",
  "row-shadowed": "A row (where a failed guard leads, or which shell is used) that never comes to be asked or never holds.",
  "shell-gap": "A depositor on a screen for whom no shell is given.",
  "gate-idle": "A gate of a screen that never holds there for anybody whom the gates before it leave.",
  "predicate-constant": "A predicate, or a part of one, that holds always or never.",
  "predicate-duplicate": "Two named predicates that hold for exactly the same depositors.",
  "screen-closed": "A screen that admits nobody.",
  "link-refused": "A control, a link, Back or an effect without a call that leads to a screen which refuses the depositor who sees it.",
  "effect-refused": "An effect of an action that leads to a screen which refuses the depositor once it is done.",
  "screen-unreachable":
    "A screen that nobody reaches from registration, sign-in or an e-mailed link, or to which no way is found that the run-time walks.",
  "screen-undecided": "A screen of which it is not decided whether anybody reaches it: the search for ways stopped at its limit.",
  "emailed-refused": "A link of an e-mail, with all its keys, to a screen that refuses everybody who follows it.",
  "required-while-hidden": "A field that the form's schema requires, hidden from a depositor who is asked to send the form.",
  "dead-end": "A depositor on a screen from whose body nothing leads to another screen, or only back to it.",
  "outcome-unhandled": "An outcome of a call that neither the action nor the app handles.",
  "outcome-impossible": "An outcome that a flow handles and that flows/outcomes.json does not say the call may have.",
  "not-of-schema": "Something in flows/outcomes.json or flows/invariants.json that its schema does not admit.",
  "guard-weakened": "A brand's overlay that lets somebody onto a screen whom the base refuses.",
  invariant: "A promise of flows/invariants.json that is broken.",
  "acceptance-stale": "An accepted finding that is not there (any more).",
  unanalysable: "A predicate that cannot be cut into finitely many classes, so that nothing is proven of it.",
};

/** Rules whose findings are worth a look and do not stop a build. */
export const WARNINGS: ReadonlySet<Rule> = new Set(["outcome-impossible", "predicate-duplicate"]);

export const messages = {
  loop: (chain: readonly string[]): string => `Redirects go round: ${chain.join(" -> ")}`,
  chain: (chain: readonly string[]): string => `${chain.length - 1} redirects, more than three: ${chain.join(" -> ")}`,
  refused: (from: string, by: string, to: string): string => `${by} of ${from} leads to ${to}, which refuses this depositor`,
  gap: (decision: string): string => `No row of ${decision} holds for this depositor`,
  shadowed: (decision: string, row: string): string => `The row "${row}" of ${decision} never decides: the rows above it take everybody`,
  decisionRefused: (decision: string, row: string, to: string): string =>
    `The row "${row}" of ${decision} leads to ${to}, which refuses this depositor`,
  rowShadowed: (what: string, row: number): string => `Row ${row} of ${what} never applies`,
  shellGap: (screen: string): string => `No shell of ${screen} is given for this depositor`,
  gateIdle: (screen: string, gate: string): string => `The gate ${gate} never holds on ${screen}`,
  constant: (what: string, always: boolean): string => `${what} ${always ? "always" : "never"} holds`,
  never: (screen: string): string => `A condition on ${screen} holds for nobody who can be there: what it shows is never seen`,
  duplicate: (name: string, other: string): string =>
    `The predicate ${name} holds for exactly the depositors of ${other}: keep one name, or say in an acceptance why there are two`,
  closed: (screen: string): string => `${screen} admits nobody`,
  linkRefused: (screen: string, what: string, to: string): string => `${what} on ${screen} leads to ${to}, which refuses this depositor`,
  effectRefused: (screen: string, what: string, to: string): string =>
    `${what} on ${screen} leads this depositor to ${to}, which then refuses them`,
  unreachable: (screen: string): string => `${screen} is not reached from registration, sign-in or an e-mailed link`,
  unshown: (screen: string): string =>
    `No way to ${screen} is one that the run-time walks from registration, sign-in or an e-mailed link: parts of the state that would lead there do not come together`,
  undecided: (screen: string): string =>
    `Whether anybody reaches ${screen} is not decided: the search for ways from registration, sign-in and e-mailed links stopped at its limit`,
  emailedRefused: (screen: string, keys: readonly string[]): string =>
    `The e-mailed link to ${screen}${keys.length === 0 ? "" : ` with ${keys.join(" and ")}`} leads everybody who follows it elsewhere`,
  requiredHidden: (field: string, screen: string): string =>
    `"${field}" is required and never asked of this depositor on ${screen}: the form could not be sent`,
  deadEnd: (screen: string): string => `Nothing in the body of ${screen} leads this depositor to another screen`,
  ledBack: (screen: string): string =>
    `Whatever the body of ${screen} leads to refuses this depositor and leads back: nobody comes on from there`,
  unhandled: (screen: string, action: string, outcome: string): string =>
    `The outcome ${outcome} of ${action} on ${screen} is handled nowhere`,
  weakened: (screen: string): string => `The overlay lets this depositor onto ${screen}, whom the base refuses`,
  invariant: (name: string, description: string, where: string): string => `${name} is broken by ${where}: ${description}`,
  impossible: (where: string, action: string, outcome: string, operation: string): string =>
    `${action} on ${where} handles ${outcome}, which ${operation} never answers by flows/outcomes.json`,
  undeclared: (where: string, operation: string): string => `${where} sends ${operation}, of which flows/outcomes.json says nothing`,
  speaksOf: (what: string): string => `speaks of ${what}, which is not there`,
  empty: (word: "require" | "never" | "screens"): string =>
    word === "screens"
      ? "speaks of no screen: all are excepted"
      : `promises nothing: what it has in \`${word}\` ${word === "require" ? "always" : "never"} holds`,
  sendsNot: (screen: string, operation: string): string => `lets ${screen} send ${operation}, which it does not`,
  stale: (rule: string): string => `Nothing of the rule ${rule} is found here any more: the acceptance is stale`,
} as const;
