/** Exports waivers: they remove candidates that the flows accept with a reason. Used by the analysis. */
import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import type { CandidateFinding } from "../rules/findings.js";
import { messages } from "../rules/messages.js";

/** A waiver of the flows with its names resolved, ready to be compared with candidates. */
export interface LinkedWaiver {
  /** The screen, predicate or decision row; of a row that names a wizard, the row of each step. */
  readonly owners: readonly string[];
  readonly rule: string;
  /** The screen that refuses the depositor; null for a rule without a target. */
  readonly target: string | null;
  /** The states in which the finding is accepted, as plain json-logic; null for all states. */
  readonly logic: Json | null;
  readonly reason: string;
  readonly at: Origin;
}

/** The result of the waivers: the remaining candidates, and the waivers that matched none. */
export interface Waived {
  readonly candidates: readonly CandidateFinding[];
  readonly accepted: readonly LinkedWaiver[];
  readonly unmatched: readonly LinkedWaiver[];
}

/** The candidates without their accepted states. Waivers apply before candidates are merged, so that they accept no other one. */
export function withoutWaived(candidates: readonly CandidateFinding[], waivers: readonly LinkedWaiver[], space: StateSpace): Waived {
  const { bdd } = space;
  const matched = new Set<LinkedWaiver>();
  const left: CandidateFinding[] = [];
  for (const candidate of candidates) {
    let { where } = candidate;
    let accepted = false;
    for (const waiver of waivers) {
      if (!waiver.owners.includes(candidate.owner) || waiver.rule !== candidate.rule) continue;
      if (waiver.target !== null && waiver.target !== candidate.target) continue;
      if (waiver.logic === null || waiver.logic === true) {
        accepted = true;
        matched.add(waiver);
      } else if (where !== null) {
        const acceptedStates = space.holds(waiver.logic);
        if (bdd.and(where, acceptedStates) === FALSE) continue;
        matched.add(waiver);
        where = bdd.diff(where, acceptedStates);
      }
    }
    if (!accepted && where !== FALSE) left.push({ ...candidate, where });
  }
  const unmatched = waivers.filter((waiver) => !matched.has(waiver));
  return { candidates: mergedCandidates(left, space), accepted: [...matched], unmatched };
}

/** One candidate for each merge key: with the states of all candidates that have the same owner, else the first one. */
function mergedCandidates(candidates: readonly CandidateFinding[], { bdd }: StateSpace): readonly CandidateFinding[] {
  const merged = new Map<string, CandidateFinding>();
  for (const [index, candidate] of candidates.entries()) {
    const key = candidate.mergeKey === undefined ? String(index) : `${candidate.rule} ${candidate.mergeKey}`;
    const first = merged.get(key);
    if (first === undefined) merged.set(key, candidate);
    else if (first.owner === candidate.owner && first.where !== null && candidate.where !== null)
      merged.set(key, withStates(first, bdd.or(first.where, candidate.where), candidate));
  }
  return [...merged.values()];
}

/** A candidate with the states of another one: the engine shows the finding where it shows either of them. */
function withStates(first: CandidateFinding, where: NonNullable<CandidateFinding["where"]>, other: CandidateFinding): CandidateFinding {
  const [a, b] = [first.isReproducedBy, other.isReproducedBy];
  return { ...first, where, ...(a && b ? { isReproducedBy: (witness) => a(witness) || b(witness) } : {}) };
}

/** The finding for a waiver that matches nothing. */
export function staleWaiver({ rule, at, owners }: LinkedWaiver): CandidateFinding {
  return { rule: "waiver-stale", message: messages.stale(rule), at: [at], owner: owners[0] ?? "app", where: null, question: null };
}
