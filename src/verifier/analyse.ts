/**
 * Exports `analyse`: checks a brand's bundle against every rule over all states that its predicates can distinguish, for
 * `prove`. Symbolic model checking (Burch et al. 1990): no sampling, and the real engine confirms every witness.
 */
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { LinkedOutcomes } from "../language/outcomes.js";
import type { ProofRule } from "../language/rules/registry.js";
import { Unanalysable } from "./abstraction/atoms.js";
import { predicatesIn } from "./abstraction/bundle-predicates.js";
import { pathTypes } from "./abstraction/path-types.js";
import { newSpace, type RecentSpaces } from "./abstraction/recent-spaces.js";
import type { StateSpace } from "./abstraction/state-space.js";
import { TooManyNodes } from "./bdd/diagrams.js";
import { withCauses } from "./report/causes.js";
import { withPaths } from "./report/finding-paths.js";
import { type LinkedWaiver, staleWaiver, withoutWaived } from "./report/waivers.js";
import { checkedOrNot, confirm, findingOf, findingWithoutWitness } from "./report/witnesses.js";
import { checkActionInvariants } from "./rules/action-invariants.js";
import { checkCircularSteps } from "./rules/circular-steps.js";
import { checkConstantPredicates } from "./rules/constant-predicates.js";
import { checkDeadEnds } from "./rules/dead-ends.js";
import { checkPreconditions } from "./rules/decision-preconditions.js";
import { checkDecisions } from "./rules/decisions.js";
import { checkEmailLinks } from "./rules/email-links.js";
import type { CandidateFinding, Finding } from "./rules/findings.js";
import { checkHiddenFields } from "./rules/hidden-fields.js";
import { internalError, runRule } from "./rules/internal-error.js";
import { type LinkedInvariant, logicOfInvariant } from "./rules/invariants.js";
import { checkNavigationLoops } from "./rules/navigation-loops.js";
import { checkOperationInvariants } from "./rules/operation-invariants.js";
import type { OutcomeKeys } from "./rules/outcome-keys.js";
import { checkOutcomes } from "./rules/outcomes.js";
import { type OverlayOrigins, withOverlayOrigins } from "./rules/overlay-origins.js";
import { checkPrimaryActions } from "./rules/primary-actions.js";
import { checkReachability } from "./rules/reachability.js";
import { checkRedirectChains, checkRedirectTargets, checkUnusedRows } from "./rules/redirects.js";
import { checkRefusedLinks } from "./rules/refused-links.js";
import { checkRefusedTargets } from "./rules/refused-targets.js";
import { checkOpenPaths, runtimeErrors } from "./rules/runtime-errors.js";
import { checkScreenInvariants } from "./rules/screen-invariants.js";
import { checkAssignments, checkDates, checkPredicates } from "./rules/unanalysable.js";
import { checkUnansweredCalls } from "./rules/unanswered-calls.js";
import { checkWeakenedGuards, type LinkedBase } from "./rules/weakened-guards.js";
import { checkWizardCycles, type LinkedWizard } from "./rules/wizard-cycles.js";
import { ForwardSearch } from "./search/forward-search.js";
import { LIMITS, type Limits } from "./search/limits.js";
import type { ReplayedStep } from "./search/nodes.js";
import type { SearchGuide } from "./search/search-guide.js";
import { routingLogic, type ScreenSets, screenSets } from "./transitions/screen-sets.js";
import { TransitionRelation } from "./transitions/transition-relation.js";

export interface AnalysisInput {
  readonly bundle: Bundle;
  /** `schemas/state.schema.json`, parsed. */
  readonly stateSchema: Json;
  readonly waivers: readonly LinkedWaiver[];
  readonly invariants: readonly LinkedInvariant[];
  readonly outcomes: LinkedOutcomes;
  readonly outcomeKeys: OutcomeKeys;
  /** The flows without the brand's overlay; null where the overlay changes no routing. */
  readonly base: LinkedBase | null;
  readonly wizards: readonly LinkedWizard[];
  /** Whether the brand has an overlay, so that a waiver of the base may be another brand's. */
  readonly hasOverlay: boolean;
  /** The locations in the brand's overlay, by what they patch. */
  readonly overlay: OverlayOrigins;
}

export interface Analysis {
  readonly findings: readonly Finding[];
  /** The waivers of the base that match nothing in this brand, as the findings that they are if no brand needs them. */
  readonly unmatched: readonly Finding[];
  /** The number of states that the proof covers: all combinations of state classes. */
  readonly states: bigint;
  /** The places that are not checked and that a waiver accepts. */
  readonly leftOut: number;
  /** The variables of the state space with their number of classes. */
  readonly variables: readonly { readonly name: string; readonly classes: number }[];
  /** The paths that the search replayed, for the analysis of a similar definition. */
  readonly guide: SearchGuide;
  /** The path that the engine replayed to each screen; none without paths. */
  readonly replayed: readonly (readonly ReplayedStep[])[];
}

