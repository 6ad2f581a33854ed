/**
 * The finite classes of a path: values between which some atom can tell, each with one value that stands for it. Every
 * atom is then asked of those values by json-logic-js itself, so that the classes are all that is reasoned here.
 */
import type { Json } from "../../language/definition.js";
import type { Scope } from "../../language/predicate.js";
import { test } from "../../language/predicate.js";
import type { Atom } from "./atoms.js";
import { literalsOf, parts, Unanalysable } from "./atoms.js";
import type { PathType } from "./path-types.js";

/** The instant that stands for `now`, and one on each side of it. */
export const NOW = "2026-11-21T12:00:00.000Z";
const BEFORE = "2026-11-21T11:59:00.000Z";
const AFTER = "2026-11-21T12:01:00.000Z";

/** A text that is none of the literals and holds none of the pieces. */
function otherText(taken: readonly string[]): string {
  let text = "x";
  while (taken.some((one) => one !== "" && (text.includes(one) || one === text))) text += "y";
  return text;
}

function texts(atoms: readonly Atom[]): readonly Json[] {
  const literals = atoms.map((atom) => literalsOf(atom.node));
  const values = [...new Set(literals.flatMap((one) => one.values).filter((value): value is string => typeof value === "string"))];
  const pieces = [...new Set(literals.flatMap((one) => one.pieces))];
  if (pieces.length > 6) throw new Unanalysable(pieces, "too many pieces of one text");
  const other = otherText([...values, ...pieces]);
  // Every set of pieces has a text that holds just these (or more, where one piece holds another).
  const mixed = Array.from({ length: 2 ** pieces.length }, (_none, bits) =>
    pieces.filter((_piece, index) => (bits >> index) % 2 === 1).join(" "),
  );
  return ["", ...values, ...mixed.filter((text) => text !== ""), other];
}

function numbers(atoms: readonly Atom[]): readonly Json[] {
  const cuts = [
    ...new Set([0, ...atoms.flatMap((atom) => literalsOf(atom.node).values).filter((value): value is number => typeof value === "number")]),
  ].sort((a, b) => a - b);
  const found: number[] = [];
  for (const [index, cut] of cuts.entries()) {
    const last = cuts[index - 1];
    found.push(last === undefined ? cut - 1 : (last + cut) / 2, cut);
  }
  return [...found, (cuts.at(-1) ?? 0) + 1];
}

/** Instants are held against `now` or told from null; any other comparison has no finite cut. */
function checkInstant(path: string, atoms: readonly Atom[]): void {
  for (const { node, paths } of atoms) {
    if (paths.some((other) => other !== path && other !== "now")) throw new Unanalysable(node, "an instant may be compared with now alone");
    if (literalsOf(node).values.length > 0) throw new Unanalysable(node, "an instant may not be compared with a literal");
  }
}

/** Text and number operators order by more than these classes tell: they may stand only where they were thought of. */
function checkOrder(path: string, type: PathType, atoms: readonly Atom[]): void {
  for (const { node, paths } of atoms) {
    const operator = parts(node)?.operator ?? "";
    if (["<", "<=", ">", ">="].includes(operator) && type.kind !== "number" && type.kind !== "instant" && path !== "now") {
      throw new Unanalysable(node, `${path} has no order that the analysis knows`);
    }
    if (paths.length > 1 && (type.kind === "text" || type.kind === "number" || type.kind === "any")) {
      throw new Unanalysable(node, `${path} is compared with another path`);
    }
  }
}

/** Values that stand for the classes of a path, its initial one first. */
export function representatives(path: string, type: PathType, atoms: readonly Atom[], initial: Json): readonly Json[] {
  if (path === "now") return [NOW];
  checkOrder(path, type, atoms);
  const found: Json[] = type.nullable ? [null] : [];
  switch (type.kind) {
    case "enum":
    case "boolean":
      found.push(...type.values);
      break;
    case "text":
      found.push(...texts(atoms));
      break;
    case "instant":
      checkInstant(path, atoms);
      found.push(BEFORE, NOW, AFTER);
      break;
    case "number":
      found.push(...numbers(atoms));
      break;
    case "object":
      found.push({});
      break;
    case "any":
      found.push(...texts(atoms), false, 0, true, 1, {});
      break;
    case "list":
      throw new Unanalysable(path, "a list is told apart by its items only");
  }
  const first = found.findIndex((value) => JSON.stringify(value) === JSON.stringify(initial));
  const ordered = first <= 0 ? found : [found[first] ?? null, ...found.filter((_value, index) => index !== first)];
  return distinguished(path, type, atoms, ordered);
}

/** Keeps one value of each class: those that every atom of this path alone answers alike are one. */
function distinguished(path: string, type: PathType, atoms: readonly Atom[], values: readonly Json[]): readonly Json[] {
  // Null-ness ties a path to its parent, and a path held against another is told apart by that as well.
  if (atoms.some((atom) => atom.paths.length > 1 && !atom.paths.includes("now"))) return values;
  const seen = new Map<string, Json>();
  for (const value of values) {
    const scope = placed([
      [path, value],
      ["now", NOW],
    ]);
    const signature = `${value === null && type.nullable}|${atoms.map((atom) => test(atom.node, scope)).join()}`;
    if (!seen.has(signature)) seen.set(signature, value);
  }
  return [...seen.values()];
}

/** A scope in which paths have values: what json-logic reads there, nothing else. A part of what is null is null by itself. */
export function placed(values: readonly (readonly [string, Json])[]): Scope {
  const scope: Record<string, Json> = {};
  const outermostFirst = values.map(([path, value]) => ({ keys: path.split("."), value })).sort((a, b) => a.keys.length - b.keys.length);
  for (const { keys, value } of outermostFirst) {
    if (value === null && keys.length > 1) continue;
    const last = keys[keys.length - 1] ?? "";
    let node = scope;
    for (const key of keys.slice(0, -1)) {
      const next = node[key];
      const object: Record<string, Json> =
        typeof next === "object" && next !== null && !Array.isArray(next) ? { ...(next as Record<string, Json>) } : {};
      node[key] = object;
      node = object;
    }
    node[last] = value;
  }
  return scope;
}
