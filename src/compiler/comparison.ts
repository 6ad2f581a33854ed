/** Exports the checks of an operation: which operands it can use, and which values can be compared. */
import * as conditions from "../language/condition-problems.js";
import type { Json } from "../language/definition.js";
import { isWritable } from "../language/field-formats.js";
import type { OperatorDefinition, Takes } from "../language/operators.js";
import { plain, type SourceNode } from "../language/source.js";
import { type JsonType, neverMatches, type StaticType, typesBesideNull } from "../language/static-types.js";
import type { Linker } from "./compile-context.js";
import type { Application } from "./expression-parts.js";
import { type NonNullPaths, ruledOut } from "./non-null-paths.js";

/** A part of an expression, as read. */
export interface Operand {
  readonly node: SourceNode;
  readonly type: StaticType;
  /** Beginnings of its path that may be null. */
  readonly nullable: readonly string[];
  readonly constant: boolean;
  /** What it reads, if it is a `var`. */
  readonly path?: string;
}

/** The types that an operator can use, and how a message names them. */
const TAKEN: Readonly<Record<Takes, { readonly types: readonly JsonType[]; readonly said: string }>> = {
  list: { types: ["array"], said: "a list" },
  figures: { types: ["number", "string"], said: "figures" },
  texts: { types: ["string", "number"], said: "texts and figures" },
  textsOrLists: { types: ["string", "number", "array"], said: "texts and figures" },
  text: { types: ["string", "number"], said: "a text" },
  date: { types: ["string"], said: "a calendar date" },
  instant: { types: ["string"], said: "an instant" },
};

/** Reports an operand that its operator cannot use: a sum of lists, a quantifier over a text. */
export function checkOperands({ name }: Application, { takes }: OperatorDefinition, operands: readonly Operand[], linker: Linker): void {
  if (takes === undefined) return;
  const { types: wanted, said } = TAKEN[takes];
  // The operands beside a list are conditions or values of its items.
  for (const operand of takes === "list" ? operands.slice(0, 1) : operands) {
    const { any, types, format } = operand.type;
    // A day has no time of day: it would be shown as midnight UTC. An instant has another day in another zone.
    const isOtherDate = (takes === "instant" && format === "date") || (takes === "date" && format === "date-time");
    if (isOtherDate) linker.report(operand.node.at, conditions.wrongOperand(name, said, described(operand)));
    if (any || wanted.some((type) => types.has(type)) || (types.size === 1 && types.has("null") && operand.path !== undefined)) continue;
    linker.report(operand.node.at, conditions.wrongOperand(name, said, described(operand)));
  }
}

/** Types must agree, constants must be values that can occur. */
export function checkComparison(
  application: Application,
  { compares }: OperatorDefinition,
  operands: readonly Operand[],
  linker: Linker,
): void {
  if (compares === "membership") compareAmong(application, operands, linker);
  else if (compares !== undefined) {
    for (const [index, right] of operands.entries()) {
      const left = operands[index - 1];
      if (left !== undefined) comparePair(application, left, right, linker);
    }
  }
}

const DATES: ReadonlySet<string> = new Set(["date", "date-time"]);

/** Whether one is a calendar date and the other an instant: their texts are never equal, and have no order. */
export function areOtherDates({ format: one }: StaticType, { format: other }: StaticType): boolean {
  return one !== null && other !== null && one !== other && DATES.has(one) && DATES.has(other);
}

function compareAmong(application: Application, [one, among]: readonly Operand[], linker: Linker): void {
  if (one === undefined || among === undefined || one.type.any || among.type.any) return;
  if (among.node.kind === "list") {
    for (const item of among.node.items) {
      if (item.kind === "scalar") checkConstant(application, one, { value: item.value, node: item }, linker);
    }
    return;
  }
  // An empty text and each part of the constant would count as well.
  if (among.node.kind === "scalar" && typeof among.node.value === "string" && one.path !== undefined && one.type.values !== null)
    return linker.report(among.node.at, conditions.partOfText(one.path, among.node.value));
  // A text may be looked for in a text, anything in a list.
  if (!among.type.types.has("array") && !among.type.types.has("string")) {
    linker.report(among.node.at, conditions.typesDisagree(application.name, described(one), described(among)));
  }
}

function comparePair(application: Application, left: Operand, right: Operand, linker: Linker): void {
  if (!left.constant && JSON.stringify(plain(left.node)) === JSON.stringify(plain(right.node)))
    return linker.report(application.at, conditions.comparedWithItself(application.name, described(left)));
  if (left.type.any || right.type.any) return;
  const [constant, other] = left.constant && !right.constant ? [left, right] : [right, left];
  const value = constant.constant && constant.node.kind === "scalar" ? { value: constant.node.value as Json, node: constant.node } : null;
  if (value !== null && !other.constant) return checkConstant(application, other, value, linker);
  const common = typesBesideNull(left.type).filter((one) => right.type.types.has(one));
  const disjoint =
    left.type.values !== null && right.type.values !== null && !left.type.values.some((one) => right.type.values?.includes(one));
  if (common.length === 0 || disjoint || areOtherDates(left.type, right.type))
    linker.report(application.at, conditions.typesDisagree(application.name, described(left), described(right)));
}

function checkConstant(
  application: Application,
  other: Operand,
  constant: { readonly value: Json; readonly node: SourceNode },
  linker: Linker,
): void {
  const { type } = other;
  if (constant.value === null) {
    if (!type.types.has("null") && other.nullable.length === 0) linker.report(constant.node.at, conditions.neverNull(described(other)));
    return;
  }
  const given = typeof constant.value;
  if (!(["boolean", "number", "string"] as const).some((known) => known === given && type.types.has(known))) {
    linker.report(
      constant.node.at,
      conditions.typesDisagree(application.name, described(other), `the ${given} ${JSON.stringify(constant.value)}`),
    );
  } else if (type.values !== null && !type.values.includes(constant.value)) {
    linker.report(constant.node.at, conditions.constantNotInEnum(constant.value, described(other), type.values));
  } else if (typeof constant.value === "string" && type.format !== null && !isWritable(constant.value, type.format)) {
    linker.report(constant.node.at, conditions.wrongDate(constant.value, described(other), type.format));
  } else if (typeof constant.value === "string" && type.pattern !== null && neverMatches(constant.value, type)) {
    linker.report(constant.node.at, conditions.wrongText(constant.value, described(other), type.pattern));
  }
}

/** `null <= 0` is true in json-logic-js: what may be null is never ordered untested. */
export function checkOrder(
  application: Application,
  { compares }: OperatorDefinition,
  operands: readonly Operand[],
  facts: NonNullPaths,
  linker: Linker,
): void {
  if (compares !== "order") return;
  for (const operand of operands) {
    if (operand.path === undefined || operand.nullable.every((path) => ruledOut(path, facts))) continue;
    linker.report(operand.node.at, conditions.maybeNull(application.name, described(operand)));
  }
}

function described(operand: Operand): string {
  const { format } = operand.type;
  const types = format !== null && DATES.has(format) ? format : typesBesideNull(operand.type).join(" or ") || "null";
  return operand.path === undefined ? `a ${types}` : `"${operand.path}" (${types})`;
}
