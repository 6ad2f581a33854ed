/** What a predicate came to, part by part, in words. */
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { inlined, listed, predicateOf } from "../language/inlined.js";
import type { Scope } from "../language/predicate.js";
import { evaluate, isLogic, test } from "../language/predicate.js";

/** One part of a predicate: how it is written, whether it held, and what it is made of. */
export interface Asked {
  readonly words: string;
  readonly held: boolean;
  readonly parts: readonly Asked[];
}

const JOINED: Readonly<Record<string, string>> = { and: "all of", or: "any of", "!": "not", "!!": "is there" };
const COMPARED: Readonly<Record<string, string>> = {
  "==": "is",
  "===": "is",
  "!=": "is not",
  "!==": "is not",
  "<": "is before or below",
  "<=": "is at most",
  ">": "is after or above",
  ">=": "is at least",
  in: "is one of",
};

function literal(value: Json): string {
  return JSON.stringify(value);
}

/** A value in words: where it is read and what it is there. */
function operand(node: Json, scope: Scope): string {
  if (isLogic(node) && "var" in node) {
    const argument = node.var ?? "";
    const path = Array.isArray(argument) ? String(argument[0] ?? "") : String(argument);
    const value = evaluate(node, scope);
    return Array.isArray(value) ? `${path} (a list of ${value.length})` : `${path} (${literal(value)})`;
  }
  return literal(node);
}

/** Asks a predicate as it is written (names and json-logic) and keeps the answer of every part. */
export function ask(core: BundleCore, node: Json, scope: Scope): Asked {
  const held = test(inlined(core, node), scope);
  if (typeof node === "string") {
    return { words: node, held, parts: [ask(core, predicateOf(core, node).named, scope)] };
  }
  if (!isLogic(node)) return { words: node === true ? "everyone" : literal(node), held, parts: [] };
  const [operator = "", argument = null] = Object.entries(node)[0] ?? [];
  const parts = listed(argument);
  const joined = JOINED[operator];
  if (joined !== undefined && operator !== "!!") {
    return { words: joined, held, parts: parts.map((part) => ask(core, part, scope)) };
  }
  const compared = COMPARED[operator];
  const [left = null, right = null] = parts;
  if (compared !== undefined && parts.length === 2)
    return { words: `${operand(left, scope)} ${compared} ${operand(right, scope)}`, held, parts: [] };
  if (operator === "var") return { words: `${operand(node, scope)} is there`, held, parts: [] };
  if (operator === "!!") return { words: `${operand(left, scope)} is there`, held, parts: [] };
  if (operator === "some" || operator === "all" || operator === "none") {
    return { words: `${operator} of ${operand(left, scope)}: ${literal(right)}`, held, parts: [] };
  }
  return { words: literal(node), held, parts: [] };
}

/** The lines of an answer, indented by depth. */
export function askedLines(asked: Asked, indent: string): readonly string[] {
  const mark = asked.held ? "yes" : "no ";
  return [`${indent}${mark} ${asked.words}`, ...asked.parts.flatMap((part) => askedLines(part, `${indent}  `))];
}
