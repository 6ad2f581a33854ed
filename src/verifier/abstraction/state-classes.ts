/**
 * Exports the state classes of a path with one representative each (predicate abstraction, Graf and Saidi 1997), for the
 * state variables. Two values are in one class when every atom evaluates to the same result; json-logic itself evaluates.
 */

import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import { operationOf } from "../../language/operation.js";
import { CONDITION_OPERATORS } from "../../language/operators.js";
import type { Scope } from "../../language/predicate.js";
import { test } from "../../language/predicate.js";
import { neverMatches, type StaticType } from "../../language/static-types.js";
import type { Atom } from "./atoms.js";
import { literalsOf, Unanalysable } from "./atoms.js";
import { isNullable, kindOf, type ValueKind } from "./path-types.js";

/** The first representative of `now`, and an instant before and after every one of them: a replay at another one changes no class. */
export const NOW = "2026-11-21T12:00:00.000Z";
const BEFORE = "1970-01-01T00:00:00.000Z";
const AFTER = "9999-12-31T00:00:00.000Z";
const MINUTE = 60_000;

/** An instant of each class that comparisons of `now` with constants distinguish, `NOW` first. */
export function instantsOf(dates: readonly Atom[]): readonly string[] {
  const times = dates
    .flatMap(({ node }) => literalsOf(node).values.map((value) => Date.parse(String(value))))
    .filter((time) => !Number.isNaN(time));
  const around = times.sort((a, b) => a - b).flatMap((time) => [time - MINUTE, time, time + MINUTE]);
  const classes = new Map<string, string>();
  for (const instant of [NOW, ...around.map((time) => new Date(time).toISOString())]) {
    const signature = dates.map(({ node }) => test(node, { now: instant })).join();
    if (!classes.has(signature)) classes.set(signature, instant);
  }
  return [...classes.values()];
}

/** A text that equals no literal and contains no substring. */
function freshText(taken: readonly string[]): string {
  let text = "x";
  while (taken.some((one) => one !== "" && (text.includes(one) || one === text))) text += "y";
  return text;
}

const CHARACTERS = [..."9876543210zyxwvutsrqponmlkjihgfedcba"];

/** A text of the type's pattern that equals no literal: it differs from one, or from the simplest such text, in one character. */
function fittingText(literals: readonly string[], type: StaticType): string | undefined {
  const plain = (type.pattern ?? "")
    .replace(/^\^|\$$/g, "")
    .replace(/\\d(?:\{(\d+)\})?/g, (_digits, count) => "0".repeat(Number(count ?? 1)));
  return [...literals, plain]
    .flatMap((text) => [...text].flatMap((_one, at) => CHARACTERS.map((other) => `${text.slice(0, at)}${other}${text.slice(at + 1)}`)))
    .find((text) => !literals.includes(text) && !neverMatches(text, type));
}

/**
 * Texts for every class. Those of a type with a pattern match it, so that the example of a finding is a state that can be: each
 * literal, and one text for all others. Texts that a predicate searches for substrings have more classes than these.
 */
function textsOf(type: StaticType, atoms: readonly Atom[]): readonly Json[] {
  const all = textRepresentatives(atoms);
  if (type.pattern === null || atoms.some(({ node }) => literalsOf(node).substrings.length > 0)) return all;
  const fitting = all.filter((text) => !neverMatches(text, type));
  const other = fittingText(fitting, type);
  return other === undefined ? all : [...fitting, other];
}

function textRepresentatives(atoms: readonly Atom[]): readonly string[] {
  const literals = atoms.map((atom) => literalsOf(atom.node));
  const values = [...new Set(literals.flatMap((one) => one.values).filter((value): value is string => typeof value === "string"))];
  const substrings = [...new Set(literals.flatMap((one) => one.substrings))];
  if (substrings.length > 6) throw new Unanalysable(substrings, "too many substrings of one text");
  const other = freshText([...values, ...substrings]);
  // One text for each set of substrings (it contains more where one substring contains another).
  const mixed = Array.from({ length: 2 ** substrings.length }, (_none, bits) =>
    substrings.filter((_substring, index) => (bits >> index) % 2 === 1).join(" "),
  );
  return ["", ...values, ...mixed.filter((text) => text !== ""), other];
}

