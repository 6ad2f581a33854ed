/** `{"value": name}`: is replaced by the value of `values.json` with that name. */
import type { Language } from "../../language/meta-schema.js";
import { childOf, type Entry, type SourceNode } from "../../language/source.js";
import { namedValueOf } from "../expression-parts.js";
import type { Merged } from "./merged.js";
import { rewriteAll } from "./rewrite.js";

/** Kinds of nodes that are expressions, or texts that may be one. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["value", "template", "predicate", "condition", "text", "markdown", "message"]);

/** Every named value written out. An unknown name, and a value that uses itself, stay: the linker reports them. */
export function writeValues(merged: Merged, language: Language): Merged & { readonly usedValues: ReadonlySet<string> } {
  const used = new Set<string>();
  const written = rewriteAll(merged, language, (node, schema) => {
    const kind = schema["x-kind"] ?? "";
    if (!EXPRESSIONS.has(kind)) return node;
    // The values of a text are expressions of their own.
    const isText =
      (kind === "text" || kind === "markdown" || kind === "message") && (childOf(node, "text") ?? childOf(node, "values")) !== null;
    return isText ? node : expand(node, { values: merged.values, used }, [], null);
  });
  return { ...written, usedValues: used };
}

interface Named {
  readonly values: SourceNode | null;
  /** Names of the values that were written out. */
  readonly used: Set<string>;
}

/** `at`: the place of the use, which all nodes of a named value take. */
function expand(node: SourceNode, known: Named, within: readonly string[], at: SourceNode["at"] | null): SourceNode {
  const placed = at === null ? node : { ...node, at };
  if (placed.kind === "scalar") return placed;
  if (placed.kind === "list") return { ...placed, items: placed.items.map((item) => expand(item, known, within, at)) };
  const name = namedValueOf(placed);
  const named = name === null || within.includes(name) ? null : childOf(known.values, name, "value");
  if (name !== null && named !== null) {
    known.used.add(name);
    return expand(named, known, [...within, name], placed.at);
  }
  const entries = [...placed.entries].map(([key, entry]): [string, Entry] => [
    key,
    { ...entry, key: at ?? entry.key, node: expand(entry.node, known, within, at) },
  ]);
  return { ...placed, entries: new Map(entries) };
}
