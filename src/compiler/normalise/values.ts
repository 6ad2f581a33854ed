/** Exports `writeValues` for `normalise.ts`: replaces each `{"value": name}` by the value of `values.json` with that name. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { childOf, type Entry, type SourceNode } from "../../language/source.js";
import { namedValueOf } from "../expression-parts.js";
import type { Merged } from "./merged.js";
import { type Concerns, type Rewriter, rewriteAll, rewriteNode } from "./rewrite.js";

/** Kinds of nodes that are expressions, or texts that may be one. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["value", "template", "predicate", "condition", "text", "markdown", "message"]);

const isExpression: Concerns = ({ "x-kind": kind = "" }) => EXPRESSIONS.has(kind);

/** Every named value written out. An unknown name, and a value that uses itself, stay: the linker reports them. */
export function writeValues(merged: Merged, language: Language): Merged & { readonly usedValues: ReadonlySet<string> } {
  const used = new Set<string>();
  const { values, screens } = merged;
  const schema = language.file("flow.schema.json").$defs?.screen;
  const writing = expanding({ values, used });
  if (screens?.kind !== "object" || schema === undefined)
    return { ...rewriteAll(merged, language, { rewriter: writing, concerns: isExpression }), usedValues: used };
  const known = expandedWith(values, schema);
  const entries = [...screens.entries].map(([id, entry]): [string, Entry] => {
    const made = known.get(entry.node) ?? expandedScreen(entry.node, values, schema, language);
    known.set(entry.node, made);
    for (const name of made.used) used.add(name);
    return [id, { ...entry, node: made.node }];
  });
  const others = rewriteAll({ ...merged, screens: null }, language, { rewriter: writing, concerns: isExpression });
  return { ...others, screens: { ...screens, entries: new Map(entries) }, usedValues: used };
}

/** A screen with its named values written out, and their names. */
interface ExpandedScreen {
  readonly node: SourceNode;
  readonly used: ReadonlySet<string>;
}

/** By the node of `values.json` (a key of its own where there is none) and the schema of screens: screens keep their nodes in the next compilation. */
const expandedScreens = new WeakMap<object, WeakMap<LanguageSchema, WeakMap<SourceNode, ExpandedScreen>>>();
const NO_VALUES = {};

function expandedWith(values: SourceNode | null, schema: LanguageSchema): WeakMap<SourceNode, ExpandedScreen> {
  const ofValues = expandedScreens.get(values ?? NO_VALUES) ?? new WeakMap<LanguageSchema, WeakMap<SourceNode, ExpandedScreen>>();
  expandedScreens.set(values ?? NO_VALUES, ofValues);
  const known = ofValues.get(schema) ?? new WeakMap<SourceNode, ExpandedScreen>();
  ofValues.set(schema, known);
  return known;
}

function expandedScreen(screen: SourceNode, values: SourceNode | null, schema: LanguageSchema, language: Language): ExpandedScreen {
  const used = new Set<string>();
  return { node: rewriteNode(screen, schema, language, { rewriter: expanding({ values, used }), concerns: isExpression }), used };
}

function expanding(known: Named): Rewriter {
  return (node, schema) => {
    const kind = schema["x-kind"] ?? "";
    if (!isExpression(schema)) return node;
    // The values of a text are expressions of their own.
    const isText =
      (kind === "text" || kind === "markdown" || kind === "message") && (childOf(node, "text") ?? childOf(node, "values")) !== null;
    return isText ? node : expand(node, known, [], null);
  };
}

interface Named {
  readonly values: SourceNode | null;
  /** Names of the values that were written out. */
  readonly used: Set<string>;
}

/** `at`: the place of the use, which all nodes of a named value take. The node itself where it uses no value and keeps its place. */
function expand(node: SourceNode, known: Named, within: readonly string[], at: SourceNode["at"] | null): SourceNode {
  const placed = at === null ? node : { ...node, at };
  if (placed.kind === "scalar") return placed;
  if (placed.kind === "list") {
    const items = placed.items.map((item) => expand(item, known, within, at));
    return at === null && items.every((item, index) => item === placed.items[index]) ? node : { ...placed, items };
  }
  const name = namedValueOf(placed);
  const named = name === null || within.includes(name) ? null : childOf(known.values, name, "value");
  if (name !== null && named !== null) {
    known.used.add(name);
    return expand(named, known, [...within, name], placed.at);
  }
  let isSame = at === null;
  const entries = [...placed.entries].map(([key, entry]): [string, Entry] => {
    const inner = expand(entry.node, known, within, at);
    isSame &&= inner === entry.node;
    return [key, { ...entry, key: at ?? entry.key, node: inner }];
  });
  return isSame ? node : { ...placed, entries: new Map(entries) };
}