function numberRepresentatives(atoms: readonly Atom[]): readonly Json[] {
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

/** Throws unless atoms compare an instant with `now` or null only: other comparisons have no finite classes. */
function checkInstant(path: string, atoms: readonly Atom[]): void {
  for (const { node, paths } of atoms) {
    if (paths.some((other) => other !== path && other !== "now")) throw new Unanalysable(node, "an instant may be compared with now alone");
    if (literalsOf(node).values.length > 0) throw new Unanalysable(node, "an instant may not be compared with a literal");
  }
}

/** Throws for comparisons that the classes of the type cannot decide: an order of texts, or one path with another. */
function checkOrder(path: string, kind: ValueKind, atoms: readonly Atom[]): void {
  for (const { node, paths } of atoms) {
    const ordered = CONDITION_OPERATORS.get(operationOf(node)?.operator ?? "")?.compares === "order";
    if (ordered && kind !== "number" && kind !== "instant" && path !== "now") {
      throw new Unanalysable(node, `${path} has no order that the verifier supports`);
    }
    if (paths.length > 1 && (kind === "text" || kind === "number" || kind === "any")) {
      throw new Unanalysable(node, `${path} is compared with another path`);
    }
  }
}

/** One representative of each class of a path, the initial value first. */
export function representatives(path: string, type: StaticType, atoms: readonly Atom[], initial: Json): readonly Json[] {
  if (path === "now") return [NOW];
  const kind = kindOf(type);
  checkOrder(path, kind, atoms);
  const found: Json[] = isNullable(type) ? [null] : [];
  switch (kind) {
    case "enum":
      found.push(...(type.values ?? []).filter((value) => value !== null));
      break;
    case "boolean":
      found.push(true, false);
      break;
    case "text":
      found.push(...textsOf(type, atoms));
      break;
    case "instant":
      checkInstant(path, atoms);
      found.push(BEFORE, AFTER, NOW);
      break;
    case "number":
      found.push(...numberRepresentatives(atoms));
      break;
    case "object":
      found.push({});
      break;
    case "any":
      found.push(...textRepresentatives(atoms), false, 0, true, 1, {});
      break;
    case "list":
      throw new Unanalysable(path, "the abstraction of a list is its items");
  }
  const first = found.findIndex((value) => JSON.stringify(value) === JSON.stringify(initial));
  const ordered = first <= 0 ? found : [found[first] ?? null, ...found.filter((_value, index) => index !== first)];
  return onePerClass(path, isNullable(type), atoms, ordered);
}

/** Keeps one value of each class. */
function onePerClass(path: string, nullable: boolean, atoms: readonly Atom[], values: readonly Json[]): readonly Json[] {
  // An atom over several paths may distinguish values that evaluate alike alone; null stays apart, since it depends on the parent.
  if (atoms.some((atom) => atom.paths.length > 1 && !atom.paths.includes("now"))) return values;
  const seen = new Map<string, Json>();
  for (const value of values) {
    const scope = scopeWith([
      [path, value],
      ["now", NOW],
    ]);
    const signature = `${value === null && nullable}|${atoms.map((atom) => test(atom.node, scope)).join()}`;
    if (!seen.has(signature)) seen.set(signature, value);
  }
  return [...seen.values()];
}

/** A json-logic scope in which paths have values. A null field is left out, so that its object may be null. */
export function scopeWith(values: readonly (readonly [string, Json])[]): Scope {
  const scope: Record<string, Json> = {};
  const outermostFirst = values.map(([path, value]) => ({ keys: path.split("."), value })).sort((a, b) => a.keys.length - b.keys.length);
  for (const { keys, value } of outermostFirst) {
    if (value === null && keys.length > 1) continue;
    const last = keys[keys.length - 1] ?? "";
    let node = scope;
    for (const key of keys.slice(0, -1)) {
      const next = node[key];
      const object: Record<string, Json> = isObject(next) ? { ...next } : {};
      node[key] = object;
      node = object;
    }
    node[last] = value;
  }
  return scope;
}
