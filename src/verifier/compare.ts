/** Two bundles compared by whom they treat differently, not by what is written: exact, over all states at once. */

import { decide } from "../engine/decide.js";
import { completeState } from "../engine/write.js";
import type { Bundle, BundleCore, CompiledDecision } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { NoRowHolds } from "../language/failures.js";
import type { Bdd } from "./bdd.js";
import { FALSE, TRUE } from "./bdd.js";
import { NOW } from "./classes.js";
import { ProofDisagrees } from "./findings.js";
import { chainOf } from "./redirects.js";
import type { ScreenSpace } from "./routes.js";
import { screenSpaces } from "./routes.js";
import { Space } from "./space.js";
import { pathTypes } from "./types.js";
import type { Witness } from "./witness.js";
import { witnessOf } from "./witness.js";

/** `opened`: the second admits whom the first refuses. `closed`: the other way. `led`: both refuse, and lead elsewhere. `decided`: a decision's answer. */
export interface Treated {
  readonly kind: "opened" | "closed" | "led" | "decided";
  /** The screen's id, or the decision's name. */
  readonly id: string;
  readonly where: Bdd;
}

/** Who is treated differently, shown by the smallest such depositor. */
export interface AdmissionDifference {
  readonly kind: Treated["kind"];
  readonly id: string;
  /** The path to ask for in each; null for a decision. */
  readonly paths: readonly [string, string] | null;
  readonly witness: Witness;
  /** Where each leads that depositor: a chain of paths, or a decision's answer. */
  readonly answers: readonly [readonly string[], readonly string[]];
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

function decisionsTreated(space: Space, a: BundleCore, b: BundleCore): readonly Treated[] {
  const { diagrams, valid } = space;
  return Object.values(a.decisions).flatMap((one) => {
    const other = b.decisions[one.name];
    if (other === undefined) return [];
    const asked = diagrams.any([one, other].map(({ given }) => (given === undefined ? TRUE : space.holds(given.logic))));
    const where = diagrams.minus(diagrams.and(valid, asked), together(space, waysOfDecision(space, one), waysOfDecision(space, other)));
    return where === FALSE ? [] : [{ kind: "decided" as const, id: one.name, where }];
  });
}

/** Every predicate that routing asks: they decide what must be told apart. */
export function routingLogic(core: BundleCore): readonly Json[] {
  const rows = [
    ...core.otherwise,
    ...Object.values(core.screens).flatMap(({ otherwise }) => otherwise),
    ...Object.values(core.decisions).flatMap(({ rows: own, given }) => [...own, ...(given === undefined ? [] : [{ when: given }])]),
  ];
  return [
    ...Object.values(core.screens).map(({ guard }) => guard.logic),
    ...Object.values(core.gates).map(({ when }) => when.logic),
    ...rows.flatMap(({ when }) => (when === undefined ? [] : [when.logic])),
  ];
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

/**
 * For each screen and decision in both bundles that treats somebody differently: the smallest depositor whom it does,
 * and where each leads them. Empty when nobody is treated differently, whatever is written. What is shown to the
 * run-time of both must differ there as well.
 */
export function compareAdmission(a: Bundle, b: Bundle, stateSchema: Json): readonly AdmissionDifference[] {
  const typeOf = pathTypes(stateSchema);
  const logic = [...routingLogic(a.core), ...routingLogic(b.core)];
  const distinct = [...new Map(logic.map((one) => [JSON.stringify(one), one])).values()];
  const space = new Space(distinct, typeOf, (path) => initialAt(a.core.initial, path));
  const screens = [screenSpaces(a.core, space), screenSpaces(b.core, space)] as const;
  const treated = [...screensTreated(space, ...screens), ...decisionsTreated(space, a.core, b.core)];
  return treated.map(({ kind, id, where }): AdmissionDifference => {
    const witness = witnessOf(space, where, typeOf);
    // What the witness leaves out is at its initial value, which need not be null.
    const whole = (core: BundleCore) => ({ ...witness, state: completeState(core, witness.state) });
    const paths = kind === "decided" ? null : ([screens[0].get(id)?.path ?? "", screens[1].get(id)?.path ?? ""] as const);
    const answers =
      paths === null
        ? ([decidedBy(a.core, whole(a.core), id), decidedBy(b.core, whole(b.core), id)] as const)
        : ([chainOf(a.core, paths[0], whole(a.core)), chainOf(b.core, paths[1], whole(b.core))] as const);
    if (JSON.stringify(answers[0]) === JSON.stringify(answers[1])) throw new ProofDisagrees(`${id} is ${kind}`, witness.state);
    return { kind, id, paths, witness, answers };
  });
}

/** The initial value at a path of the state; the search of a location is empty. */
export function initialAt(root: Json, path: string): Json {
  let node: Json | undefined = root;
  for (const key of path.split("."))
    node = typeof node === "object" && node !== null && !Array.isArray(node) ? (node as { readonly [key: string]: Json })[key] : undefined;
  if (path === "route.search") return "";
  return node ?? null;
}
