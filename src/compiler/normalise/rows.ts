/**
 * Exports `writeRows` for `normalise.ts`: in lists of rows (`fallback`, `back`, `shell`), a text or a single row becomes a
 * keyed map with that one row.
 */
import type { Language } from "../../language/meta-schema.js";
import { type SourceNode, textOf } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { type Concerns, generated, type Rewriter, type Rewritten, rewriteAll } from "./rewrite.js";

/** The key of a row that was written without one. */
const ONLY = "only";

const known: Rewritten = new WeakMap();
const isRows: Concerns = ({ "x-kind": kind }) => kind === "rows";

/** Rows as keyed maps. */
export function writeRows(merged: Merged, language: Language): Merged {
  const rewriter: Rewriter = (node, schema) => (isRows(schema) ? mapOf(node, schema["x-short"] ?? "go") : node);
  return rewriteAll(merged, language, { rewriter, concerns: isRows, known });
}

function mapOf(node: SourceNode, short: string): SourceNode {
  const text = textOf(node);
  const row = text !== null ? generated(node.at, { [short]: text }) : node;
  if (row.kind !== "object" || row.entries.has("items")) return node;
  return generated(node.at, { items: generated(node.at, { [ONLY]: row }) });
}
