/** What predicates read: the atoms in which a path is told apart, and the lists with what is asked of their items. */
import type { Json } from "../../language/definition.js";
import { isLogic } from "../../language/predicate.js";

/** A predicate that the analysis cannot cut into finitely many classes: said, never guessed. */
export class Unanalysable extends Error {
  override readonly name = "Unanalysable";
  constructor(
    readonly node: Json,
    readonly why: string,
  ) {
    super(`${JSON.stringify(node)}: ${why}`);
  }
}

/** An operator applied to reads and literals, in which nothing smaller is a truth value of its own. */
export interface Atom {
  readonly node: Json;
  /** Scalar paths, relative to the item inside a list's predicate. */
  readonly paths: readonly string[];
}

export interface Reads {
  readonly atoms: Atom[];
  /** Lists by path: the distinct predicates asked of an item, by their text. */
  readonly lists: Map<string, Map<string, Json>>;
  /** Atoms that read beyond the state (an answer, a form): each may hold or not, whatever the state is. */
  readonly open: Map<string, Json>;
  /** `in` with a path on both sides: whether a value is one of a list of texts. */
  readonly members: Map<string, Membership>;
}

export interface Membership {
  readonly member: string;
  readonly list: string;
}

/** Nothing read yet. */
export function noReads(): Reads {
  return { atoms: [], lists: new Map(), open: new Map(), members: new Map() };
}

const BEYOND = new Set(["data", "failed", "form", "item", "result", "error"]);

/** Whether a path is read beyond the depositor's state. */
export function isBeyond(path: string): boolean {
  return BEYOND.has(path.split(".", 1)[0] ?? "");
}

export const JOINING: ReadonlySet<string> = new Set(["and", "or", "!", "!!", "if"]);
export const QUANTIFYING: ReadonlySet<string> = new Set(["some", "all", "none"]);

/** An operator and its arguments. */
export function parts(node: Json): { readonly operator: string; readonly args: readonly Json[] } | null {
  if (!isLogic(node)) return null;
  const [operator, argument] = Object.entries(node)[0] ?? ["", null];
  return { operator, args: Array.isArray(argument) ? (argument as readonly Json[]) : [argument] };
}

/** The path of a plain read; null for anything else. */
export function pathRead(node: Json): string | null {
  const logic = parts(node);
  if (logic?.operator !== "var" || logic.args.length !== 1) return null;
  const [path] = logic.args;
  return typeof path === "string" ? path : null;
}

/** Every path that an atom reads. */
export function pathsIn(node: Json): readonly string[] {
  const logic = parts(node);
  if (logic === null) return Array.isArray(node) ? (node as readonly Json[]).flatMap(pathsIn) : [];
  if (logic.operator === "var") {
    const path = pathRead(node);
    if (path === null || path === "") throw new Unanalysable(node, "a read must be one path, without a default");
    return [path];
  }
  if (QUANTIFYING.has(logic.operator)) throw new Unanalysable(node, "a quantifier must stand by itself, not inside a comparison");
  return [...new Set(logic.args.flatMap(pathsIn))];
}

/** Adds what a predicate reads. `isList` tells which paths are lists. */
export function collect(node: Json, reads: Reads, isList: (path: string) => boolean): void {
  const logic = parts(node);
  if (logic === null) return;
  if (JOINING.has(logic.operator)) {
    for (const part of logic.args) collect(part, reads, isList);
    return;
  }
  if (QUANTIFYING.has(logic.operator)) {
    const path = pathRead(logic.args[0] ?? null);
    if (path === null) throw new Unanalysable(node, "a quantifier must be over a path");
    if (isBeyond(path)) return void reads.open.set(JSON.stringify(node), node);
    const asked = listAsked(reads, path);
    const body = logic.args[1] ?? true;
    asked.set(JSON.stringify(body), body);
    return;
  }
  if (readsBeyond(node)) return void reads.open.set(JSON.stringify(node), node);
  const membership = membershipIn(node);
  if (membership !== null && isList(membership.list)) {
    reads.members.set(JSON.stringify(node), membership);
    // What is missing is no text of the list: null must be a class of its own.
    reads.atoms.push({ node: { "===": [{ var: membership.member }, null] }, paths: [membership.member] });
    return;
  }
  const paths = pathsIn(node);
  const [only] = paths;
  if (logic.operator === "var" && only !== undefined && isList(only)) listAsked(reads, only);
  else if (paths.length > 0) reads.atoms.push({ node, paths });
}

/** The two paths of an `in` that has a path on both sides. */
export function membershipIn(node: Json): Membership | null {
  const logic = parts(node);
  if (logic?.operator !== "in") return null;
  const member = pathRead(logic.args[0] ?? null);
  const list = pathRead(logic.args[1] ?? null);
  return member === null || list === null ? null : { member, list };
}

/** Whether any read of an atom is beyond the state. */
export function readsBeyond(node: Json): boolean {
  const logic = parts(node);
  if (logic === null) return Array.isArray(node) && (node as readonly Json[]).some(readsBeyond);
  const [first] = logic.args;
  if (logic.operator === "var") return typeof first === "string" && isBeyond(first);
  return logic.args.some(readsBeyond);
}

function listAsked(reads: Reads, path: string): Map<string, Json> {
  const known = reads.lists.get(path);
  if (known !== undefined) return known;
  const made = new Map<string, Json>();
  reads.lists.set(path, made);
  return made;
}

/** Texts and numbers that an atom holds its reads against; `pieces` are looked for inside a text. */
export function literalsOf(node: Json): { readonly values: readonly (string | number)[]; readonly pieces: readonly string[] } {
  const logic = parts(node);
  if (logic === null) {
    if (Array.isArray(node)) return joined((node as readonly Json[]).map(literalsOf));
    return { values: typeof node === "string" || typeof node === "number" ? [node] : [], pieces: [] };
  }
  if (logic.operator === "var") return { values: [], pieces: [] };
  const [needle = null, haystack = null] = logic.args;
  if (logic.operator === "in" && typeof needle === "string" && pathRead(haystack) !== null) return { values: [], pieces: [needle] };
  return joined(logic.args.map(literalsOf));
}

function joined(
  all: readonly { readonly values: readonly (string | number)[]; readonly pieces: readonly string[] }[],
): ReturnType<typeof literalsOf> {
  return { values: all.flatMap((one) => one.values), pieces: all.flatMap((one) => one.pieces) };
}
