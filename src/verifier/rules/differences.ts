/** Exports the differences in admission, redirects and decisions between two bundles, for rules and `compareAdmission`. */
import { decide } from "../../engine/decide.js";
import type { BundleCore, CompiledDecision } from "../../language/bundle.js";
import { NoRowHolds } from "../../language/failures.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { ScreenSets } from "../transitions/screen-sets.js";

/** The states that the second bundle admits and the first refuses (`opened`), the reverse (`closed`), that both redirect to different targets (`redirected`), or for which a decision differs (`decided`). */
export interface Difference {
  readonly kind: "opened" | "closed" | "redirected" | "decided";
  /** The screen's id, or the decision's name. */
  readonly id: string;
  readonly where: Bdd;
}

/** The states by target; the target "" has the states without a row in a decision. */
type TargetSets = ReadonlyMap<string, Bdd>;

/** The states that a screen redirects, by target. */
export function redirectTargets(space: StateSpace, screen: ScreenSets): TargetSets {
  const targets = new Map<string, Bdd>();
  for (const { to, when } of screen.redirects) targets.set(to, space.bdd.or(targets.get(to) ?? FALSE, when));
  return targets;
}

/** The states of a decision, by target. */
export function decisionTargets(space: StateSpace, decision: CompiledDecision): TargetSets {
  const { bdd } = space;
  const targets = new Map<string, Bdd>();
  let left = space.valid;
  for (const { when, go } of decision.rows) {
    const taken = when === undefined ? left : bdd.and(left, space.holds(when.logic));
    targets.set(go, bdd.or(targets.get(go) ?? FALSE, taken));
    left = bdd.diff(left, taken);
  }
  return targets.set("", left);
}

/** The states with the same target in both. */
function sameTarget(space: StateSpace, a: TargetSets, b: TargetSets): Bdd {
  return space.bdd.any([...a].map(([to, states]) => space.bdd.and(states, b.get(to) ?? FALSE)));
}

/** The differences between the screens that exist in both bundles. */
export function screenDifferences(
  space: StateSpace,
  a: ReadonlyMap<string, ScreenSets>,
  b: ReadonlyMap<string, ScreenSets>,
): readonly Difference[] {
  const { bdd, valid } = space;
  const found: Difference[] = [];
  const add = (kind: Difference["kind"], id: string, states: Bdd): void => {
    const where = bdd.and(valid, states);
    if (where !== FALSE) found.push({ kind, id, where });
  };
  for (const [id, one] of a) {
    const other = b.get(id);
    if (other === undefined) continue;
    add("opened", id, bdd.diff(other.admits, one.admits));
    add("closed", id, bdd.diff(one.admits, other.admits));
    const neither = bdd.not(bdd.or(one.admits, other.admits));
    add("redirected", id, bdd.diff(neither, sameTarget(space, redirectTargets(space, one), redirectTargets(space, other))));
  }
  return found;
}

/** The differences between the decisions that exist in both bundles. */
export function decisionDifferences(space: StateSpace, a: BundleCore, b: BundleCore): readonly Difference[] {
  const { bdd, valid } = space;
  return Object.values(a.decisions).flatMap((one) => {
    const other = b.decisions[one.name];
    if (other === undefined) return [];
    const asked = bdd.any([one, other].map(({ precondition }) => (precondition === undefined ? TRUE : space.holds(precondition.logic))));
    const where = bdd.diff(bdd.and(valid, asked), sameTarget(space, decisionTargets(space, one), decisionTargets(space, other)));
    return where === FALSE ? [] : [{ kind: "decided" as const, id: one.name, where }];
  });
}

/** The target that the engine decides; empty where no row holds. */
export function decidedBy(core: BundleCore, witness: Witness, name: string): readonly string[] {
  try {
    return [decide(core, witness.state, name)];
  } catch (error) {
    if (error instanceof NoRowHolds) return [];
    throw error;
  }
}
