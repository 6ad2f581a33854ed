/** Exports `explicitForm`: collections and outcomes without their short forms, for the merge of overlays and `normalise/`. */
import type { LanguageSchema } from "../language/meta-schema.js";
import type { Entry, ObjectNode, SourceNode } from "../language/source.js";

/** The kinds of keyed collections that may be written without `items`. */
export const COLLECTIONS: ReadonlySet<string> = new Set(["ordered", "body"]);

/** Whether `explicitForm` may change values of a schema. */
export const hasShortForm = ({ "x-kind": kind = "" }: LanguageSchema): boolean => COLLECTIONS.has(kind) || kind === "outcomes";

/** A collection with `items`, and outcomes with one entry each; every other node as it is. `schema` is resolved. */
export function explicitForm(node: SourceNode, schema: LanguageSchema): SourceNode {
  const kind = schema["x-kind"] ?? "";
  if (node.kind !== "object") return node;
  if (COLLECTIONS.has(kind)) return withItems(node);
  return kind === "outcomes" ? withSingleOutcomes(node) : node;
}

/** The keys of a collection without `order` may be written without `items`. */
function withItems(node: ObjectNode): ObjectNode {
  if (node.entries.has("items") || node.entries.has("order")) return node;
  return { kind: "object", entries: new Map([["items", { key: node.at, node }]]), at: node.at, partial: node.partial };
}

/** `"500, network"` becomes two entries. An outcome that occurs twice stays in its group, which `compileOutcomes` reports. */
function withSingleOutcomes(node: ObjectNode): ObjectNode {
  const groups = [...node.entries.keys()].map(outcomesIn);
  if (groups.every((names) => names.length === 1)) return node;
  const count = new Map<string, number>();
  for (const name of groups.flat()) count.set(name, (count.get(name) ?? 0) + 1);
  const entries = [...node.entries].flatMap(([key, entry]): readonly (readonly [string, Entry])[] => {
    const names = outcomesIn(key);
    return names.some((name) => count.get(name) !== 1) ? [[key, entry]] : names.map((name) => [name, entry]);
  });
  return { ...node, entries: new Map(entries) };
}

/** The outcomes that a key names. */
export function outcomesIn(key: string): readonly string[] {
  return key.split(/\s*,\s*/);
}
