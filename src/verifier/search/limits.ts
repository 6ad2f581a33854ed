/** Exports the limits of the proof and the search, for the analysis and tests. */
import { MAX_NODES } from "../bdd/diagrams.js";

/** A limit that the search reaches makes reachability undecided, never proven. */
export interface Limits {
  /** BDD nodes at which the whole proof stops. */
  readonly bddNodes: number;
  /** BDD nodes at which the search for paths stops. */
  readonly searchBddNodes: number;
  /** Valuations of the free inputs that the replay tries for one step. */
  readonly valuations: number;
  /** Nodes that the search expands for the paths of findings, after it has reached the screens. */
  readonly expansions: number;
}

/** The limits of `flows check`. They count nodes and steps, never time, so that two runs find the same. */
export const LIMITS: Limits = { bddNodes: MAX_NODES, searchBddNodes: 4_000_000, valuations: 400, expansions: 300 };