/** The parts of the analysis to run: reachability takes most of its time. */
export interface Wanted {
  readonly reach: boolean;
  readonly limits?: Limits;
  /** The paths of the search of a similar definition, which this search tries first. */
  readonly guide?: SearchGuide;
  /** The spaces of earlier proofs. Without them, the space is new. */
  readonly spaces?: RecentSpaces;
  /** The predicates of all brands of a check, for one space whose diagrams every proof after the first reuses. */
  readonly shared?: readonly Json[];
  /** False for findings without paths: the search for them takes longer than the proof. */
  readonly paths?: boolean;
}

/** The rules whose findings come from the search. */
const SEARCH_RULES: ReadonlySet<string> = new Set<ProofRule>(["screen-unreachable", "screen-undecided"]);

/** The rules that report what a limit or an approximation leaves out. */
const NOT_CHECKED: ReadonlySet<string> = new Set<ProofRule>(["screen-undecided", "not-checked"]);

/** Checks a brand's bundle against all rules. */
export function analyse(input: AnalysisInput, wanted: Wanted = { reach: true }): Analysis {
  const { guide = [], shared, ...alone } = wanted;
  const isAlone = guide.length === 0 && shared === undefined;
  try {
    // Findings, their paths and limits must not depend on what is checked before or beside this brand.
    const faster = isAlone ? null : withoutFindings(input, wanted);
    return faster ?? analysis(input, alone);
  } catch (error) {
    if (!(error instanceof TooManyNodes)) return unproven([internalError("analysis", error)]);
    return unproven([{ rule: "unanalysable", message: error.message, at: [], owner: "app", where: null, question: null }]);
  }
}

/** An analysis that a guide or a shared space makes faster; null where it has findings or exceeds a limit. */
function withoutFindings(input: AnalysisInput, wanted: Wanted): Analysis | null {
  try {
    const found = analysis(input, wanted);
    return found.findings.length === 0 || wanted.paths === false ? found : null;
  } catch (error) {
    if (error instanceof TooManyNodes || error instanceof Unanalysable) return null;
    throw error;
  }
}

