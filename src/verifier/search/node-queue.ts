/** Exports the queue of search nodes that wait for expansion, for the forward search. */
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { SearchNode } from "./nodes.js";

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
   * Takes the node with the least cost: the distance of its screen from a goal (best-first search), plus the number of
   * expansions of the screen; the oldest node among equals. `far`: the distance of screens that lead to no goal.
   */
  take(distances: ReadonlyMap<ScreenSets, number>, far: number): SearchNode | undefined {
    const [first] = this.#nodes;
    if (first === undefined) return undefined;
    const cost = ({ place }: SearchNode): number => (this.#expansions.get(place) ?? 0) + (distances.get(place) ?? far);
    const next = this.#nodes.reduce((least, one) => (cost(one) < cost(least) ? one : least), first);
    this.#nodes.splice(this.#nodes.indexOf(next), 1);
    this.#expansions.set(next.place, (this.#expansions.get(next.place) ?? 0) + 1);
    return next;
  }
}
