/** Exports the evaluation of a predicate part by part, in words, for `flows explain`. */
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { inlined, predicateOf } from "../language/inline-names.js";
import { operationOf, variablePath } from "../language/operation.js";
import { type ConditionOperator, isConditionOperator } from "../language/operators.js";
import type { Scope } from "../language/predicate.js";
import { evaluate, test } from "../language/predicate.js";

/** One part of a predicate: its source text, its value, and its own parts. */
export interface EvaluatedPart {
  readonly words: string;
  readonly held: boolean;
  readonly parts: readonly EvaluatedPart[];
}

/** How an operator is put into words. `of`: over its parts. `between`: between its two operands. `present`: whether a value is there. */
type Wording = { readonly of: string } | { readonly between: string } | { readonly items: string } | "present" | "as written";

const WORDINGS: Readonly<Record<ConditionOperator, Wording>> = {
  and: { of: "all of" },
  or: { of: "any of" },
  "!": { of: "not" },
  "!!": "present",
  var: "present",
  "==": { between: "is" },
  "===": { between: "is" },
  "!=": { between: "is not" },
  "!==": { between: "is not" },
  "<": { between: "is before or below" },
  "<=": { between: "is at most" },
  ">": { between: "is after or above" },
  ">=": { between: "is at least" },
  in: { between: "is one of" },
  some: { items: "some of" },
  all: { items: "all of" },
  none: { items: "none of" },
  if: "as written",
};

function literal(value: Json): string {
  return JSON.stringify(value);
}

/** A value in words: its path and its value in the state. */
function operand(node: Json, scope: Scope): string {
  const path = variablePath(node);
  if (path === null) return literal(node);
  const value = evaluate(node, scope);
  return Array.isArray(value) ? `${path} (a list of ${value.length})` : `${path} (${literal(value)})`;
}

/** Evaluates a predicate as it is written (names and json-logic) and keeps the result of every part. */
export function evaluateParts(core: BundleCore, node: Json, scope: Scope): EvaluatedPart {
  const held = test(inlined(core, node), scope);
  const one = (words: string): EvaluatedPart => ({ words, held, parts: [] });
  if (typeof node === "string") return { words: node, held, parts: [evaluateParts(core, predicateOf(core, node).named, scope)] };
  const operation = operationOf(node);
  if (operation === null || !isConditionOperator(operation.operator)) return one(node === true ? "everyone" : literal(node));
  const { operator, operands } = operation;
  const [left = null, right = null] = operands;
  const wording = WORDINGS[operator];
  if (wording === "present") return one(`${operand(operator === "var" ? node : left, scope)} is there`);
  if (wording === "as written") return one(literal(node));
  if ("of" in wording) return { words: wording.of, held, parts: operands.map((part) => evaluateParts(core, part, scope)) };
  if ("items" in wording) return one(`${wording.items} ${operand(left, scope)}: ${literal(right)}`);
  return one(operands.length === 2 ? `${operand(left, scope)} ${wording.between} ${operand(right, scope)}` : literal(node));
}

/** A part and its own parts as lines, indented by depth. */
export function partLines(part: EvaluatedPart, indent: string): readonly string[] {
  const mark = part.held ? "yes" : "no ";
  return [`${indent}${mark} ${part.words}`, ...part.parts.flatMap((inner) => partLines(inner, `${indent}  `))];
}
