/**
 * Exports `writeRows` for `normalise.ts`: in lists of rows (`fallback`, `back`, `shell`), a text or a single row becomes a
 * keyed map with that one row.
 */
import type { Language } from "../../language/meta-schema.js";
import { type SourceNode, textOf } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { generated, type Rewritten, rewriteAll } from "./rewrite.js";

/** The key of a row that was written without one. */
const ONLY = "only";

const known: Rewritten = new WeakMap();

/** Rows as keyed maps. */
export function writeRows(merged: Merged, language: Language): Merged {
  return rewriteAll(
    merged,
    language,
    (node, schema) => (schema["x-kind"] === "rows" ? mapOf(node, schema["x-short"] ?? "go") : node),
    known,
  );
}

function mapOf(node: SourceNode, short: string): SourceNode {
  const text = textOf(node);
  const row = text !== null ? generated(node.at, { [short]: text }) : node;
  if (row.kind !== "object" || row.entries.has("items")) return node;
  return generated(node.at, { items: generated(node.at, { [ONLY]: row }) });
}
