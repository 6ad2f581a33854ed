/**
 * Exports `ForwardSearch`: best-first search from the initial states over sets of whole states, for reachability rules and
 * the paths of findings. The real engine replays the path to each screen; only a replayed path counts as reached.
 */
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { startsOf } from "../transitions/addresses.js";
import type { Relation } from "../transitions/relations.js";
import { compose, identityOn, setRoute } from "../transitions/relations.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import { placeAt, routeCube } from "../transitions/screen-sets.js";
import { ExploredFailures, image, type Phases, type Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { BackwardLayers } from "./backward-layers.js";
import { LIMITS, type Limits } from "./limits.js";
import { type LoadClosure, loadClosure } from "./load-closure.js";
import { NodeQueue } from "./node-queue.js";
import { type CandidatePath, type ReplayedStep, type SearchNode, type Step, stepOf, stepTexts } from "./nodes.js";
import { type ReplayedNodes, replay } from "./replay.js";
import { ScreenGraph } from "./screen-graph.js";
import { guideAlong, isGuided, type SearchGuide } from "./search-guide.js";
import { possiblyReachable } from "./slice-reachability.js";
import { StatesByScreen } from "./states-by-screen.js";

/** The path to a reached screen, or why there is none. */
export type Reachability =
  | { readonly path: readonly string[] }
  /**
   * `nobody`: proven unreachable. `not-replayed`: the overapproximation by slices reaches the screen, and the engine
   * replays no path to it. `limit`: the search stopped before it had tried all paths.
   */
  | { readonly path: null; readonly why: "nobody" | "not-replayed" | "limit" };

/** Paths to one screen that the engine replays although their states are already queued. */
const MAX_ATTEMPTS = 50;

/** Expansions without a newly reached screen after which the search looks for steps back from the remaining screens. */
const PATIENCE = 24;

const NONE: ReadonlySet<string> = new Set();

/** The parts of a transition that make a step between two nodes. */
type StepTransition = Pick<Transition, "by" | "event" | "refetched" | keyof Phases>;

type NodeFactory = (place: ScreenSets, set: Bdd, redirects: Relation) => SearchNode;

export class ForwardSearch {
  /** Replayed paths by screen, and the nodes where they end. */
  readonly #paths = new Map<string, readonly ReplayedStep[]>();
  readonly #ends: SearchNode[] = [];
  readonly #attempts = new Map<string, number>();
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
  readonly #replayed: ReplayedNodes = new WeakMap();
  readonly #queue = new NodeQueue();
  /** All nodes in the order of their discovery: states that a screen admitted, and states that requested a screen. */
  readonly nodes: SearchNode[] = [];
  readonly requests: SearchNode[] = [];
  readonly #graph: ScreenGraph;
  /** Screens that the search looks for: all connected screens, until the slices prove some unreachable. */
  #wanted: ReadonlySet<string>;
  /** Distance of each screen from a screen without a replayed path; null when outdated. */
  #distances: ReadonlyMap<ScreenSets, number> | null = null;
  /** The steps to the screens without a replayed path, once the search by the distances of screens has found none; null when outdated. */
  #layers: BackwardLayers | null = null;
  #stepsToGoal = new WeakMap<SearchNode, number | null>();
  /** Expansions since the last newly reached screen. */
  #withoutProgress = 0;
  #proven = false;
  #truncated = false;
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
      if (this.#isDone()) this.#queue.putBack(next);
      else this.#expand(next, () => this.#isDone());
    }
    this.#proveUnreachable();
  }

  #proveUnreachable(): void {
    if (!this.#proven && this.#paths.size < this.#wanted.size) {
      this.#wanted = possiblyReachable(this.transitions, this.#reached.union());
      this.#distances = null;
      this.#layers = null;
    }
    this.#proven = true;
  }

  #next(): SearchNode | undefined {
    if (this.#queue.isEmpty) return undefined;
    const open = ({ screen: { id } }: ScreenSets): boolean => this.#wanted.has(id) && !this.#paths.has(id);
    this.#distances ??= this.#graph.distances(this.#graph.connected.filter(open));
    const distances = this.#distances;
    this.#withoutProgress += 1;
    if (this.#layers === null && this.#extraGoals === null && this.#withoutProgress > PATIENCE) {
      const near = [...distances].filter(([, distance]) => distance <= 1).map(([place]) => place);
      const goals = near.filter((place) => distances.get(place) === 0);
      this.#layers = new BackwardLayers(this.transitions, goals, near);
      this.#stepsToGoal = new WeakMap();
    }
    return this.#queue.take(
      (place) => distances.get(place) ?? this.#wanted.size,
      (node) => this.#stepsFrom(node),
    );
  }

  /** The steps from a node to a screen without a replayed path, where the layers contain them. */
  #stepsFrom(node: SearchNode): number | null {
    const layers = this.#layers;
    if (layers === null || !layers.has(node.place)) return null;
    const known = this.#stepsToGoal.get(node);
    if (known !== undefined) return known;
    const steps = layers.stepsFrom(node.place, this.loadClosure(node).set);
    this.#stepsToGoal.set(node, steps);
    return steps;
  }

  /** How a screen is reached. */
  to(id: string): Reachability {
    const steps = this.#paths.get(id);
    if (steps !== undefined) return { path: stepTexts(steps) };
    return { path: null, why: !this.#wanted.has(id) ? "nobody" : this.isComplete ? "not-replayed" : "limit" };
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
    return this.#queue.isEmpty && !this.#truncated;
  }

  /** Expands one more node, nearest to some screens; false when no node is left or a limit is reached. */
  expandTowards(goals: readonly ScreenSets[]): boolean {
    if (this.#extraExpansions >= this.limits.expansions || this.#isFull()) return false;
    const key = goals.map(({ screen }) => screen.id).join();
    if (key !== this.#extraGoals) this.#distances = this.#graph.distances(goals);
    this.#layers = null;
    this.#extraGoals = key;
    const next = this.#next();
    if (next === undefined) return false;
    this.#extraExpansions += 1;
    this.#expand(next, () => this.#isFull());
    return true;
  }

  /** The steps of a path that the engine replays; null when it doesn't reach the target. */
  replay(path: CandidatePath): readonly ReplayedStep[] | null {
    const { steps, truncated } = replay(this.transitions, path, this.limits.valuations, this.#replayed);
    this.#truncated ||= truncated;
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
      const route = setRoute(space, routeCube(space, to, new Map(), new Set()));
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
      this.#queue.push(node);
      this.nodes.push(node);
      this.#queued.add(place, keepsScreen, states);
    }
    if (!isReached) return;
    this.#reached.add(place, keepsScreen, states);
    if (stays) this.#reached.add(place, true, states);
  }

  /** Whether a path to the screen is replayed, at the latest to this node, or the attempts are used up. */
  #reaches(node: SearchNode): boolean {
    const { id } = node.place.screen;
    if (this.#paths.has(id)) return true;
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempts);
    if (attempts > MAX_ATTEMPTS) {
      this.#truncated = true;
      return true;
    }
    const steps = this.replay({ node, lastSteps: [], target: { set: node.set, requests: { screen: id } } });
    if (steps === null) return false;
    this.#paths.set(id, steps);
    this.#ends.push(node);
    this.#distances = null;
    this.#layers = null;
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
      if (from != null && !explored.has(key)) this.#explore(from, () => this.#isDone(), by);
      explored.add(key);
      found.push(this.nodes.find((node) => node.parent === (from ?? null) && isGuided(node, one)));
      if (this.#isDone()) return;
    }
  }

  #expand(node: SearchNode, isEnough: () => boolean): void {
    if (!this.#explore(node, isEnough)) this.#queue.putBack(node);
  }

  /** Explores the transitions from a node, or only those with a name; false where it is enough before the last one. */
  #explore(node: SearchNode, isEnough: () => boolean, name?: string): boolean {
    const { place } = node;
    const { space, reload } = this.transitions;
    const isWanted = ({ by }: StepTransition): boolean => name === undefined || by === name;
    const { set, steps, redirected } = this.loadClosure(node);
    for (const { before, load, set: refused } of redirected) {
      const answered = { ...load, refetched: NONE };
      if (isWanted(answered)) this.#goTo(node, before, answered, place, refused);
    }
    if (this.#reached.has(place)) this.#reached.add(place, this.#keepsScreen(node), set);
    const explored = new ExploredFailures(space);
    for (const transition of this.transitions.of(place)) {
      if (isEnough()) return false;
      if (!isWanted(transition) || explored.covers(transition, transition.request.image(set))) continue;
      if (transition.to === null) this.#stay(node, steps, transition, image(transition, set));
      else this.#goTo(node, steps, transition, transition.to, image(transition, set));
    }
    // A reload redirects the states that the screen no longer admits.
    const reloaded = { ...reload, refetched: NONE };
    if (isWanted(reloaded)) this.#goTo(node, steps, reloaded, place, image(reload, space.bdd.diff(set, place.admits)));
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
    this.#add({ place, set, start, parent, steps, redirects, stays: true, refetched }, this.#paths.has(place.screen.id));
  }
}
