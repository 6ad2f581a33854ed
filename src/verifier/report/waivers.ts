/** Exports waivers: they remove candidates that the flows accept with a reason. Used by the analysis. */
import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import type { CandidateFinding } from "../rules/findings.js";
import { messages } from "../rules/messages.js";

export interface LinkedWaiver {
  /** The screen, predicate or decision row; of a row that names a wizard, the row of each step. */
  readonly owners: readonly string[];
  readonly rule: string;
  /** The states in which the finding is accepted, as plain json-logic; null for all states. */
  readonly logic: Json | null;
  readonly reason: string;
  readonly at: Origin;
}

/** The candidates without their accepted states, and a finding for each waiver that matches nothing. */
export function withoutWaived(
  candidates: readonly CandidateFinding[],
  waivers: readonly LinkedWaiver[],
  space: StateSpace,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const matched = new Set<LinkedWaiver>();
  const left: CandidateFinding[] = [];
  for (const candidate of candidates) {
    let where = candidate.where;
    let accepted = false;
    for (const waiver of waivers) {
      if (!waiver.owners.includes(candidate.owner) || waiver.rule !== candidate.rule) continue;
      if (waiver.logic === null || where === null) {
        accepted = waiver.logic === null;
        if (accepted) matched.add(waiver);
        continue;
      }
      const acceptedStates = space.holds(waiver.logic);
      if (bdd.and(where, acceptedStates) === FALSE) continue;
      matched.add(waiver);
      where = bdd.diff(where, acceptedStates);
    }
    if (!accepted && where !== FALSE) left.push({ ...candidate, where });
  }
  const stale = waivers.filter((waiver) => !matched.has(waiver));
  return [
    ...left,
    ...stale.map(
      (waiver): CandidateFinding => ({
        rule: "waiver-stale",
        message: messages.stale(waiver.rule),
        at: [waiver.at],
        owner: waiver.owners[0] ?? "app",
        where: null,
        ask: null,
      }),
    ),
  ];
}
