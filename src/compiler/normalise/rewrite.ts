/** Exports the walks that the rewriters of this stage share, and how they change the entries of a node. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import type { Entry, ObjectNode, SourceNode } from "../../language/source.js";
import { objectSchema, schemaOfKey } from "../child-schema.js";
import type { Merged } from "./merged.js";

/**
 * Returns the node itself where there is nothing to rewrite. `schema` is resolved; of a block it is the block's own.
 * `path`: the keys from the root of the part to the node, during this call: the walk reuses the list.
 */
export type Rewriter = (node: SourceNode, schema: LanguageSchema, path: readonly string[]) => SourceNode;

/**
 * What a rewriter that depends on the node and its schema alone made of objects and lists: most nodes of a definition are the
 * same in the next compilation, of another brand, an edit or a mutant.
 */
export type Rewritten = WeakMap<LanguageSchema, WeakMap<SourceNode, SourceNode>>;

/**
 * Whether a rewriter may change nodes of a schema, which is resolved. The walk leaves out all parts of the language without such a
 * schema: texts and logic are most of a definition. A constant of its module: the parts are computed once for each.
 */
export type Concerns = (schema: LanguageSchema) => boolean;

/** A rewriter, where it applies, and what it has made. */
export interface Rewriting {
  readonly rewriter: Rewriter;
  readonly concerns: Concerns;
  readonly known?: Rewritten;
}

/** What a walk needs at each node. */
interface Walk {
  readonly language: Language;
  readonly rewriter: Rewriter;
  readonly known: Rewritten | undefined;
  /** The schemas, as they are written, of nodes that the rewriter may change or that may contain one. */
  readonly reaching: ReadonlySet<LanguageSchema>;
}

/** Applies a rewriter to every node of the definition for which the language has a schema, inner nodes first. */
export function rewriteAll(merged: Merged, language: Language, rewriting: Rewriting): Merged {
  const part = (node: SourceNode | null, schema: LanguageSchema | undefined): SourceNode | null =>
    node === null || schema === undefined ? node : rewriteNode(node, schema, language, rewriting);
  return {
    ...merged,
    app: part(merged.app, language.file("app.schema.json")),
    decisions: part(merged.decisions, language.file("decisions.schema.json").properties?.decisions),
    predicates: part(merged.predicates, language.file("predicates.schema.json").properties?.predicates),
    wizards: part(merged.wizards, language.file("flow.schema.json").properties?.wizards),
    screens: part(merged.screens, language.file("flow.schema.json").properties?.screens),
  };
}

/** Applies a rewriter to a node and to everything in it, inner nodes first. */
export function rewriteNode(
  node: SourceNode,
  schema: LanguageSchema,
  language: Language,
  { rewriter, concerns, known }: Rewriting,
): SourceNode {
  const reaching = schemasReaching(schema, language, concerns);
  return reaching.has(schema) ? rewritten(node, schema, { language, rewriter, known, reaching }, []) : node;
}

function rewritten(node: SourceNode, written: LanguageSchema, walk: Walk, path: string[]): SourceNode {
  const schema = walk.language.resolve(written);
  if (node.kind === "scalar") return walk.rewriter(node, schema, path);
  const { known } = walk;
  if (known === undefined) return rewriteTree(node, schema, walk, path);
  const ofSchema = known.get(schema) ?? new WeakMap<SourceNode, SourceNode>();
  known.set(schema, ofSchema);
  const made = ofSchema.get(node) ?? rewriteTree(node, schema, walk, path);
  ofSchema.set(node, made);
  return made;
}

function rewriteTree(node: Exclude<SourceNode, { kind: "scalar" }>, schema: LanguageSchema, walk: Walk, path: string[]): SourceNode {
  const { language, rewriter, reaching } = walk;
  if (node.kind === "list") {
    const { items } = schema;
    if (items === undefined || !reaching.has(items)) return rewriter(node, schema, path);
    const made = node.items.map((item, index) => {
      path.push(String(index));
      const one = rewritten(item, items, walk, path);
      path.pop();
      return one;
    });
    const isSame = made.every((item, index) => item === node.items[index]);
    return rewriter(isSame ? node : { ...node, items: made }, schema, path);
  }
  // Of a block, its own schema; of a choice of forms, first the form that was chosen, then the choice.
  const own = objectSchema(node, schema, language);
  const inner = rewriter(withRewrittenEntries(node, own, walk, path), own, path);
  return own === schema || schema["x-kind"] === "block" ? inner : rewriter(inner, schema, path);
}

