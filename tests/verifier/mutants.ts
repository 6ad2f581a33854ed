/** Exports mutants of a compiled bundle (typical mistakes at every possible position) for the mutation tests, without the rules that find them. */
import type { Bundle, BundleCore, CompiledPredicate, ScreenRoute } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";

export interface Mutant {
  readonly kind: string;
  readonly name: string;
  readonly core: BundleCore;
}

type Node = { readonly [operator: string]: Json };
const isNode = (node: Json): node is Node => typeof node === "object" && node !== null && !Array.isArray(node);
const written = (logic: Json, like: CompiledPredicate): CompiledPredicate => ({ logic, named: logic, at: like.at });

/** Every mutation of one part of a predicate. */
function changedOnce(node: Json, change: (node: Node) => readonly Json[]): readonly Json[] {
  if (Array.isArray(node)) {
    const list = node as readonly Json[];
    return list.flatMap((part, at) => changedOnce(part, change).map((other) => list.map((one, index) => (index === at ? other : one))));
  }
  if (!isNode(node)) return [];
  return [
    ...change(node),
    ...Object.entries(node).flatMap(([key, part]) => changedOnce(part, change).map((other) => ({ ...node, [key]: other }))),
  ];
}

/** Predicates without one operand of an `and`. */
const dropped = (logic: Json): readonly Json[] =>
  changedOnce(logic, ({ and }) =>
    Array.isArray(and) && and.length > 1
      ? and.map((_part, at) => ({ and: (and as readonly Json[]).filter((_one, index) => index !== at) }))
      : [],
  );

/** Statuses and steps; adjacent ones are easily confused. */
const NEXT: Readonly<Record<string, string>> = {
  PASSED: "FLAGGED",
  FAILED: "ERRORED",
  VIEW_ONLY: "FAILED",
  IN_REVIEW: "PASSED",
  ERRORED: "PASSED",
  basic: "address",
  address: "employer",
  confirmed: "bank",
  disclosures: "verified",
  completed: "funded",
  HOLD: "REVIEW",
};

const swappedIn = (values: Json): readonly Json[] => {
  if (typeof values === "string") return NEXT[values] === undefined ? [] : [NEXT[values] ?? ""];
  if (!Array.isArray(values)) return [];
  const list = values as readonly Json[];
  return list.flatMap((value, at) => swappedIn(value).map((other) => list.map((one, index) => (index === at ? other : one))));
};

/** Predicates that compare with another status or step. */
const swapped = (logic: Json): readonly Json[] =>
  changedOnce(logic, (node) =>
    (["===", "!==", "in"] as const).flatMap((operator) => {
      const args = node[operator];
      if (!Array.isArray(args) || !isNode(args[0] as Json)) return [];
      return swappedIn(args[1] as Json).map((other) => ({ [operator]: [args[0] as Json, other] }));
    }),
  );

/** Every `and` as an `or` and vice versa; every comparison reversed. */
const joined = (logic: Json): readonly Json[] =>
  changedOnce(logic, ({ and, or }) => (and !== undefined ? [{ or: and }] : or !== undefined ? [{ and: or }] : []));
const turned = (logic: Json): readonly Json[] =>
  changedOnce(logic, (node) =>
    node["==="] !== undefined ? [{ "!==": node["==="] }] : node["!=="] !== undefined ? [{ "===": node["!=="] }] : [],
  );

/** Every `step`-th mutant, so that every group of screens has some. */
const every = <T>(all: readonly T[], step: number): readonly T[] => all.filter((_one, index) => index % step === 0);

function guards(core: BundleCore, kind: string, change: (logic: Json) => readonly Json[], step: number): readonly Mutant[] {
  const all = Object.values(core.screens).flatMap((screen) =>
    [...new Map(change(screen.guard.logic).map((logic) => [JSON.stringify(logic), logic])).values()].map((logic): Mutant => {
      const changed: ScreenRoute = { ...screen, guard: written(logic, screen.guard) };
      return { kind, name: `${screen.id} ${JSON.stringify(logic)}`, core: { ...core, screens: { ...core.screens, [screen.id]: changed } } };
    }),
  );
  return every(all, step);
}

function rows(core: BundleCore): readonly Mutant[] {
  return Object.values(core.decisions).flatMap((decision) =>
    // The rule `last-row` of the compiler finds a decision without its last row.
    decision.rows.slice(0, -1).map((row): Mutant => {
      const less = { ...decision, rows: decision.rows.filter((one) => one !== row) };
      return {
        kind: "a row of a decision removed",
        name: `${decision.name}.${row.key}`,
        core: { ...core, decisions: { ...core.decisions, [decision.name]: less } },
      };
    }),
  );
}

function gates(core: BundleCore, step: number): readonly Mutant[] {
  const removed = Object.values(core.screens).flatMap((screen) =>
    screen.gates.map((gate): Mutant => {
      const changed = { ...screen, gates: screen.gates.filter((one) => one !== gate) };
      return {
        kind: "a gate removed",
        name: `${screen.id} ${gate}`,
        core: { ...core, screens: { ...core.screens, [screen.id]: changed } },
      };
    }),
  );
  const inner = Object.entries(core.gates).flatMap(([name, gate]) =>
    [...dropped(gate.when.logic), ...swapped(gate.when.logic)].map(
      (logic): Mutant => ({
        kind: "a gate changed",
        name: `${name} ${JSON.stringify(logic)}`,
        core: { ...core, gates: { ...core.gates, [name]: { ...gate, when: written(logic, gate.when) } } },
      }),
    ),
  );
  return [...every(removed, step), ...inner];
}

/** All mutants; `step` samples one of every so many. */
export function mutantsOf({ core }: Bundle): readonly Mutant[] {
  return [
    ...guards(core, "a conjunct dropped", dropped, 3),
    ...guards(core, "a status or step swapped", swapped, 4),
    ...guards(core, "and for or", joined, 4),
    ...guards(core, "a comparison turned", turned, 4),
    ...guards(core, "no guard at all", (logic) => (logic === true ? [] : [true]), 2),
    ...rows(core),
    ...gates(core, 3),
  ];
}
