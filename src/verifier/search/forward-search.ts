/**
 * Exports `ForwardSearch`: best-first search from the initial states over sets of whole states, for reachability rules and the
 * paths of findings. The real engine replays the path to each screen; only a replayed path counts as reached.
 */
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { startsOf } from "../transitions/addresses.js";
import { compose, identityOn, type Relation } from "../transitions/relations.js";
import { placeAt, redirectTo, type ScreenSets } from "../transitions/screen-sets.js";
import { ExploredFailures, image, type Phases, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { type ApproachedSearch, approach } from "./approach.js";
import { LIMITS, type Limits } from "./limits.js";
import { type LoadClosure, loadClosure } from "./load-closure.js";
import { type Exits, NodeQueue, type Turn } from "./node-queue.js";
import { type CandidatePath, type ReplayedStep, type SearchNode, type Step, stepOf, stepTexts } from "./nodes.js";
import { type ReplayedNodes, replay } from "./replay.js";
import { ScreenGraph } from "./screen-graph.js";
import { guideAlong, isGuided, type SearchGuide } from "./search-guide.js";
import { possiblyReachable } from "./slice-reachability.js";
import { StatesByScreen } from "./states-by-screen.js";

/** The path to a reached screen, or why there is none. */
export type Reachability =
  | { readonly path: readonly string[] }
  /** `nobody`: proven unreachable. `not-replayed`: only the overapproximation by slices reaches it. `limit`: not all paths were tried. */
  | { readonly path: null; readonly why: "nobody" | "not-replayed" }
  | { readonly path: null; readonly why: "limit"; readonly cause: string };

/** Paths to one screen that the engine replays although their states are already queued. */
const MAX_ATTEMPTS = 50;
/** Turns without a newly reached screen after which the search looks for steps back from the remaining screens. */
const PATIENCE = 24;

const NONE: ReadonlySet<string> = new Set();

/** The parts of a transition that make a step between two nodes. */
type StepTransition = Pick<Transition, "by" | "event" | "refetched" | keyof Phases>;

type NodeFactory = (place: ScreenSets, set: Bdd, redirects: Relation) => SearchNode;

/** The constructor runs the search until every wanted screen has a path, nothing is left, or a limit is reached. */
export class ForwardSearch {
  /** Replayed paths by screen, and the nodes where they end. */
  readonly #paths = new Map<string, readonly ReplayedStep[]>();
  readonly #ends: SearchNode[] = [];
  readonly #attempts = new Map<string, number>();
  /** Nodes on screens without a replayed path, and the nodes after them: their states must not hide those of other nodes. */
  readonly #unconfirmed = new WeakSet<SearchNode>();
  /** States at each screen with a replayed path, closed under loads. */
  readonly #reached: StatesByScreen;
  readonly #requested = new Map<ScreenSets, Bdd>();
  /** States at each screen that the search expanded or queued, whether or not a path is replayed. */
  readonly #queued: StatesByScreen;
  /** States for which the same loads were fetched again, by screen and loads. */
  readonly #refetched = new Map<string, Bdd>();
  readonly #closures = new WeakMap<SearchNode, LoadClosure>();
  /** Whether depositors who stayed keep their screen, by screen, states and refetched loads. */
  readonly #kept = new Map<string, boolean>();
  readonly #replayed: ReplayedNodes = new Map();
  readonly #queue = new NodeQueue();
  readonly #exits = new WeakMap<ScreenSets, Exits>();
  /** All nodes in the order of their discovery: states that a screen admitted, and states that requested a screen. */
  readonly nodes: SearchNode[] = [];
  readonly requests: SearchNode[] = [];
  readonly #graph: ScreenGraph;
  /** Screens that the search looks for: all connected screens, until the slices prove some unreachable. */
  #wanted: ReadonlySet<string>;
  /** Distance of each screen from a screen without a replayed path; null when outdated. */
  #distances: ReadonlyMap<ScreenSets, number> | null = null;
  /** Turns since the last newly reached screen. */
  #withoutProgress = 0;
  #proven = false;
  /** What was not tried on the paths to each screen. */
  readonly #untried = new Map<string, string>();
  #extraExpansions = 0;
  #extraGoals: string | null = null;

  constructor(
    readonly transitions: TransitionRelation,
    readonly limits: Limits = LIMITS,
    guide: SearchGuide = [],
  ) {
    this.#graph = new ScreenGraph(transitions);
    this.#wanted = new Set(this.#graph.connected.map(({ screen }) => screen.id));
    const { space } = transitions;
    this.#reached = new StatesByScreen(space.bdd);
    this.#queued = new StatesByScreen(space.bdd);
    for (const start of startsOf(transitions.core, space, transitions.screens)) {
      const factory: NodeFactory = (place, set, redirects) => {
        return { place, set, start, parent: null, steps: [], redirects, stays: false, refetched: NONE };
      };
      this.#enter(start.place, start.set, identityOn(space, space.valid), factory);
    }
    this.#follow(guide);
    while (!this.#isDone()) {
      const next = this.#next();
      if (next === undefined) break;
      // As many expansions as screens found nothing new: the remaining screens may well be unreachable.
      if (this.#withoutProgress > this.#wanted.size) this.#proveUnreachable();
      if (this.#withoutProgress === PATIENCE) this.#approachAll();
      if (this.#isDone()) this.#queue.putBack(next.queued);
      else this.#expand(next, () => this.#isDone());
    }
    this.#proveUnreachable();
  }

  #proveUnreachable(): void {
    if (!this.#proven && this.#paths.size < this.#wanted.size) {
      this.#wanted = possiblyReachable(this.transitions, this.#reached.union());
      this.#distances = null;
    }
    this.#proven = true;
  }

  #next(): Turn | undefined {
    if (this.#queue.isEmpty) return undefined;
    this.#distances ??= this.#graph.distances(this.#open());
    const distances = this.#distances;
    this.#withoutProgress += 1;
    return this.#queue.take(distances, this.#wanted.size, this.#extraGoals !== null);
  }

  /** Looks for the screens without a replayed path from their side. */
  #approachAll(): void {
    for (const goal of this.#open()) {
      const { transitions, nodes } = this;
      const isEnough = (): boolean => this.#paths.has(goal.screen.id) || this.#isFull();
      const search: ApproachedSearch = {
        transitions,
        nodes,
        statesOf: (node) => this.loadClosure(node).set,
        explore: (node, some) => void this.#explore(node, some, new ExploredFailures(transitions.space), isEnough),
        isEnough,
      };
      approach(search, goal, this.#graph.distances([goal]));
    }
  }

  /** The screens without a replayed path that the search looks for. */
  #open(): readonly ScreenSets[] {
    return this.#graph.connected.filter(({ screen: { id } }) => this.#wanted.has(id) && !this.#paths.has(id));
  }

  /** How a screen is reached. */
  to(id: string): Reachability {
    const steps = this.#paths.get(id);
    if (steps !== undefined) return { path: stepTexts(steps) };
    if (!this.#wanted.has(id) || this.isComplete) return { path: null, why: this.#wanted.has(id) ? "not-replayed" : "nobody" };
    const [other = `its diagrams have more than ${this.limits.searchBddNodes} nodes`] = this.#untried.values();
    return { path: null, why: "limit", cause: this.#untried.get(id) ?? other };
  }

  /** The nodes of the replayed paths, for the search of a similar definition. */
  get guide(): SearchGuide {
    return guideAlong(this.#ends, this.nodes);
  }

  /** The steps to a reached screen; none to another. */
  stepsTo(id: string): readonly ReplayedStep[] {
    return this.#paths.get(id) ?? [];
  }

  /** Whether the search expanded all nodes and the replay tried all valuations. */
  get isComplete(): boolean {
    return this.#queue.isEmpty && this.#untried.size === 0;
  }

  /** Expands one more node, nearest to some screens; false when no node is left or a limit is reached. */
  expandTowards(goals: readonly ScreenSets[]): boolean {
    if (this.#extraExpansions >= this.limits.expansions || this.#isFull()) return false;
    const key = goals.map(({ screen }) => screen.id).join();
    if (key !== this.#extraGoals) this.#distances = this.#graph.distances(goals);
    this.#extraGoals = key;
    const next = this.#next();
    if (next === undefined) return false;
    this.#extraExpansions += 1;
    this.#expand(next, () => this.#isFull());
    return true;
  }

  /** The steps of a path that the engine replays; null when it doesn't reach the target. */
  replay(path: CandidatePath): readonly ReplayedStep[] | null {
    const { steps, untried } = replay(this.transitions, path, this.limits.valuations, this.#replayed);
    if (untried !== null) this.#untried.set("screen" in path.target.requests ? path.target.requests.screen : "", untried);
    return steps;
  }

  /** A node after any of the queries that its screen sends by itself are answered. */
  loadClosure(node: SearchNode): LoadClosure {
    const known = this.#closures.get(node);
    if (known !== undefined) return known;
    const made = loadClosure(this.transitions, node);
    this.#closures.set(node, made);
    return made;
  }

  #isFull(): boolean {
    return this.transitions.space.bdd.size > this.limits.searchBddNodes;
  }

  #isDone(): boolean {
    return this.#paths.size >= this.#wanted.size || this.#isFull();
  }

  /** Brings states to a screen, and the states that it redirects to their targets. */
  #enter(place: ScreenSets, set: Bdd, before: Relation, node: NodeFactory, passed: readonly ScreenSets[] = []): void {
    const { space, screens } = this.transitions;
    const { bdd } = space;
    if (set === FALSE || passed.includes(place)) return;
    const request = bdd.implies(set, this.#requested.get(place) ?? FALSE) ? null : node(place, set, before);
    if (request !== null) this.requests.push(request);
    const admitted = bdd.and(set, place.admits);
    if (admitted !== FALSE) {
      const made = node(place, admitted, compose([before, identityOn(space, place.admits)]));
      this.#add(made, this.#reaches(made));
    }
    if (request !== null && (admitted === FALSE || this.#reached.has(place)))
      this.#requested.set(place, bdd.or(set, this.#requested.get(place) ?? FALSE));
    for (const { target, to, when } of place.redirects) {
      const next = placeAt(screens, target, to);
      const sent = bdd.and(set, when);
      if (next === undefined || sent === FALSE) continue;
      const route = redirectTo(space, to);
      this.#enter(next, route.image(sent), compose([before, identityOn(space, when), route]), node, [...passed, place]);
    }
  }

  /** The states that a node adds: if its own are known, those after its refetched loads, once for each set of loads. */
  #statesOf(node: SearchNode, known: Bdd, keepsScreen: boolean): Bdd {
    const { bdd } = this.transitions.space;
    const { place, set, refetched } = node;
    if (refetched.size === 0 || !bdd.implies(set, known)) return set;
    const key = `${place.key} ${keepsScreen} ${[...refetched].sort().join()}`;
    const earlier = this.#refetched.get(key) ?? FALSE;
    if (bdd.implies(set, earlier)) return set;
    this.#refetched.set(key, bdd.or(set, earlier));
    return this.loadClosure(node).set;
  }

  /** Whether a node's depositors stay on the screen after an answer that moves others with the same state. */
  #keepsScreen(node: SearchNode): boolean {
    if (!node.stays) return false;
    const { place, set, refetched } = node;
    const key = `${place.key} ${set} ${[...refetched].sort().join()}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const keeps = loadClosure(this.transitions, { ...node, stays: false }).redirected.length > 0;
    this.#kept.set(key, keeps);
    return keeps;
  }

  /** Queues a node that has new states. */
  #add(node: SearchNode, isReached: boolean): void {
    const { bdd } = this.transitions.space;
    const { place, set, stays, refetched } = node;
    // The states of depositors who stayed are known: whether an answer would move others makes no difference.
    if (stays && refetched.size === 0 && bdd.implies(set, this.#reached.of(place, true))) return;
    const keepsScreen = this.#keepsScreen(node);
    const reached = this.#reached.of(place, keepsScreen);
    const states = this.#statesOf(node, reached, keepsScreen);
    // States without a replayed path don't hide states that have one; among themselves each is expanded once.
    if (!bdd.implies(states, reached) && (isReached || !bdd.implies(states, this.#queued.of(place, keepsScreen)))) {
      this.#queue.push({
        node,
        exits: this.#exitsOf(place),
        done: new Set(),
        failures: new ExploredFailures(this.transitions.space),
        begun: false,
      });
      this.nodes.push(node);
      this.#queued.add(place, keepsScreen, states);
    }
    if (!isReached) {
      this.#unconfirmed.add(node);
      return;
    }
    this.#reached.add(place, keepsScreen, states);
    if (stays) this.#reached.add(place, true, states);
  }

  #isUnconfirmed(node: SearchNode | null): boolean {
    return node !== null && this.#unconfirmed.has(node);
  }

  /** Whether a path to the screen is replayed and nothing refutes the path to this node, or the attempts are used up. */
  #reaches(node: SearchNode): boolean {
    const { id } = node.place.screen;
    if (this.#paths.has(id)) return !this.#isUnconfirmed(node.parent);
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempts);
    if (attempts > MAX_ATTEMPTS) {
      this.#untried.set(id, `the engine confirms none of the first ${MAX_ATTEMPTS} paths to it`);
      return true;
    }
    const steps = this.replay({ node, lastSteps: [], target: { set: node.set, requests: { screen: id } } });
    if (steps === null) return false;
    this.#paths.set(id, steps);
    this.#ends.push(node);
    this.#distances = null;
    this.#withoutProgress = 0;
    return true;
  }

  /** Repeats the steps of a guide. The queue keeps the nodes: only the transitions of the guide are explored. */
  #follow(guide: SearchGuide): void {
    const found: (SearchNode | undefined)[] = [];
    const explored = new Set<string>();
    for (const one of guide) {
      const { parent, by } = one;
      const from = parent === null ? null : found[parent];
      const key = `${parent} ${by}`;
      if (from != null && !explored.has(key)) this.#exploreOnly(from, by);
      explored.add(key);
      found.push(this.nodes.find((node) => node.parent === (from ?? null) && isGuided(node, one)));
      if (this.#isDone()) return;
    }
  }

  /** The transitions of a screen by the screen to which they lead. */
  #exitsOf(place: ScreenSets): Exits {
    const known = this.#exits.get(place);
    if (known !== undefined) return known;
    const exits = new Map<ScreenSets, Transition[]>([[place, []]]);
    for (const transition of this.transitions.of(place)) {
      const to = transition.to ?? place;
      const group = exits.get(to) ?? [];
      exits.set(to, group);
      group.push(transition);
    }
    this.#exits.set(place, exits);
    return exits;
  }

  /** Explores the transitions of a node to some screens, until it is enough. */
  #expand({ queued, to }: Turn, isEnough: () => boolean): void {
    const { node, exits, done, failures } = queued;
    if (!queued.begun) {
      queued.begun = true;
      this.#leave(node, () => true);
    }
    for (const screen of to) {
      if (!this.#explore(node, exits.get(screen) ?? [], failures, isEnough)) break;
      done.add(screen);
    }
    this.#queue.putBack(queued);
  }

  /** Explores the transitions with a name. The queue keeps the node. */
  #exploreOnly(node: SearchNode, name: string): void {
    this.#leave(node, (by) => by === name);
    const named = this.transitions.of(node.place).filter(({ by }) => by === name);
    this.#explore(node, named, new ExploredFailures(this.transitions.space), () => this.#isDone());
  }

  /** Explores how a depositor leaves a screen without an act: by the answers to its queries, or by a reload that it no longer admits. */
  #leave(node: SearchNode, isWanted: (by: string) => boolean): void {
    const { place } = node;
    const { space, reload } = this.transitions;
    const { set, steps, redirected } = this.loadClosure(node);
    for (const { before, load, set: refused } of redirected)
      if (isWanted(load.by)) this.#goTo(node, before, { ...load, refetched: NONE }, place, refused);
    if (this.#reached.has(place) && !this.#isUnconfirmed(node)) this.#reached.add(place, this.#keepsScreen(node), set);
    if (isWanted(reload.by))
      this.#goTo(node, steps, { ...reload, refetched: NONE }, place, image(reload, space.bdd.diff(set, place.admits)));
  }

  /** Explores transitions from a node; false where it is enough before the last one. */
  #explore(node: SearchNode, some: readonly Transition[], failures: ExploredFailures, isEnough: () => boolean): boolean {
    const { set, steps } = this.loadClosure(node);
    for (const transition of some) {
      if (isEnough()) return false;
      if (failures.covers(transition, transition.request.image(set))) continue;
      if (transition.to === null) this.#stay(node, steps, transition, image(transition, set));
      else this.#goTo(node, steps, transition, transition.to, image(transition, set));
    }
    return true;
  }

  #goTo(parent: SearchNode, before: readonly Step[], transition: StepTransition, to: ScreenSets, set: Bdd): void {
    const { start } = parent;
    const { refetched } = transition;
    this.#enter(to, set, transition.effect, (place, admitted, redirects) => {
      const steps = [...before, stepOf(transition, place, redirects)];
      return { place, set: admitted, start, parent, steps, redirects, stays: false, refetched };
    });
  }

  /** A transition without a target stays on the screen in any state: the runtime evaluates guards only on navigation. */
  #stay(parent: SearchNode, before: readonly Step[], transition: StepTransition, set: Bdd): void {
    if (set === FALSE) return;
    const { place, start } = parent;
    const { effect: redirects, refetched } = transition;
    const steps = [...before, { ...stepOf(transition, place, redirects), stays: true }];
    this.#add(
      { place, set, start, parent, steps, redirects, stays: true, refetched },
      this.#paths.has(place.screen.id) && !this.#isUnconfirmed(parent),
    );
  }
}
