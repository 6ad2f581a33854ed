/**
 * Exports the guide of a search: the nodes of the paths that it replayed. The search of a similar definition (another brand,
 * the same brand after an edit) tries these first. A guide proves nothing: the engine replays each path again.
 */
import type { SearchNode } from "./nodes.js";

/** A node as the name of its cause, so that another transition relation has it as well. */
export interface GuidedNode {
  /** The index of the previous node of the path; null at the start. */
  readonly parent: number | null;
  /** The start, or the transition from the previous node. */
  readonly by: string;
  readonly place: string;
  readonly stays: boolean;
}

/** The nodes in the order of their discovery, so that a search that repeats them finds each of them new. */
export type SearchGuide = readonly GuidedNode[];

/** The cause of a node. */
function causeOf({ steps, start }: SearchNode): string {
  return steps.at(-1)?.by ?? start.by;
}

/** Whether a node is the one that a guide names. */
export function isGuided(node: SearchNode, { by, place, stays }: GuidedNode): boolean {
  return node.place.key === place && node.stays === stays && causeOf(node) === by;
}

/** The guide along some nodes. `discovered`: all nodes of the search, in order. */
export function guideAlong(ends: Iterable<SearchNode>, discovered: readonly SearchNode[]): SearchGuide {
  const wanted = new Set<SearchNode>();
  for (const end of ends) for (let node: SearchNode | null = end; node !== null && !wanted.has(node); node = node.parent) wanted.add(node);
  const order = discovered.filter((node) => wanted.has(node));
  const indexes = new Map(order.map((node, index) => [node, index]));
  return order.map((node) => ({
    parent: node.parent === null ? null : (indexes.get(node.parent) ?? null),
    by: causeOf(node),
    place: node.place.key,
    stays: node.stays,
  }));
}
