/** Exports the queue of search nodes that wait for expansion, for the forward search. */
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { SearchNode } from "./nodes.js";

/** Nodes with a known number of steps come before all others. */
const KNOWN = 1_000_000;

export class NodeQueue {
  readonly #nodes: SearchNode[] = [];
  readonly #expansions = new Map<ScreenSets, number>();

  get isEmpty(): boolean {
    return this.#nodes.length === 0;
  }

  push(node: SearchNode): void {
    this.#nodes.push(node);
  }

  /** Returns a node that was taken and not fully expanded. */
  putBack(node: SearchNode): void {
    this.#nodes.unshift(node);
  }

  /**
   * Takes the node with the least cost: `cost` (best-first search) plus the number of expansions of the screen, or only the
   * steps to a goal where they are known; the oldest node among equals.
   */
  take(cost: (place: ScreenSets) => number, stepsToGoal: (node: SearchNode) => number | null): SearchNode | undefined {
    const [first] = this.#nodes;
    if (first === undefined) return undefined;
    let next = first;
    let least = Number.POSITIVE_INFINITY;
    for (const node of this.#nodes) {
      const steps = stepsToGoal(node);
      const own = steps === null ? (this.#expansions.get(node.place) ?? 0) + cost(node.place) : steps - KNOWN;
      if (own < least) [next, least] = [node, own];
    }
    this.#nodes.splice(this.#nodes.indexOf(next), 1);
    this.#expansions.set(next.place, (this.#expansions.get(next.place) ?? 0) + 1);
    return next;
  }
}
