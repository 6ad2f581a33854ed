/**
 * Exports the queue of search nodes with transitions to explore, for the forward search. Each turn explores the transitions
 * of a node to one screen, the nearest to a goal (partial expansion: Yoshizumi, Miura and Ishida 2000): most of the others
 * never have their turn.
 */
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { ExploredFailures, Transition } from "../transitions/transition.js";
import type { SearchNode } from "./nodes.js";

/** The transitions of a screen by the screen to which they lead; those that stay lead to the screen itself. */
export type Exits = ReadonlyMap<ScreenSets, readonly Transition[]>;

/** A node whose transitions are not all explored. */
export interface QueuedNode {
  readonly node: SearchNode;
  readonly exits: Exits;
  /** The screens to which all transitions are explored. */
  readonly done: Set<ScreenSets>;
  readonly failures: ExploredFailures;
  /** Whether the node had a turn. */
  begun: boolean;
}

/** The turn of a node: the transitions to explore. */
export interface Turn {
  readonly queued: QueuedNode;
  readonly to: readonly ScreenSets[];
}

export class NodeQueue {
  readonly #nodes: QueuedNode[] = [];
  readonly #begun = new Map<ScreenSets, number>();
  /** The nearest exit of each node by the distances for which it was computed. */
  readonly #nearest = new WeakMap<QueuedNode, { readonly distances: object; readonly to: ScreenSets; readonly cost: number }>();

  get isEmpty(): boolean {
    return this.#nodes.length === 0;
  }

  push(node: QueuedNode): void {
    this.#nodes.push(node);
  }

  /** Returns a node whose turn was not finished, or that has other exits. */
  putBack(node: QueuedNode): void {
    this.#nearest.delete(node);
    if (node.done.size < node.exits.size) this.#nodes.unshift(node);
  }

  /**
   * Takes the node with the least cost: the distance of its nearest exit from a goal (best-first search) plus the number of
   * other nodes of its screen that had a turn; the oldest node among equals.
   * `whole`: the turn is about all exits.
   */
  take(distances: ReadonlyMap<ScreenSets, number>, farthest: number, whole: boolean): Turn | undefined {
    const [first] = this.#nodes;
    if (first === undefined) return undefined;
    let next = first;
    let least = Number.POSITIVE_INFINITY;
    for (const queued of this.#nodes) {
      const others = (this.#begun.get(queued.node.place) ?? 0) - (queued.begun ? 1 : 0);
      const own = others + this.#exit(queued, distances, farthest).cost;
      if (own < least) [next, least] = [queued, own];
    }
    this.#nodes.splice(this.#nodes.indexOf(next), 1);
    const { place } = next.node;
    if (!next.begun) this.#begun.set(place, (this.#begun.get(place) ?? 0) + 1);
    const all = [...next.exits.keys()].filter((to) => !next.done.has(to));
    return { queued: next, to: whole ? all : [this.#exit(next, distances, farthest).to] };
  }

  #exit(queued: QueuedNode, distances: ReadonlyMap<ScreenSets, number>, farthest: number): { to: ScreenSets; cost: number } {
    const known = this.#nearest.get(queued);
    if (known?.distances === distances) return known;
    let nearest = { distances, to: queued.node.place, cost: Number.POSITIVE_INFINITY };
    for (const to of queued.exits.keys()) {
      const cost = distances.get(to) ?? farthest;
      if (cost < nearest.cost && !queued.done.has(to)) nearest = { distances, to, cost };
    }
    this.#nearest.set(queued, nearest);
    return nearest;
  }
}
