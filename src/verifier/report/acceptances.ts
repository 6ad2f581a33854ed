/** Exports acceptances: they remove candidates that the flows accept with a reason. Used by the analysis. */
import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import type { CandidateFinding } from "../rules/findings.js";
import { messages } from "../rules/messages.js";

export interface LinkedAcceptance {
  /** The screen, predicate or decision row; of a row that names a wizard, the row of each step. */
  readonly owners: readonly string[];
  readonly rule: string;
  /** The states in which the finding is accepted, as plain json-logic; null for all states. */
  readonly logic: Json | null;
  readonly reason: string;
  readonly at: Origin;
}

/** The candidates without their accepted states, and a finding for each acceptance that matches nothing. */
export function withoutAccepted(
  candidates: readonly CandidateFinding[],
  acceptances: readonly LinkedAcceptance[],
  space: StateSpace,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const matched = new Set<LinkedAcceptance>();
  const left: CandidateFinding[] = [];
  for (const candidate of candidates) {
    let where = candidate.where;
    let accepted = false;
    for (const acceptance of acceptances) {
      if (!acceptance.owners.includes(candidate.owner) || acceptance.rule !== candidate.rule) continue;
      if (acceptance.logic === null || where === null) {
        accepted = acceptance.logic === null;
        if (accepted) matched.add(acceptance);
        continue;
      }
      const acceptedStates = space.holds(acceptance.logic);
      if (bdd.and(where, acceptedStates) === FALSE) continue;
      matched.add(acceptance);
      where = bdd.diff(where, acceptedStates);
    }
    if (!accepted && where !== FALSE) left.push({ ...candidate, where });
  }
  const stale = acceptances.filter((acceptance) => !matched.has(acceptance));
  return [
    ...left,
    ...stale.map(
      (acceptance): CandidateFinding => ({
        rule: "waiver-stale",
        message: messages.stale(acceptance.rule),
        at: [acceptance.at],
        owner: acceptance.owners[0] ?? "app",
        where: null,
        ask: null,
      }),
    ),
  ];
}
