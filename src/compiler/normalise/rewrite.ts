/** Exports the walk that the words of this stage share: it finds nodes by their `x-kind` in the meta-schema. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import type { Entry, SourceNode } from "../../language/source.js";
import { schemaUnder } from "../child-schema.js";
import type { Merged } from "./merged.js";

/** Returns the node itself where there is nothing to rewrite. `schema` is resolved. */
export type Rewriter = (node: SourceNode, schema: LanguageSchema) => SourceNode;

/** Applies a rewriter to every node of the definition whose schema has an `x-kind`, inner nodes first. */
export function rewriteKinds(merged: Merged, language: Language, rewriter: Rewriter): Merged {
  const part = (node: SourceNode | null, schema: LanguageSchema | undefined): SourceNode | null =>
    node === null || schema === undefined ? node : rewrite(node, schema, language, rewriter);
  return {
    ...merged,
    app: part(merged.app, language.file("app.schema.json")),
    decisions: part(merged.decisions, language.file("decisions.schema.json").properties?.decisions),
    screens: part(merged.screens, language.file("flow.schema.json").properties?.screens),
  };
}

function rewrite(node: SourceNode, written: LanguageSchema, language: Language, rewriter: Rewriter): SourceNode {
  const schema = language.resolve(written);
  const inside = rewriteChildren(node, schema, language, rewriter);
  return schema["x-kind"] === undefined ? inside : rewriter(inside, schema);
}

function rewriteChildren(node: SourceNode, schema: LanguageSchema, language: Language, rewriter: Rewriter): SourceNode {
  if (node.kind === "scalar") return node;
  if (node.kind === "list") {
    const { items } = schema;
    return items === undefined ? node : { ...node, items: node.items.map((item) => rewrite(item, items, language, rewriter)) };
  }
  const entries = new Map<string, Entry>();
  for (const [key, entry] of node.entries) {
    const under = schemaUnder(key, node, schema, language);
    entries.set(key, under === null ? entry : { ...entry, node: rewrite(entry.node, under, language, rewriter) });
  }
  return { ...node, entries };
}
