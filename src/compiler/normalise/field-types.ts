/**
 * Exports `writeFieldTypes` for `normalise.ts`: a field with a `type` gets the keywords of its type that it does not have itself,
 * and its `errors` the texts of its type that it does not have; a list of options takes the place of its name. An unknown name
 * stays as it is: the structural walk reports it.
 */
import type { Language } from "../../language/meta-schema.js";
import { childOf, type Entry, type ObjectNode, type SourceNode, textOf } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { type Concerns, type Rewriter, type Rewritten, rewriteAll } from "./rewrite.js";

/** By the node of `fields.json`. */
const typedBy = new WeakMap<SourceNode, Rewritten>();

const isForm: Concerns = ({ "x-kind": kind }) => kind === "form";

export function writeFieldTypes(merged: Merged, language: Language): Merged {
  const { fields: shared } = merged;
  const known: Rewritten = (shared === null ? undefined : typedBy.get(shared)) ?? new WeakMap();
  if (shared !== null) typedBy.set(shared, known);
  const withTypes: Rewriter = (node, schema) => {
    const items = isForm(schema) ? childOf(node, "fields", "items") : null;
    if (items?.kind !== "object") return node;
    const fields = new Map(
      [...items.entries].map(([path, entry]): [string, Entry] => [path, { ...entry, node: typed(entry.node, shared) }]),
    );
    return within(node, ["fields", "items"], { ...items, entries: fields });
  };
  return rewriteAll(merged, language, { rewriter: withTypes, concerns: isForm, known });
}

/** The node with another node at a path that it has. */
function within(node: SourceNode, [key = "", ...rest]: readonly string[], inner: SourceNode): SourceNode {
  const entry = node.kind === "object" ? node.entries.get(key) : undefined;
  if (node.kind !== "object" || entry === undefined) return node;
  return {
    ...node,
    entries: new Map([...node.entries, [key, { ...entry, node: rest.length > 0 ? within(entry.node, rest, inner) : inner }]]),
  };
}

function typed(field: SourceNode, shared: SourceNode | null): SourceNode {
  if (field.kind !== "object") return field;
  const type = childOf(shared, "types", textOf(childOf(field, "type")) ?? "");
  return withOptions(type?.kind === "object" ? inherit(field, type) : field, shared);
}

/** A field's own keywords win; `errors` are merged by key. */
function inherit(field: ObjectNode, type: ObjectNode): ObjectNode {
  const entries = new Map<string, Entry>(field.entries);
  for (const [keyword, entry] of type.entries) {
    const own = field.entries.get(keyword);
    if (own === undefined && field.removed?.has(keyword) !== true)
      entries.set(keyword, { ...inherited(entry), ...(keyword === "errors" ? { node: allInherited(entry.node) } : {}) });
    else if (keyword === "errors" && own?.node.kind === "object" && entry.node.kind === "object")
      entries.set(keyword, { ...own, node: inherit(own.node, entry.node) });
  }
  return { ...field, entries };
}

const inherited = (entry: Entry): Entry => ({ key: entry.key, node: entry.node, inherited: true });

function allInherited(node: SourceNode): SourceNode {
  if (node.kind !== "object") return node;
  return { ...node, entries: new Map([...node.entries].map(([key, entry]) => [key, inherited(entry)])) };
}

function withOptions(field: ObjectNode, shared: SourceNode | null): ObjectNode {
  const written = field.entries.get("options");
  const name = textOf(written?.node ?? null);
  const list = name === null ? null : childOf(shared, "options", name);
  if (written === undefined || name === null || list === null) return field;
  return { ...field, entries: new Map([...field.entries, ["options", { ...written, node: list }]]) };
}
