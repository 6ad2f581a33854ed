/**
 * Exports the search for a path to each finding, for the report. The path leads to the smallest depositor of the finding
 * that the search reaches, through transitions of the flows or else a typed address; the engine replays every path.
 */
import type { StateSpace, Variable } from "../abstraction/state-space.js";
import { smallestValuation } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { typedAddress } from "../transitions/addresses.js";
import { IDENTITY, identityOn } from "../transitions/relations.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { image } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import type { ForwardSearch } from "./forward-search.js";
import { type ReplayedStep, type SearchNode, type Step, stepOf, type Target } from "./nodes.js";

/** The states of a finding, and the screen or decision in which it shows. */
export interface Goal {
  readonly where: Bdd;
  readonly requests: Target["requests"];
}

/** A path to a goal. */
export interface FoundPath {
  /** The states that agree with the reached one in all variables of the goal. */
  readonly where: Bdd;
  /** The variables of the goal. */
  readonly about: readonly string[];
  readonly steps: readonly ReplayedStep[];
}

/** A set of states that may contain states of a goal, with the path there. */
interface Candidate {
  readonly node: SearchNode;
  readonly lastSteps: readonly Step[];
  readonly set: Bdd;
}

/** Paths that the engine replays for one goal. */
const MAX_REPLAYS = 24;

/** Nodes from which the search types an address, in total and in one batch. */
const MAX_TYPED_ADDRESSES = 200;
const BATCH = 20;

/** The variables on which membership in a set depends within the valid states; an object counts with its fields. */
function relevantVariables(space: StateSpace, set: Bdd): readonly Variable[] {
  const { bdd, valid } = space;
  return space.variables.filter(({ role, name }) => {
    if (role === "free") return false;
    const levels = space.levelsOf(`at and under ${name}`, (other) => other.name === name || other.name.startsWith(`${name}.`));
    return bdd.and(bdd.exists(set, levels), valid) !== set;
  });
}

/** The states of `whole` that agree with the smallest state of `some` in the given variables. */
function likeSmallestState(space: StateSpace, some: Bdd, whole: Bdd, variables: readonly Variable[]): Bdd {
  const valuation = smallestValuation(space, some);
  const classes = variables.map((variable) => space.hasClass(variable, valuation.get(variable) ?? 0));
  return space.bdd.and(whole, space.bdd.all(classes.reverse()));
}

/** The states of a node after its screen's queries, and the states that these redirect. */
function* closureCandidates(search: ForwardSearch, node: SearchNode): Generator<Candidate> {
  const { set, steps, redirected } = search.loadClosure(node);
  const { place } = node;
  // A depositor who stays on a screen that no longer admits them makes no request.
  yield { node, lastSteps: steps, set: search.transitions.space.bdd.and(set, place.admits) };
  for (const { before, load, set: refused } of redirected)
    yield { node, lastSteps: [...before, stepOf(load, place, IDENTITY)], set: refused };
}

/** Searches paths to all goals together. */
class GoalSearch {
  readonly #replays = new Map<Goal, number>();
  readonly #variables = new Map<Goal, readonly Variable[]>();
  readonly found = new Map<Goal, FoundPath>();

  constructor(readonly search: ForwardSearch) {}

  /** The candidates for a goal among the requests and nodes that the search found since `from`. */
  *candidates({ requests: goal }: Goal, from: { readonly requests: number; readonly nodes: number }): Generator<Candidate> {
    const { requests, nodes, transitions } = this.search;
    if ("decision" in goal) {
      for (const node of nodes.slice(from.nodes)) {
        const { set, steps } = this.search.loadClosure(node);
        for (const evaluating of transitions.evaluating(node.place, goal.decision)) {
          const by = `${evaluating.by}, which evaluates ${goal.decision}`;
          const step = stepOf({ ...evaluating, by }, node.place, evaluating.effect);
          yield { node, lastSteps: [...steps, step], set: image(step, set) };
        }
      }
      return;
    }
    const isThere = ({ place }: SearchNode): boolean => place.screen.id === goal.screen;
    for (const node of requests.slice(from.requests)) if (isThere(node)) yield { node, lastSteps: [], set: node.set };
    for (const node of nodes.slice(from.nodes)) if (isThere(node)) yield* closureCandidates(this.search, node);
  }