/** The object with its rewritten entries; the object itself where nothing is rewritten. */
function withRewrittenEntries(node: ObjectNode, schema: LanguageSchema, walk: Walk, path: string[]): ObjectNode {
  let entries: Map<string, Entry> | null = null;
  for (const [key, entry] of node.entries) {
    const under = schemaOfKey(key, schema);
    if (under === null || !walk.reaching.has(under)) continue;
    path.push(key);
    const made = rewritten(entry.node, under, walk, path);
    path.pop();
    if (made === entry.node) continue;
    entries ??= new Map(node.entries);
    entries.set(key, { ...entry, node: made });
  }
  return entries === null ? node : { ...node, entries };
}

const reachingIn = new WeakMap<Language, WeakMap<Concerns, WeakMap<LanguageSchema, ReadonlySet<LanguageSchema>>>>();

/** The schemas below a schema, and itself, from which a schema that concerns the rewriter can be reached. */
function schemasReaching(root: LanguageSchema, language: Language, concerns: Concerns): ReadonlySet<LanguageSchema> {
  const ofLanguage = reachingIn.get(language) ?? new WeakMap<Concerns, WeakMap<LanguageSchema, ReadonlySet<LanguageSchema>>>();
  reachingIn.set(language, ofLanguage);
  const ofRoot = ofLanguage.get(concerns) ?? new WeakMap<LanguageSchema, ReadonlySet<LanguageSchema>>();
  ofLanguage.set(concerns, ofRoot);
  const made = ofRoot.get(root) ?? reachingFrom(root, language, concerns);
  ofRoot.set(root, made);
  return made;
}

function reachingFrom(root: LanguageSchema, language: Language, concerns: Concerns): ReadonlySet<LanguageSchema> {
  const owners = new Map<LanguageSchema, LanguageSchema[]>([[root, []]]);
  const reaching = new Set<LanguageSchema>();
  const add = (schema: LanguageSchema): void => {
    if (reaching.has(schema)) return;
    reaching.add(schema);
    for (const owner of owners.get(schema) ?? []) add(owner);
  };
  // A map also visits the entries that are added during the loop.
  for (const schema of owners.keys()) {
    for (const part of partsOf(schema, language)) {
      const known = owners.get(part);
      if (known === undefined) owners.set(part, [schema]);
      else known.push(schema);
    }
  }
  for (const schema of owners.keys()) if (concerns(language.resolve(schema))) add(schema);
  return reaching;
}

/** The schemas of the parts of a value, and those that may take the place of its own. */
function partsOf(written: LanguageSchema, language: Language): readonly LanguageSchema[] {
  const { properties = {}, additionalProperties, items, oneOf = [], "x-kind": kind } = language.resolve(written);
  const blocks = kind === "block" ? language.blocks.flatMap((name) => language.block(name) ?? []) : [];
  const values = typeof additionalProperties === "object" ? [additionalProperties] : [];
  return [...Object.values(properties), ...values, ...(items === undefined ? [] : [items]), ...oneOf, ...blocks];
}

/** The node with entries in place of the entry of a keyword, at its position. */
export function replaceEntry(node: ObjectNode, keyword: string, by: readonly (readonly [string, Entry])[]): ObjectNode {
  return { ...node, entries: new Map([...node.entries].flatMap((pair) => (pair[0] === keyword ? by : [pair]))) };
}

/** An object whose parts all have the location of the keyword that generates them. */
export function generated(at: SourceNode["at"], parts: Readonly<Record<string, SourceNode | string | boolean>>): ObjectNode {
  const entries = Object.entries(parts).map(([key, part]): [string, Entry] => [
    key,
    { key: at, node: typeof part === "object" ? part : { kind: "scalar", value: part, at, partial: false } },
  ]);
  return { kind: "object", entries: new Map(entries), at, partial: false };
}
