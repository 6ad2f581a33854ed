/**
 * The proof: everything that `flows check` says of a brand after it compiled, over all states that its predicates can
 * tell apart. Exact: nothing is sampled, and every counterexample is shown to the run-time before it is told.
 */

import { matchPath } from "../engine/paths.js";
import { completeState } from "../engine/write.js";
import type { Bundle, BundleCore, CompiledPredicate, Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { LinkedOutcomes } from "../language/outcomes.js";
import { Unanalysable } from "./abstraction/atoms.js";
import type { PathType } from "./abstraction/path-types.js";
import { initialAt, pathTypes } from "./abstraction/path-types.js";
import { Space } from "./abstraction/state-space.js";
import { witnessOf } from "./abstraction/witness.js";
import { TooManyNodes } from "./bdd/diagrams.js";
import type { LinkedAcceptance } from "./report/acceptances.js";
import { withoutAccepted } from "./report/acceptances.js";
import { checkPromised } from "./rules/action-invariants.js";
import { checkReturns } from "./rules/circular-steps.js";
import { checkConstants } from "./rules/constant-predicates.js";
import { checkEnds } from "./rules/dead-ends.js";
import { checkDecisions } from "./rules/decisions.js";
import { checkEmailed } from "./rules/email-links.js";
import type { AnalysisFinding, Suspicion } from "./rules/findings.js";
import { ProofDisagrees } from "./rules/findings.js";
import { checkHiddenFields } from "./rules/hidden-fields.js";
import { checkHandled } from "./rules/outcomes.js";
import type { OverlayPlaces } from "./rules/overlay-origins.js";
import { withOverlay } from "./rules/overlay-origins.js";
import { checkReached } from "./rules/reachability.js";
import { checkChains, checkIdle, checkTargets } from "./rules/redirects.js";
import { checkLed } from "./rules/refused-targets.js";
import type { LinkedInvariant } from "./rules/screen-invariants.js";
import { checkInvariants } from "./rules/screen-invariants.js";
import type { LinkedBase } from "./rules/weakened-guards.js";
import { checkWeakened } from "./rules/weakened-guards.js";
import type { Limits } from "./search/forward-search.js";
import { LIMITS, Paths } from "./search/forward-search.js";
import type { Goal } from "./search/paths-to-goals.js";
import { waysTo } from "./search/paths-to-goals.js";
import { routingLogic, screenSpaces } from "./transitions/screen-sets.js";
import { Moves } from "./transitions/transitions.js";

export interface AnalysisInput {
  readonly bundle: Bundle;
  /** `schemas/state.schema.json`, parsed. */
  readonly stateSchema: Json;
  readonly acceptances: readonly LinkedAcceptance[];
  readonly invariants: readonly LinkedInvariant[];
  readonly outcomes: LinkedOutcomes;
  /** The flows without the brand's overlay; null where the overlay says nothing of routing. */
  readonly base: LinkedBase | null;
  /** What the brand's overlay wrote, by what it is about. */
  readonly overlay: OverlayPlaces;
}

export interface Analysis {
  readonly findings: readonly AnalysisFinding[];
  /** How many kinds of state the proof stands for: every combination that predicates can tell apart, none left out. */
  readonly states: bigint;
  /** What tells them apart: paths and their number of classes. */
  readonly variables: readonly { readonly name: string; readonly classes: number }[];
}

interface Written {
  readonly logic: Json;
  readonly at: Origin;
}

/** Every compiled predicate in a bundle, wherever it stands. */
function predicatesIn(node: unknown, found: Written[] = []): readonly Written[] {
  if (typeof node !== "object" || node === null) return found;
  if ("logic" in node && "named" in node && "at" in node) {
    const { logic, at } = node as CompiledPredicate;
    found.push({ logic, at });
    return found;
  }
  for (const part of Object.values(node)) predicatesIn(part, found);
  return found;
}

/** Predicates that stand in no bundle. */
function logicBeyond({ invariants, acceptances, outcomes, base }: AnalysisInput): readonly Json[] {
  const all = [
    ...(base === null ? [] : routingLogic(base.core)),
    ...invariants.flatMap(({ require, never, admit, when, then }) => [require, never, admit, when, then]),
    ...acceptances.map(({ logic }) => logic),
    ...[...outcomes.good.values()].flat().map(({ logic }) => logic),
  ];
  return all.filter((logic) => logic !== null);
}

function notCut(written: readonly Written[], typeOf: (path: string) => PathType | null): readonly AnalysisFinding[] {
  const found: AnalysisFinding[] = [];
  for (const { logic, at } of written) {
    try {
      new Space([logic], typeOf, () => null).holds(logic);
    } catch (error) {
      if (!(error instanceof Unanalysable)) throw error;
      found.push({ rule: "unanalysable", message: error.message, at: [at], owner: "predicate", witness: null, way: null });
    }
  }
  return found;
}

/** Screens on which something writes what the state cannot have: what becomes of the state there is not known. */
function notMoves(moves: Moves): readonly AnalysisFinding[] {
  return [...moves.screens.values()].flatMap((place): readonly AnalysisFinding[] => {
    try {
      moves.of(place);
      return [];
    } catch (error) {
      if (!(error instanceof Unanalysable)) throw error;
      const { id, at } = place.screen;
      const message = `What is done on ${id} makes of the state what it cannot be: ${error.message}`;
      return [{ rule: "unanalysable", message, at: [at], owner: `screen:${id}`, witness: null, way: null }];
    }
  });
}

function told(suspicion: Suspicion, core: BundleCore, space: Space, typeOf: (path: string) => PathType | null): AnalysisFinding {
  const { rule, message, at, owner, where, ask, way = null } = suspicion;
  if (where === null) return { rule, message, at, owner, witness: null, way };
  const witness = witnessOf(space, where, typeOf);
  // What the witness leaves out is at its initial value, which need not be null.
  const whole = { ...witness, state: completeState(core, witness.state) };
  if (suspicion.shows !== undefined && !suspicion.shows(whole)) throw new ProofDisagrees(message, witness.state);
  const pathname = ask !== null && "pathname" in ask ? ask.pathname : null;
  const decide = ask !== null && "decide" in ask ? ask.decide : null;
  return { rule, message, at, owner, witness: { ...witness, pathname, decide }, way };
}

/** With the way to each: to the smallest depositor to whom one is found, or to the screen where the finding speaks of no depositor. */
function withWays(suspicions: readonly Suspicion[], paths: Paths): readonly Suspicion[] {
  const { core } = paths.moves;
  const goals = new Map<Suspicion, Goal>();
  for (const suspicion of suspicions) {
    const { where, ask } = suspicion;
    if (where === null || ask === null) continue;
    const asks = "decide" in ask ? { decision: ask.decide } : { screen: matchPath(core, ask.pathname).screen.id };
    goals.set(suspicion, { where, asks });
  }
  const found = waysTo(paths, [...goals.values()]);
  return suspicions.map((suspicion): Suspicion => {
    const goal = goals.get(suspicion);
    const come = goal === undefined ? undefined : found.get(goal);
    if (come !== undefined) return { ...suspicion, where: come.where, way: { to: "depositor", about: come.about, steps: come.steps } };
    if (goal !== undefined) return { ...suspicion, way: { to: "unknown", about: [], steps: [] } };
    return { ...suspicion, way: { to: "screen", about: [], steps: paths.stepsTo(suspicion.owner.replace(/^screen:/, "")) } };
  });
}

/** Which parts of the proof are wanted: who can come where takes most of its time. */
export interface Wanted {
  readonly reach: boolean;
  readonly limits?: Limits;
}

/** Proves a brand's bundle, or finds what is wrong with it. */
export function analyse(input: AnalysisInput, wanted: Wanted = { reach: true }): Analysis {
  try {
    return proven(input, wanted);
  } catch (error) {
    if (!(error instanceof TooManyNodes)) throw error;
    const finding: AnalysisFinding = { rule: "unanalysable", message: error.message, at: [], owner: "app", witness: null, way: null };
    return { findings: [finding], states: 0n, variables: [] };
  }
}

function proven(input: AnalysisInput, wanted: Wanted): Analysis {
  const limits = wanted.limits ?? LIMITS;
  const { core, journeys } = input.bundle;
  const typeOf = pathTypes(input.stateSchema);
  const written = [...predicatesIn(core), ...predicatesIn(journeys)];
  const asked = [...written.map(({ logic }) => logic), ...logicBeyond(input)];
  const distinct = [...new Map(asked.map((logic) => [JSON.stringify(logic), logic])).values()];
  let space: Space;
  try {
    space = new Space(distinct, typeOf, (path) => initialAt(core.initial, path), limits.diagrams);
  } catch (error) {
    if (!(error instanceof Unanalysable)) throw error;
    const findings = notCut(written, typeOf);
    if (findings.length === 0) throw error;
    return { findings, states: 0n, variables: [] };
  }
  const screens = screenSpaces(core, space);
  const moves = new Moves(core, journeys, space, screens, input.outcomes);
  const strange = notMoves(moves);
  if (strange.length > 0) return { findings: strange, states: 0n, variables: [] };
  const paths = wanted.reach ? new Paths(moves, limits) : null;
  const ends = checkEnds(core, journeys, space, screens, input.outcomes);
  const suspicions = [
    ...checkChains(core, space, screens),
    ...checkTargets(core, space, screens),
    ...checkIdle(core, space, screens),
    ...checkDecisions(core, space, screens),
    ...checkConstants(core, journeys, space, screens),
    ...ends,
    ...checkLed(moves),
    ...checkReturns(moves, ends),
    ...checkHiddenFields(journeys, space, screens),
    ...checkEmailed(space, screens),
    ...(paths === null ? [] : checkReached(paths)),
    ...checkHandled(core, journeys, input.outcomes),
    ...(input.base === null ? [] : checkWeakened(input.base, core, space, screens, input.overlay)),
    ...checkInvariants(input.invariants, core, journeys, space, screens),
    ...checkPromised(input.invariants, moves),
  ];
  // What was not asked for cannot be found, so that its acceptances say nothing.
  const acceptances = input.acceptances.filter(({ rule }) => paths !== null || rule !== "screen-unreachable");
  const left = withoutAccepted(suspicions, acceptances, space).map((suspicion) => withOverlay(suspicion, core, input.overlay));
  const findings = (paths === null ? left : withWays(left, paths)).map((suspicion) => told(suspicion, core, space, typeOf));
  return { findings, states: space.states(), variables: space.variables.map(({ name, values }) => ({ name, classes: values.length })) };
}
