/** Findings that are accepted in the files, with their reason; one that accepts nothing is a finding itself. */
import type { Origin } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { Space } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import type { Suspicion } from "../rules/findings.js";
import { messages } from "../rules/findings.js";

export interface LinkedAcceptance {
  readonly owner: string;
  readonly rule: string;
  /** Plain json-logic; null for all cases. */
  readonly logic: Json | null;
  readonly reason: string;
  readonly at: Origin;
}

/** What is left when the acceptances are taken away, and acceptances that matched nothing. */
export function withoutAccepted(
  suspicions: readonly Suspicion[],
  acceptances: readonly LinkedAcceptance[],
  space: Space,
): readonly Suspicion[] {
  const { diagrams } = space;
  const matched = new Set<LinkedAcceptance>();
  const left: Suspicion[] = [];
  for (const suspicion of suspicions) {
    let where = suspicion.where;
    let accepted = false;
    for (const acceptance of acceptances) {
      if (acceptance.owner !== suspicion.owner || acceptance.rule !== suspicion.rule) continue;
      if (acceptance.logic === null || where === null) {
        accepted = acceptance.logic === null;
        if (accepted) matched.add(acceptance);
        continue;
      }
      const taken = space.holds(acceptance.logic);
      if (diagrams.and(where, taken) === FALSE) continue;
      matched.add(acceptance);
      where = diagrams.minus(where, taken);
    }
    if (!accepted && where !== FALSE) left.push({ ...suspicion, where });
  }
  const stale = acceptances.filter((acceptance) => !matched.has(acceptance));
  return [
    ...left,
    ...stale.map(
      (acceptance): Suspicion => ({
        rule: "acceptance-stale",
        message: messages.stale(acceptance.rule),
        at: [acceptance.at],
        owner: acceptance.owner,
        where: null,
        ask: null,
      }),
    ),
  ];
}
