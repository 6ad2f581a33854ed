/** Exports the semantic types of what operators take and give, for the reader of json-logic. */

import type { OperatorDefinition } from "../language/operators.js";
import { otherMeaning } from "../language/semantic-problems.js";
import type { Operand } from "./comparison.js";
import { type Context, reportUnlessWaived } from "./compile-context.js";
import type { Application } from "./expression-parts.js";
import { unlike } from "./semantics.js";

/** The semantic type of a result where it is not that of the type that the operator gives; null elsewhere. */
export function meaningOf({ means }: OperatorDefinition, operands: readonly Operand[]): ReadonlySet<string> | null {
  if (means === undefined) return null;
  if (means === "all" || means === "only") {
    const all = new Set(operands.flatMap(({ type }) => [...type.semantics]));
    return means === "only" && all.size > 1 ? new Set() : all;
  }
  return operands[means === "first" ? 0 : 1]?.type.semantics ?? null;
}

/** An operator that formats amounts takes no dates and no rates. */
export function checkFormatted({ name }: Application, [operand]: readonly Operand[], context: Context): void {
  const wanted = context.linker.semantics.formats.get(name);
  if (wanted === undefined || operand === undefined) return;
  const other = unlike(operand.type.semantics, wanted);
  if (other.length > 0) reportUnlessWaived(context, operand.node.at, otherMeaning(operand.path, other, `"${name}"`, wanted));
}

/** The kind of the most general type: dates of any meaning have an order. */
const general = (types: ReadonlySet<string>): ReadonlySet<string> => new Set([...types].map((type) => type.split(".")[0] ?? type));

/** Values of two semantic types are never equal, and those of two general types have no order. */
export function checkCompared(
  { name, at }: Application,
  { compares }: OperatorDefinition,
  operands: readonly Operand[],
  context: Context,
): void {
  if (compares !== "equality" && compares !== "order") return;
  for (const [index, right] of operands.entries()) {
    const left = operands[index - 1];
    if (left === undefined) continue;
    const [one, another] = [left.type.semantics, right.type.semantics].map((types) => (compares === "order" ? general(types) : types));
    const other = unlike(one ?? new Set(), another ?? new Set());
    if (other.length > 0 && other.length === one?.size)
      reportUnlessWaived(context, at, otherMeaning(left.path, other, `"${right.path ?? name}"`, another ?? []));
  }
}
