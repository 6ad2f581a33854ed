/** Exports the sets of depositors whom two versions of the flows treat differently, for rules and for `compareAdmission`. */
import { decide } from "../../engine/decide.js";
import type { BundleCore, CompiledDecision } from "../../language/bundle.js";
import { NoRowHolds } from "../../language/failures.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Space } from "../abstraction/state-space.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";

/** `opened`: the second admits whom the first refuses. `closed`: the other way. `led`: both refuse, and lead elsewhere. `decided`: a decision's answer. */
export interface Treated {
  readonly kind: "opened" | "closed" | "led" | "decided";
  /** The screen's id, or the decision's name. */
  readonly id: string;
  readonly where: Bdd;
}

/** By where each leads: who. `""` stands for a decision that has no row for them. */
type Ways = ReadonlyMap<string, Bdd>;

/** Whom a screen refuses, by where it leads them. */
export function waysOfScreen(space: Space, screen: ScreenSpace): Ways {
  const ways = new Map<string, Bdd>();
  for (const { to, when } of screen.sendings) ways.set(to, space.diagrams.or(ways.get(to) ?? FALSE, when));
  return ways;
}

/** By where a decision leads: who. */
export function waysOfDecision(space: Space, decision: CompiledDecision): Ways {
  const { diagrams } = space;
  const ways = new Map<string, Bdd>();
  let left = space.valid;
  for (const { when, go } of decision.rows) {
    const taken = when === undefined ? left : diagrams.and(left, space.holds(when.logic));
    ways.set(go, diagrams.or(ways.get(go) ?? FALSE, taken));
    left = diagrams.minus(left, taken);
  }
  return ways.set("", left);
}

/** Who is led to the same place by both. */
function together(space: Space, a: Ways, b: Ways): Bdd {
  return space.diagrams.any([...a].map(([to, who]) => space.diagrams.and(who, b.get(to) ?? FALSE)));
}

/** Screens whom each of two cores admits, for those in both. */
export function screensTreated(space: Space, a: ReadonlyMap<string, ScreenSpace>, b: ReadonlyMap<string, ScreenSpace>): readonly Treated[] {
  const { diagrams, valid } = space;
  const found: Treated[] = [];
  const add = (kind: Treated["kind"], id: string, who: Bdd): void => {
    const where = diagrams.and(valid, who);
    if (where !== FALSE) found.push({ kind, id, where });
  };
  for (const [id, one] of a) {
    const other = b.get(id);
    if (other === undefined) continue;
    add("opened", id, diagrams.minus(other.admits, one.admits));
    add("closed", id, diagrams.minus(one.admits, other.admits));
    const neither = diagrams.not(diagrams.or(one.admits, other.admits));
    add("led", id, diagrams.minus(neither, together(space, waysOfScreen(space, one), waysOfScreen(space, other))));
  }
  return found;
}

export function decisionsTreated(space: Space, a: BundleCore, b: BundleCore): readonly Treated[] {
  const { diagrams, valid } = space;
  return Object.values(a.decisions).flatMap((one) => {
    const other = b.decisions[one.name];
    if (other === undefined) return [];
    const asked = diagrams.any([one, other].map(({ given }) => (given === undefined ? TRUE : space.holds(given.logic))));
    const where = diagrams.minus(diagrams.and(valid, asked), together(space, waysOfDecision(space, one), waysOfDecision(space, other)));
    return where === FALSE ? [] : [{ kind: "decided" as const, id: one.name, where }];
  });
}

/** What the run-time answers: nothing where no row holds. */
export function decidedBy(core: BundleCore, witness: Witness, name: string): readonly string[] {
  try {
    return [decide(core, witness.state, name, NOW)];
  } catch (error) {
    if (error instanceof NoRowHolds) return [];
    throw error;
  }
}
