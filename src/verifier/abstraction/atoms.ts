/** Exports the atoms of predicates (the smallest parts with a truth value) and the paths that they read, for the abstraction. */
import type { Json } from "../../language/definition.js";
import { isLogic } from "../../language/predicate.js";

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

const FREE_INPUTS = new Set(["data", "failed", "form", "item", "result", "error"]);

/** Whether a path reads a free input instead of the state. */
export function isFreeInput(path: string): boolean {
  return FREE_INPUTS.has(path.split(".", 1)[0] ?? "");
}

export const CONNECTIVES: ReadonlySet<string> = new Set(["and", "or", "!", "!!", "if"]);
export const QUANTIFIERS: ReadonlySet<string> = new Set(["some", "all", "none"]);

/** An operator and its arguments. */
export function operationOf(node: Json): { readonly operator: string; readonly args: readonly Json[] } | null {
  if (!isLogic(node)) return null;
  const [operator, argument] = Object.entries(node)[0] ?? ["", null];
  return { operator, args: Array.isArray(argument) ? (argument as readonly Json[]) : [argument] };
}

/** The path of a `var` without a default; null for any other node. */
export function variablePath(node: Json): string | null {
  const logic = operationOf(node);
  if (logic?.operator !== "var" || logic.args.length !== 1) return null;
  const [path] = logic.args;
  return typeof path === "string" ? path : null;
}

/** All paths that an atom reads. */
export function pathsIn(node: Json): readonly string[] {
  const logic = operationOf(node);
  if (logic === null) return Array.isArray(node) ? (node as readonly Json[]).flatMap(pathsIn) : [];
  if (logic.operator === "var") {
    const path = variablePath(node);
    if (path === null || path === "") throw new Unanalysable(node, "`var` needs one constant path and no default");
    return [path];
  }
  if (QUANTIFIERS.has(logic.operator)) throw new Unanalysable(node, "a quantifier may not be part of a comparison");
  return [...new Set(logic.args.flatMap(pathsIn))];
}

/** Adds the reads of a predicate. `isList`: whether a path is a list in the state schema. */
export function collectReads(node: Json, reads: PredicateReads, isList: (path: string) => boolean): void {
  const logic = operationOf(node);
  if (logic === null) return;
  if (CONNECTIVES.has(logic.operator)) {
    for (const part of logic.args) collectReads(part, reads, isList);
    return;
  }
  if (QUANTIFIERS.has(logic.operator)) {
    const path = variablePath(logic.args[0] ?? null);
    if (path === null) throw new Unanalysable(node, "a quantifier must be over a path");
    if (isFreeInput(path)) return void reads.freeAtoms.set(JSON.stringify(node), node);
    const predicates = itemPredicatesOf(reads, path);
    const body = logic.args[1] ?? true;
    predicates.set(JSON.stringify(body), body);
    return;
  }
  if (readsFreeInput(node)) return void reads.freeAtoms.set(JSON.stringify(node), node);
  const membership = membershipIn(node);
  if (membership !== null && isList(membership.list)) {
    reads.memberships.set(JSON.stringify(node), membership);
    // No list contains null, so null needs a class of its own.
    reads.atoms.push({ node: { "===": [{ var: membership.member }, null] }, paths: [membership.member] });
    return;
  }
  const paths = pathsIn(node);
  const [only] = paths;
  if (logic.operator === "var" && only !== undefined && isList(only)) itemPredicatesOf(reads, only);
  else if (paths.length > 0) reads.atoms.push({ node, paths });
}

/** The two paths of an `in` that has a path on both sides. */
export function membershipIn(node: Json): Membership | null {
  const logic = operationOf(node);
  if (logic?.operator !== "in") return null;
  const member = variablePath(logic.args[0] ?? null);
  const list = variablePath(logic.args[1] ?? null);
  return member === null || list === null ? null : { member, list };
}

/** Whether an atom reads a free input. */
export function readsFreeInput(node: Json): boolean {
  const logic = operationOf(node);
  if (logic === null) return Array.isArray(node) && (node as readonly Json[]).some(readsFreeInput);
  const [first] = logic.args;
  if (logic.operator === "var") return typeof first === "string" && isFreeInput(first);
  return logic.args.some(readsFreeInput);
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
  const logic = operationOf(node);
  if (logic === null) {
    if (Array.isArray(node)) return merged((node as readonly Json[]).map(literalsOf));
    return { values: typeof node === "string" || typeof node === "number" ? [node] : [], substrings: [] };
  }
  if (logic.operator === "var") return { values: [], substrings: [] };
  const [needle = null, haystack = null] = logic.args;
  if (logic.operator === "in" && typeof needle === "string" && variablePath(haystack) !== null) return { values: [], substrings: [needle] };
  return merged(logic.args.map(literalsOf));
}

function merged(
  all: readonly { readonly values: readonly (string | number)[]; readonly substrings: readonly string[] }[],
): ReturnType<typeof literalsOf> {
  return { values: all.flatMap((one) => one.values), substrings: all.flatMap((one) => one.substrings) };
}
