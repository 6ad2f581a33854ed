/** Exports the walks that the words of this stage share, and how they change the entries of a node. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import type { Entry, ObjectNode, SourceNode } from "../../language/source.js";
import { objectSchema, schemaOfKey } from "../child-schema.js";
import type { Merged } from "./merged.js";

/**
 * Returns the node itself where there is nothing to rewrite. `schema` is resolved; of a block it is the block's own.
 * `path`: the keys from the root of the part to the node, during this call: the walk goes on with the same list.
 */
export type Rewriter = (node: SourceNode, schema: LanguageSchema, path: readonly string[]) => SourceNode;

/**
 * What a rewriter that depends on the node and its schema alone made of objects and lists: most nodes of a definition are the
 * same in the next compilation, of another brand, an edit or a mutant.
 */
export type Rewritten = WeakMap<LanguageSchema, WeakMap<SourceNode, SourceNode>>;

/** Applies a rewriter to every node of the definition for which the language has a schema, inner nodes first. */
export function rewriteAll(merged: Merged, language: Language, rewriter: Rewriter, known?: Rewritten): Merged {
  const part = (node: SourceNode | null, schema: LanguageSchema | undefined): SourceNode | null =>
    node === null || schema === undefined ? node : rewriteNode(node, schema, language, rewriter, [], known);
  return {
    ...merged,
    app: part(merged.app, language.file("app.schema.json")),
    decisions: part(merged.decisions, language.file("decisions.schema.json").properties?.decisions),
    predicates: part(merged.predicates, language.file("predicates.schema.json").properties?.predicates),
    wizards: part(merged.wizards, language.file("flow.schema.json").properties?.wizards),
    screens: part(merged.screens, language.file("flow.schema.json").properties?.screens),
  };
}

/** Applies a rewriter to a node and to all in it, inner nodes first. */
export function rewriteNode(
  node: SourceNode,
  written: LanguageSchema,
  language: Language,
  rewriter: Rewriter,
  path: string[] = [],
  known?: Rewritten,
): SourceNode {
  const schema = language.resolve(written);
  if (node.kind === "scalar") return rewriter(node, schema, path);
  if (known === undefined) return rewriteTree(node, schema, language, rewriter, path, known);
  const ofSchema = known.get(schema) ?? new WeakMap<SourceNode, SourceNode>();
  known.set(schema, ofSchema);
  const made = ofSchema.get(node) ?? rewriteTree(node, schema, language, rewriter, path, known);
  ofSchema.set(node, made);
  return made;
}

function rewriteTree(
  node: Exclude<SourceNode, { kind: "scalar" }>,
  schema: LanguageSchema,
  language: Language,
  rewriter: Rewriter,
  path: string[],
  known: Rewritten | undefined,
): SourceNode {
  if (node.kind === "list") {
    const { items } = schema;
    if (items === undefined) return rewriter(node, schema, path);
    const rewritten = node.items.map((item, index) => {
      path.push(String(index));
      const made = rewriteNode(item, items, language, rewriter, path, known);
      path.pop();
      return made;
    });
    const isSame = rewritten.every((item, index) => item === node.items[index]);
    return rewriter(isSame ? node : { ...node, items: rewritten }, schema, path);
  }
  // Of a block, its own schema; of a choice of forms, first the form that was chosen, then the choice.
  const own = objectSchema(node, schema, language);
  const inner = rewriter(withRewrittenEntries(node, own, language, rewriter, path, known), own, path);
  return own === schema || schema["x-kind"] === "block" ? inner : rewriter(inner, schema, path);
}

/** The object with its rewritten entries; the object itself where nothing is rewritten. */
function withRewrittenEntries(
  node: ObjectNode,
  schema: LanguageSchema,
  language: Language,
  rewriter: Rewriter,
  path: string[],
  known: Rewritten | undefined,
): ObjectNode {
  let entries: Map<string, Entry> | null = null;
  for (const [key, entry] of node.entries) {
    const under = schemaOfKey(key, schema);
    if (under === null) continue;
    path.push(key);
    const rewritten = rewriteNode(entry.node, under, language, rewriter, path, known);
    path.pop();
    if (rewritten === entry.node) continue;
    entries ??= new Map(node.entries);
    entries.set(key, { ...entry, node: rewritten });
  }
  return entries === null ? node : { ...node, entries };
}

/** The node with entries in place of the entry of a word, at its position. */
export function replaceEntry(node: ObjectNode, word: string, by: readonly (readonly [string, Entry])[]): ObjectNode {
  return { ...node, entries: new Map([...node.entries].flatMap((pair) => (pair[0] === word ? by : [pair]))) };
}

/** An object whose parts all have the location of the word that generates them. */
export function generated(at: SourceNode["at"], parts: Readonly<Record<string, SourceNode | string | boolean>>): ObjectNode {
  const entries = Object.entries(parts).map(([key, part]): [string, Entry] => [
    key,
    { key: at, node: typeof part === "object" ? part : { kind: "scalar", value: part, at, partial: false } },
  ]);
  return { kind: "object", entries: new Map(entries), at, partial: false };
}
