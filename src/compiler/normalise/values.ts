/** Exports `writeValues` for `normalise.ts`: replaces each `{"value": name}` by the value of `values.json` with that name. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { childOf, type Entry, type SourceNode } from "../../language/source.js";
import { namedValueOf } from "../expression-parts.js";
import type { Merged } from "./merged.js";
import { type Concerns, type Rewriter, rewriteNode } from "./rewrite.js";

/** Kinds of nodes that are expressions, or texts that may be one. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["value", "template", "predicate", "condition", "text", "markdown", "message"]);

const isExpression: Concerns = ({ "x-kind": kind = "" }) => EXPRESSIONS.has(kind);

/** Every named value written out. An unknown name, and a value that uses itself, stay: the linker reports them. */
export function writeValues(merged: Merged, language: Language): Merged & { readonly usedValues: ReadonlySet<string> } {
  const used = new Set<string>();
  const { values, screens } = merged;
  const write = (node: SourceNode | null, schema: LanguageSchema | undefined): SourceNode | null => {
    if (node === null || schema === undefined) return node;
    const made = expanded(node, values, schema, language);
    for (const [name, value] of made.asked) if (value !== null) used.add(name);
    return made.node;
  };
  const flow = language.file("flow.schema.json");
  const screen = flow.$defs?.screen;
  return {
    ...merged,
    app: write(merged.app, language.file("app.schema.json")),
    decisions: write(merged.decisions, language.file("decisions.schema.json").properties?.decisions),
    predicates: write(merged.predicates, language.file("predicates.schema.json").properties?.predicates),
    wizards: write(merged.wizards, flow.properties?.wizards),
    screens:
      screens?.kind !== "object"
        ? screens
        : {
            ...screens,
            entries: new Map([...screens.entries].map(([id, entry]) => [id, { ...entry, node: write(entry.node, screen) ?? entry.node }])),
          },
    usedValues: used,
  };
}

/** A part of a definition with its named values written out, and the values that it names; null for an unknown one. */
interface Expanded {
  readonly node: SourceNode;
  readonly asked: ReadonlyMap<string, SourceNode | null>;
}

/** By the schema of a part and its node: a part keeps its node in the next compilation, unless a value that it names is another one. */
const known = new WeakMap<LanguageSchema, WeakMap<SourceNode, readonly Expanded[]>>();
/** Of each part: both brands, and an edit of the values of each. */
const KEPT = 4;

function expanded(node: SourceNode, values: SourceNode | null, schema: LanguageSchema, language: Language): Expanded {
  const ofSchema = known.get(schema) ?? new WeakMap<SourceNode, readonly Expanded[]>();
  known.set(schema, ofSchema);
  const recent = ofSchema.get(node) ?? [];
  const same = recent.find(({ asked }) => [...asked].every(([name, value]) => namedValue(values, name) === value));
  if (same !== undefined) return same;
  const asked = new Map<string, SourceNode | null>();
  const made = { node: rewriteNode(node, schema, language, { rewriter: expanding({ values, asked }), concerns: isExpression }), asked };
  ofSchema.set(node, [made, ...recent].slice(0, KEPT));
  return made;
}

const namedValue = (values: SourceNode | null, name: string): SourceNode | null => childOf(values, name, "value");

function expanding(named: Named): Rewriter {
  return (node, schema) => {
    const kind = schema["x-kind"] ?? "";
    if (!isExpression(schema)) return node;
    // The values of a text are separate expressions.
    const isText =
      (kind === "text" || kind === "markdown" || kind === "message") && (childOf(node, "text") ?? childOf(node, "values")) !== null;
    return isText ? node : expand(node, named, [], null);
  };
}

interface Named {
  readonly values: SourceNode | null;
  /** The values that were looked up. */
  readonly asked: Map<string, SourceNode | null>;
}

/** `at`: the place of the use, which all nodes of a named value take, with the place where they are written. The node itself where it uses no value and keeps its place. */
function expand(node: SourceNode, named: Named, within: readonly string[], at: SourceNode["at"] | null): SourceNode {
  const usedAt = (written: SourceNode["at"]): SourceNode["at"] => (at === null ? written : { ...at, written });
  const placed = at === null ? node : { ...node, at: usedAt(node.at) };
  if (placed.kind === "scalar") return placed;
  if (placed.kind === "list") {
    const items = placed.items.map((item) => expand(item, named, within, at));
    return at === null && items.every((item, index) => item === placed.items[index]) ? node : { ...placed, items };
  }
  const name = namedValueOf(placed);
  const value = name === null || within.includes(name) ? null : namedValue(named.values, name);
  if (name !== null && !within.includes(name)) named.asked.set(name, value);
  if (name !== null && value !== null) return expand(value, named, [...within, name], placed.at);
  let isSame = at === null;
  const entries = [...placed.entries].map(([key, entry]): [string, Entry] => {
    const inner = expand(entry.node, named, within, at);
    isSame &&= inner === entry.node;
    return [key, { ...entry, key: usedAt(entry.key), node: inner }];
  });
  return isSame ? node : { ...placed, entries: new Map(entries) };
}
