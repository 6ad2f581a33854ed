/** Exports the messages of all findings of the verifier, one function each, for the rules and their tests. */
import type { Json } from "../../language/definition.js";
import { nearest } from "../../language/suggest.js";

export const messages = {
  loop: (chain: readonly string[]): string => `Redirect loop: ${chain.join(" -> ")}`,
  chain: (chain: readonly string[]): string => `${chain.length - 1} redirects in a row, more than three: ${chain.join(" -> ")}`,
  refused: (from: string, by: string, to: string): string => `${by} of ${from} redirects to ${to}, which refuses this depositor`,
  shadowed: (decision: string, row: string): string =>
    `The row "${row}" of ${decision} never applies: the rows above it cover all depositors`,
  decisionRefused: (decision: string, row: string, to: string): string =>
    `The row "${row}" of ${decision} redirects to ${to}, which refuses this depositor`,
  fallbackShadowed: (row: string): string => `The row ${row} never applies: the rows above it cover all depositors`,
  shellShadowed: (screen: string, row: number): string => `Row ${row} of ${screen}.shell never applies`,
  gateIdle: (screen: string, gate: string): string => `The gate ${gate} never holds on ${screen}`,
  constant: (what: string, always: boolean): string => `${what} ${always ? "always" : "never"} holds`,
  neverShown: (screen: string): string => `A condition on ${screen} holds for nobody who can be on it, so its content is never shown`,
  alwaysShown: (screen: string): string => `A condition on ${screen} holds for everybody who can be on it: remove it, or correct it`,
  contradicts: (screen: string): string =>
    `A condition on ${screen} contradicts the conditions of the parts around it, so its content is never shown`,
  duplicate: (name: string, other: string): string =>
    `The predicates ${name} and ${other} hold for exactly the same depositors: keep one, or accept the finding with a reason for both`,
  closed: (screen: string): string => `${screen} admits nobody`,
  precondition: (screen: string, by: string, decision: string): string =>
    `${by} on ${screen} evaluates the decision ${decision} for this depositor, whom its precondition excludes`,
  notChecked: (finding: string, why: string): string => `Not checked: ${finding}. The engine does not show it, and ${why}`,
  runtimeError: (by: string, screen: string, error: string, values: string): string =>
    `${by} on ${screen} fails in the engine: ${error} Values: ${values}`,
  foreignPath: (by: string, screen: string): string =>
    `${by} on ${screen} fails in the engine if the path that it reads is not a path of the flows: give a second operand to var`,
  assumed: "the exit needs values of inputs or answers that the verifier does not know to occur",
  untried: "their conditions need values of one answer, form or entry that the verifier does not try",
  computed: "an event on the way assigns a value that it computes from the state",
  unenumerated: "a condition reads values that the verifier does not enumerate",
  failureLoop: (failure: string, chain: readonly string[], by: string): string =>
    `The failure ${failure} of the app forms a cycle: ${chain.join(" -> ")}. On ${chain[0] ?? ""}, ${by} goes elsewhere again`,
  entryLoop: (chain: readonly string[], by: string): string =>
    `The actions that these pages raise on entry form a cycle: ${chain.join(" -> ")}, beginning with ${by}`,
  linkRefused: (screen: string, what: string, to: string): string => `${what} on ${screen} goes to ${to}, which refuses this depositor`,
  effectRefused: (screen: string, what: string, to: string): string =>
    `${what} on ${screen} sends this depositor to ${to}, which then refuses them`,
  answerRefused: (screen: string, what: string, to: string): string =>
    `${what}, which ${screen} waits for, sends this depositor to ${to}, which then refuses them`,
  unreachable: (screen: string): string => `Nobody reaches ${screen} from registration, sign-in or an email link`,
  notReplayed: (screen: string): string =>
    `The engine replays no path to ${screen} from registration, sign-in or an email link: the parts of the state that the screen needs do not occur together`,
  undecided: (screen: string, cause: string): string =>
    `It is not decided whether anybody reaches ${screen}: the search for paths from registration, sign-in and email links reached its limit: ${cause}`,
  emailedRefused: (screen: string, keys: readonly string[]): string =>
    `The email link to ${screen}${keys.length === 0 ? "" : ` with ${keys.join(" and ")}`} redirects everybody who follows it to another screen`,
  requiredHidden: (field: string, screen: string): string =>
    `"${field}" is required and hidden from this depositor on ${screen}: they cannot submit the form`,
  twoPrimaries: (screen: string, one: string, other: string): string =>
    `${screen} shows this depositor two primary actions at once: ${one} and ${other}`,
  deadEnd: (screen: string): string => `No control on ${screen} takes this depositor to another screen`,
  circular: (screen: string): string =>
    `Every screen that ${screen} goes to refuses this depositor and redirects back: they cannot leave ${screen}`,
  wizardCycle: (wizard: string, screen: string): string =>
    `No path of successful steps from ${screen} reaches the end of the wizard ${wizard}: this depositor never leaves the cycle`,
  unhandled: (screen: string, action: string, outcome: string): string =>
    `Neither ${action} on ${screen} nor the app handles the outcome ${outcome}`,
  weakened: (screen: string): string => `The overlay admits this depositor to ${screen}, whom the base refuses`,
  invariant: (name: string, description: string, where: string): string => `${where} violates the invariant ${name}: ${description}`,
  impossible: (where: string, action: string, outcome: string, operation: string, declared: readonly string[]): string => {
    const near = nearest(outcome, declared);
    const suggestion = near === null ? "" : ` (did you mean "${near}"?)`;
    return `${action} on ${where} handles ${outcome}, which flows/outcomes.json does not declare for ${operation}${suggestion}`;
  },
  undeclared: (where: string, operation: string): string => `${where} sends ${operation}, which flows/outcomes.json does not declare`,
  unanswered: (where: string, by: string, operation: string): string =>
    `${by} on ${where} sends ${operation}, for which flows/outcomes.json declares no good answer to this depositor: the "when" of none holds`,
  missingScreen: (id: string): string => `names ${id}, which does not exist (a brand may remove only screens with "optional": true)`,
  unknownReference: (name: string): string => `names ${name}, which does not exist`,
  vacuous: (keyword: "require" | "never" | "admit" | "when" | "screens" | "operation"): string =>
    keyword === "screens"
      ? "applies to no screen"
      : keyword === "operation"
        ? "has no effect: nothing sends the operation"
        : `has no effect: its \`${keyword}\` ${keyword === "require" ? "always" : "never"} holds`,
  neverHappens: (what: string): string => `has no effect: ${what} never happens for the depositors of the invariant`,
  sends: (where: string, action: string): string => `${action} of ${where}, which may send the call in this state,`,
  neverSends: (screen: string, operation: string): string => `allows ${screen} to send ${operation}, which it never sends`,
  stale: (rule: string): string => `There is no finding of the rule ${rule} here: remove the waiver`,
  internalError: (rule: string, owner: string, error: string): string => `The rule ${rule} failed on ${owner.replace(":", " ")}: ${error}`,
  routedByDate: (condition: Json): string =>
    `${JSON.stringify(condition)}: a date may change what a screen shows, and not which screens a depositor can see: the states of the proof have no date`,
  impossibleValue: (screen: string, reason: string): string =>
    `A transition from ${screen} writes a value that the state cannot have: ${reason}`,
} as const;
