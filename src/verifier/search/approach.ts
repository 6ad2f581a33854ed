/**
 * Exports `approach`: goes back from a screen to nodes that the forward search knows, and follows the steps from there, for
 * screens behind several steps on one screen (bidirectional search: Pohl 1971).
 */
import type { Bdd } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { Transition } from "../transitions/transition.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";
import { BackwardLayers, MAX_STEPS } from "./backward-layers.js";
import type { SearchNode } from "./nodes.js";

/** Times that the search goes back from one screen. */
const MAX_ATTEMPTS = 8;

/** The parts of the forward search that an approach needs. */
export interface ApproachedSearch {
  readonly transitions: TransitionRelation;
  readonly nodes: readonly SearchNode[];
  /** The states of a node after the queries of its screen. */
  readonly statesOf: (node: SearchNode) => Bdd;
  /** Explores transitions from a node, which may add nodes. */
  readonly explore: (node: SearchNode, transitions: readonly Transition[]) => void;
  /** Whether a path to the goal is replayed, or a limit is reached. */
  readonly isEnough: () => boolean;
}

/**
 * Looks for a path to a screen. Where the engine does not confirm the last step, it goes back again without that transition
 * (counterexample-guided refinement: Clarke et al. 2000). `distances`: of the
 * screens that may lead to the goal, the nearest first.
 */
export function approach(search: ApproachedSearch, goal: ScreenSets, distances: ReadonlyMap<ScreenSets, number>): void {
  const { bdd } = search.transitions.space;
  const isKnown = (place: ScreenSets, outside: Bdd): boolean =>
    search.nodes.some((node) => node.place === place && !bdd.implies(search.statesOf(node), outside));
  const all = [...distances.keys()];
  const next = all.filter((place) => (distances.get(place) ?? 0) <= 1);
  const refuted = new Set<Transition>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !search.isEnough(); attempt += 1) {
    // Most steps back are on the screens next to the goal; all screens take many times as long.
    const near = new BackwardLayers(search.transitions, goal, next, refuted, isKnown);
    const layers = near.isMet ? near : new BackwardLayers(search.transitions, goal, all, refuted, isKnown);
    const last = followBack(search, layers);
    if (last.length === 0) return;
    for (const transition of last) refuted.add(transition);
  }
}

/** Follows the steps of layers towards their goal; the transitions that it explored last. */
function followBack(search: ApproachedSearch, layers: BackwardLayers): readonly Transition[] {
  const tried = new Set<SearchNode>();
  let leading: readonly Transition[] = [];
  while (tried.size <= MAX_STEPS) {
    let nearest: SearchNode | null = null;
    let steps = MAX_STEPS + 1;
    for (const node of search.nodes) {
      const own = tried.has(node) ? null : layers.stepsFrom(node.place, search.statesOf(node));
      if (own !== null && own < steps) [nearest, steps] = [node, own];
    }
    if (nearest === null) return leading;
    tried.add(nearest);
    const { place } = nearest;
    const states = search.statesOf(nearest);
    leading = search.transitions.of(place).filter((transition) => layers.entersLayer(transition, place, states, steps));
    search.explore(nearest, leading);
    if (steps === 1 || search.isEnough()) return leading;
  }
  return leading;
}
