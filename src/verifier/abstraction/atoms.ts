/** Exports the atoms of predicates (the smallest parts with a truth value) and the paths that they read, for the abstraction. */
import type { Json } from "../../language/definition.js";
import { pathsRead, rootOf } from "../../language/logic-reads.js";
import { operationOf, plainPath } from "../../language/operation.js";
import { abstractionOf } from "./operator-encodings.js";

/** A predicate over which the abstraction has no finite classes. The verifier reports it and approximates nothing. */
export class Unanalysable extends Error {
  override readonly name = "Unanalysable";
  constructor(
    readonly node: Json,
    readonly why: string,
  ) {
    super(`${JSON.stringify(node)}: ${why}`);
  }
}

/** An operator applied to paths and literals, without connectives or quantifiers inside. */
export interface Atom {
  readonly node: Json;
  /** The paths that it reads; relative to the item in a predicate over items. */
  readonly paths: readonly string[];
}

export interface PredicateReads {
  readonly atoms: Atom[];
  /** Lists by path: the distinct predicates over their items, by text. */
  readonly lists: Map<string, Map<string, Json>>;
  /** Atoms that read free inputs (an answer, a form), by text: their values are nondeterministic. */
  readonly freeAtoms: Map<string, Json>;
  /** `in` with a path on both sides, by text: whether a list contains a value. */
  readonly memberships: Map<string, Membership>;
}

export interface Membership {
  readonly member: string;
  readonly list: string;
}

/** The empty set of reads. */
export function noReads(): PredicateReads {
  return { atoms: [], lists: new Map(), freeAtoms: new Map(), memberships: new Map() };
}

const FREE_INPUTS = new Set(["data", "failed", "pending", "form", "item", "result", "error"]);

/** Whether a path reads a free input instead of the state. */
export function isFreeInput(path: string): boolean {
  return FREE_INPUTS.has(rootOf(path));
}

/** All paths that an atom reads. */
export function pathsIn(atom: Json): readonly string[] {
  assertAtom(atom);
  return pathsRead(atom);
}

/** Throws for parts that have no place in an atom: the classes of its paths would not decide it. */
function assertAtom(node: Json): void {
  const operation = operationOf(node);
  const operands = Array.isArray(node) ? (node as readonly Json[]) : (operation?.operands ?? []);
  if (operation?.operator === "var") {
    if ((plainPath(node) ?? "") === "") throw new Unanalysable(node, "`var` needs one constant path and no default");
    return;
  }
  if (operation !== null && abstractionOf(node)?.abstraction.kind === "quantifier")
    throw new Unanalysable(node, "a quantifier may not be part of a comparison");
  for (const operand of operands) assertAtom(operand);
}

/** Adds the reads of a predicate. `isList`: whether a path is a list in the state schema. */
export function collectReads(node: Json, reads: PredicateReads, isList: (path: string) => boolean): void {
  const operation = abstractionOf(node);
  if (operation === null) return;
  const { abstraction, operands } = operation;
  if (abstraction.kind === "connective") {
    for (const part of operands) collectReads(part, reads, isList);
    return;
  }
  if (abstraction.kind === "quantifier") {
    const [path, body] = quantified(node, operands);
    if (isFreeInput(path)) return void reads.freeAtoms.set(JSON.stringify(node), node);
    itemPredicatesOf(reads, path).set(JSON.stringify(body), body);
    return;
  }
  if (readsFreeInput(node)) return void reads.freeAtoms.set(JSON.stringify(node), node);
  const membership = membershipIn(node);
  if (membership !== null && isList(membership.list)) {
    reads.memberships.set(JSON.stringify(node), membership);
    // No list contains null, so null needs a separate class.
    reads.atoms.push({ node: { "===": [{ var: membership.member }, null] }, paths: [membership.member] });
    return;
  }
  const paths = pathsIn(node);
  const [only] = paths;
  if (abstraction.kind === "path" && only !== undefined && isList(only)) itemPredicatesOf(reads, only);
  else if (paths.length > 0) reads.atoms.push({ node, paths });
}

/** The list of a quantifier and the condition on its items. */
export function quantified(node: Json, [list = null, body = true]: readonly Json[]): readonly [path: string, body: Json] {
  const path = plainPath(list);
  if (path === null) throw new Unanalysable(node, "a quantifier must be over a path");
  return [path, body];
}

/** The two paths of an `in` that has a path on both sides. */
function membershipIn(node: Json): Membership | null {
  const operation = abstractionOf(node);
  if (operation?.abstraction.kind !== "membership") return null;
  const [member, list] = operation.operands.map(plainPath);
  return typeof member === "string" && typeof list === "string" ? { member, list } : null;
}

/** Whether an atom reads a free input. */
export function readsFreeInput(node: Json): boolean {
  return pathsRead(node).some(isFreeInput);
}

/** Whether an atom compares `now` with constants alone: the day comes for every depositor, and no class of a state says when. */
export function readsOnlyNow(node: Json): boolean {
  const paths = abstractionOf(node)?.abstraction.kind === "path" ? [] : pathsRead(node);
  return paths.length > 0 && paths.every((path) => path === "now");
}

function itemPredicatesOf(reads: PredicateReads, path: string): Map<string, Json> {
  const known = reads.lists.get(path);
  if (known !== undefined) return known;
  const made = new Map<string, Json>();
  reads.lists.set(path, made);
  return made;
}

/** The literals that an atom compares its paths with; it searches for `substrings` inside a text. */
export function literalsOf(node: Json): { readonly values: readonly (string | number)[]; readonly substrings: readonly string[] } {
  const operation = abstractionOf(node);
  if (operation === null) {
    if (Array.isArray(node)) return merged((node as readonly Json[]).map(literalsOf));
    return { values: typeof node === "string" || typeof node === "number" ? [node] : [], substrings: [] };
  }
  const { abstraction, operands } = operation;
  if (abstraction.kind === "path") return { values: [], substrings: [] };
  const [needle, haystack = null] = operands;
  if (abstraction.kind === "membership" && typeof needle === "string" && plainPath(haystack) !== null)
    return { values: [], substrings: [needle] };
  return merged(operands.map(literalsOf));
}

function merged(
  all: readonly { readonly values: readonly (string | number)[]; readonly substrings: readonly string[] }[],
): ReturnType<typeof literalsOf> {
  return { values: all.flatMap((one) => one.values), substrings: all.flatMap((one) => one.substrings) };
}