/** The stages in order: abstraction, transitions, search, rules, report. */
function analysis(input: AnalysisInput, { reach, limits = LIMITS, guide, spaces, shared, paths = true }: Wanted): Analysis {
  const { core, journeys } = input.bundle;
  const typeOf = pathTypes(input.stateSchema);

  // A named predicate decides nothing by itself: the conditions that use it contain it.
  const { predicates: _named, ...routing } = core;
  const dates = checkDates(predicatesIn(routing));
  if (dates.length > 0) return unproven(dates);

  const own = { predicates: logicOf(input), stateSchema: input.stateSchema, initial: core.initial, maxBddNodes: limits.bddNodes };
  let space: StateSpace;
  try {
    const wanted = shared === undefined ? own : { ...own, predicates: shared };
    space = spaces === undefined ? newSpace(wanted) : spaces.of(wanted);
  } catch (error) {
    if (!(error instanceof Unanalysable) || shared !== undefined) throw error;
    const candidates = checkPredicates([...predicatesIn(core), ...predicatesIn(journeys)], typeOf);
    if (candidates.length === 0) throw error;
    return unproven(candidates);
  }

  // The limit is on the nodes of this analysis; those of an earlier one in the same space are there already.
  const searchBddNodes = limits.searchBddNodes + (spaces === undefined ? 0 : space.bdd.size);
  const screens = screenSets(core, space);
  const baseScreens = input.base === null ? new Map<string, ScreenSets>() : screenSets(input.base.core, space);
  const transitions = new TransitionRelation(input.bundle, space, screens, input.outcomes);
  const impossible = checkAssignments(transitions);
  if (impossible.length > 0) return unproven(impossible);

  const search = reach ? new ForwardSearch(transitions, { ...limits, searchBddNodes }, guide) : null;

  const deadEnds = runRule({ rule: "dead-end" }, () => checkDeadEnds(transitions));
  const rules: readonly (readonly [rule: ProofRule, check: () => readonly CandidateFinding[]])[] = [
    ["redirect-chain", () => checkRedirectChains(core, space, screens)],
    ["redirect-refused", () => checkRedirectTargets(core, space, screens)],
    ["row-unreachable", () => checkUnusedRows(core, space, screens)],
    ["decision-refused", () => checkDecisions(core, space, screens)],
    ["decision-precondition", () => checkPreconditions(transitions)],
    ["predicate-constant", () => checkConstantPredicates(core, journeys, space, screens, baseScreens)],
    ["dead-end", () => deadEnds],
    ["link-refused", () => checkRefusedLinks(transitions)],
    ["link-refused", () => checkRefusedTargets(transitions)],
    ["dead-end", () => checkCircularSteps(transitions, deadEnds)],
    ["navigation-loop", () => checkNavigationLoops(transitions, input.outcomeKeys)],
    ["wizard-cycle", () => checkWizardCycles(transitions, input.wizards)],
    ["primary-actions", () => checkPrimaryActions(core, journeys, space, screens)],
    ["required-while-hidden", () => checkHiddenFields(core, journeys, space, screens)],
    ["link-refused", () => checkEmailLinks(space, screens)],
    ["screen-unreachable", () => (search === null ? [] : checkReachability(search))],
    ["runtime-error", () => checkOpenPaths(transitions)],
    ["outcome-unhandled", () => checkOutcomes(core, journeys, input.outcomes, input.outcomeKeys)],
    ["outcome-unhandled", () => checkUnansweredCalls(core, journeys, input.outcomes, space, screens)],
    [
      "guard-weakened",
      () => (input.base === null ? [] : checkWeakenedGuards(input.base, baseScreens, core, space, screens, input.overlay)),
    ],
    ["invariant", () => checkScreenInvariants(input.invariants, core, space, screens)],
    ["invariant", () => checkOperationInvariants(input.invariants, core, journeys, space, screens)],
    ["invariant", () => checkActionInvariants(input.invariants, transitions)],
  ];
  const found = rules.flatMap(([rule, check]) => runRule({ rule }, check));
  const candidates = found.map((one) => checkedOrNot(one, core, space, typeOf));
  const replayed = transitions.failures.since(0);
  candidates.push(...runtimeErrors(transitions, replayed, candidates));

  // Without the search there are no findings of its rules, so their waivers are not stale.
  const waivers = input.waivers.filter(({ rule }) => search !== null || !SEARCH_RULES.has(rule));
  const waived = withoutWaived(candidates, waivers, space);
  // A waiver of the base may match a finding of another brand only: `flows check` reports it when it matches in no brand.
  const isOfBase = ({ at }: LinkedWaiver): boolean => input.hasOverlay && at.layer === "base";
  const stale = waived.unmatched.filter((one) => !isOfBase(one)).map(staleWaiver);
  const unmatched = waived.unmatched.filter(isOfBase).map((one) => findingWithoutWitness(staleWaiver(one)));
  const located = [...waived.candidates, ...stale].map((one) => withOverlayOrigins(one, core, input.overlay));
  // `analyse` repeats a guided analysis that has findings, so that nobody reads their paths.
  const needsPaths = paths && (guide === undefined || guide.length === 0);
  const withPath = search === null || !needsPaths ? located : withPaths(located, search);
  // A finding that the engine doesn't confirm stays a finding, and the verifier reports its own error with it.
  const confirmed = withPath.flatMap((one) =>
    one.approximation === undefined ? [one, ...runRule(one, () => confirm(one, core, space, typeOf))] : [one],
  );
  const failures = runtimeErrors(transitions, transitions.failures.since(replayed.length), candidates);
  const findings = withCauses(
    [...confirmed, ...failures].map((one) => findingOf(one, core, space, typeOf)),
    transitions,
  );
  // The number of states is the brand's own.
  const counted = shared === undefined || shared.length === own.predicates.length ? space : newSpace(own);
  return {
    findings,
    unmatched,
    states: counted.stateCount(),
    leftOut: waived.accepted.filter(({ rule }) => NOT_CHECKED.has(rule)).length,
    variables: counted.variables.map(({ name, values }) => ({ name, classes: values.length })),
    guide: search?.guide ?? [],
    replayed: search === null || !paths ? [] : Object.keys(core.screens).map((id) => search.stepsTo(id)),
  };
}

function unproven(candidates: readonly CandidateFinding[]): Analysis {
  return { findings: candidates.map(findingWithoutWitness), unmatched: [], states: 0n, leftOut: 0, variables: [], guide: [], replayed: [] };
}

/** The distinct predicates that an analysis encodes. */
export function logicOf(input: AnalysisInput): readonly Json[] {
  const known = logicOfInputs.get(input);
  if (known !== undefined) return known;
  const { core, journeys } = input.bundle;
  const made = distinctLogic([
    ...[...predicatesIn(core), ...predicatesIn(journeys)].map(({ logic }) => logic),
    ...logicOutsideBundle(input),
    ...input.wizards.map(({ when }) => when),
  ]);
  logicOfInputs.set(input, made);
  return made;
}

const logicOfInputs = new WeakMap<AnalysisInput, readonly Json[]>();

/** Predicates that the bundle doesn't contain. */
function logicOutsideBundle({ invariants, waivers, outcomes, base }: AnalysisInput): readonly Json[] {
  const all = [
    ...(base === null ? [] : routingLogic(base.core)),
    ...invariants.flatMap(logicOfInvariant),
    ...waivers.map(({ logic }) => logic),
    ...[...outcomes.good.values()].flat().map(({ logic }) => logic),
  ];
  return all.filter((logic) => logic !== null);
}

export function distinctLogic(all: readonly Json[]): readonly Json[] {
  return [...new Map(all.map((logic) => [JSON.stringify(logic), logic])).values()];
}