  /** The candidates for a screen whose address is typed at some nodes. */
  *typed(place: ScreenSets, nodes: readonly SearchNode[]): Generator<Candidate> {
    const { transitions } = this.search;
    const opening = transitions.opening(typedAddress(place));
    for (const parent of nodes) {
      const { set, steps } = this.search.loadClosure(parent);
      const requested = image(opening, set);
      yield { node: parent, lastSteps: [...steps, stepOf(opening, place, IDENTITY)], set: requested };
      const admitted = transitions.space.bdd.and(requested, place.admits);
      if (admitted === FALSE) continue;
      const redirects = identityOn(transitions.space, place.admits);
      const node: SearchNode = {
        place,
        set: admitted,
        start: parent.start,
        parent,
        steps: [...steps, stepOf(opening, place, redirects)],
        redirects,
        stays: false,
        refetched: opening.refetched,
      };
      yield* closureCandidates(this.search, node);
    }
  }

  /** Tries candidates: the smallest depositor of the goal if a path reaches it, else the smallest that the candidates contain. */
  try(goal: Goal, candidates: Iterable<Candidate>): boolean {
    const { space } = this.search.transitions;
    const { bdd } = space;
    const whole = bdd.and(goal.where, space.valid);
    const fitting: Candidate[] = [];
    for (const candidate of candidates) if (bdd.and(candidate.set, whole) !== FALSE) fitting.push(candidate);
    if (fitting.length === 0) return false;
    const variables = this.#variables.get(goal) ?? relevantVariables(space, whole);
    this.#variables.set(goal, variables);
    let left = bdd.and(whole, bdd.any(fitting.map(({ set }) => set)));
    let where = likeSmallestState(space, whole, whole, variables);
    if (bdd.and(left, where) === FALSE) where = likeSmallestState(space, left, whole, variables);
    while (left !== FALSE) {
      for (const { node, lastSteps, set } of fitting) {
        if (bdd.and(set, where) === FALSE) continue;
        const replays = this.#replays.get(goal) ?? 0;
        if (replays >= MAX_REPLAYS) return false;
        this.#replays.set(goal, replays + 1);
        const steps = this.search.replay({ node, lastSteps, target: { set: where, requests: goal.requests } });
        if (steps === null) continue;
        this.found.set(goal, { where, about: variables.map(({ name }) => name), steps });
        return true;
      }
      left = bdd.diff(left, where);
      if (left !== FALSE) where = likeSmallestState(space, left, whole, variables);
    }
    return false;
  }
}

/** The screens of goals, and the screens from which a transition evaluates their decisions. */
function screensOf(transitions: TransitionRelation, goals: readonly Goal[]): readonly ScreenSets[] {
  const isGoal = (place: ScreenSets): boolean =>
    goals.some(({ requests }) =>
      "screen" in requests ? place.screen.id === requests.screen : transitions.evaluating(place, requests.decision).length > 0,
    );
  return [...transitions.screens.values()].filter(isGoal);
}

/** A path for each goal that has one; the map omits goals without a path. */
export function pathsToGoals(search: ForwardSearch, goals: readonly Goal[]): ReadonlyMap<Goal, FoundPath> {
  const goalSearch = new GoalSearch(search);
  const { nodes, requests, transitions } = search;
  let open = [...goals];
  let from = { requests: 0, nodes: 0 };
  do {
    const now = { requests: requests.length, nodes: nodes.length };
    open = open.filter((goal) => !goalSearch.try(goal, goalSearch.candidates(goal, from)));
    from = now;
  } while (open.length > 0 && search.expandTowards(screensOf(transitions, open)));
  for (const goal of open) {
    const place = "screen" in goal.requests ? transitions.screens.get(goal.requests.screen) : undefined;
    for (let at = 0; place !== undefined && at < Math.min(nodes.length, MAX_TYPED_ADDRESSES); at += BATCH)
      if (goalSearch.try(goal, goalSearch.typed(place, nodes.slice(at, at + BATCH)))) break;
  }
  return goalSearch.found;
}
