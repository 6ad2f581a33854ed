/**
 * Exports how the verifier abstracts each operator of conditions: the verifier's column of the table of operators
 * (`language/operators.ts`). An operator without an entry here does not compile.
 */
import type { Json } from "../../language/definition.js";
import { operationOf } from "../../language/operation.js";
import { type ConditionOperator, isConditionOperator } from "../../language/operators.js";
import { type Bdd, type BddManager, FALSE } from "../bdd/diagrams.js";

/** The states in which a list has an item: any item, one that satisfies the condition, one that does not. */
export interface ItemSets {
  any(): Bdd;
  satisfying(): Bdd;
  failing(): Bdd;
}

/**
 * `connective`: a function of the sets of its operands. `quantifier`: a function of which items a list has. `atom`: the
 * classes of the paths that it reads decide, and json-logic evaluates it on each of them. `membership`: an atom, or whether
 * a list contains a value, which is a separate variable. `path`: the value of a path, or whether a list has an item.
 */
export type Abstraction =
  | { readonly kind: "connective"; encode(bdd: BddManager, operands: readonly Bdd[]): Bdd }
  | { readonly kind: "quantifier"; encode(bdd: BddManager, items: ItemSets): Bdd }
  | { readonly kind: "atom" | "membership" | "path" };

const ATOM: Abstraction = { kind: "atom" };

function encodeIf(bdd: BddManager, [condition = FALSE, then, ...rest]: readonly Bdd[]): Bdd {
  return then === undefined ? condition : bdd.ite(condition, then, encodeIf(bdd, rest));
}

const ABSTRACTIONS: Readonly<Record<ConditionOperator, Abstraction>> = {
  and: { kind: "connective", encode: (bdd, operands) => bdd.all(operands) },
  or: { kind: "connective", encode: (bdd, operands) => bdd.any(operands) },
  "!": { kind: "connective", encode: (bdd, [operand = FALSE]) => bdd.not(operand) },
  "!!": { kind: "connective", encode: (_bdd, [operand = FALSE]) => operand },
  if: { kind: "connective", encode: encodeIf },
  some: { kind: "quantifier", encode: (_bdd, items) => items.satisfying() },
  // json-logic: `all` over an empty list is false.
  all: { kind: "quantifier", encode: (bdd, items) => bdd.diff(items.any(), items.failing()) },
  none: { kind: "quantifier", encode: (bdd, items) => bdd.not(items.satisfying()) },
  in: { kind: "membership" },
  var: { kind: "path" },
  "==": ATOM,
  "===": ATOM,
  "!=": ATOM,
  "!==": ATOM,
  "<": ATOM,
  "<=": ATOM,
  ">": ATOM,
  ">=": ATOM,
};

/** An operator of a condition with its abstraction and its operands; null for a constant. */
export interface AbstractOperation {
  readonly abstraction: Abstraction;
  readonly operator: ConditionOperator;
  readonly operands: readonly Json[];
}

/** The abstraction of a node; null for a constant. */
export function abstractionOf(node: Json): AbstractOperation | null {
  const operation = operationOf(node);
  if (operation === null) return null;
  const { operator, operands } = operation;
  if (!isConditionOperator(operator)) throw new Error(`${operator} is no operator of conditions`);
  return { abstraction: ABSTRACTIONS[operator], operator, operands };
}
