/**
 * Exports `writeSections` for `wizards.ts`: each section of a summary that belongs to a `step` gets a control to edit it, and
 * is removed together with its step.
 */
import { childOf, type Entry, type ObjectNode, type SourceNode, textOf } from "../../language/source.js";
import { generated, replaceEntry } from "./rewrite.js";
import type { Page } from "./wizard.js";

/** The collection with explicit sections; adds the actions of their controls to `actions`. */
export function writeSections(collection: ObjectNode, { wizard }: Page, actions: Map<string, Entry>): ObjectNode {
  const items = collection.entries.get("items");
  if (items?.node.kind !== "object") return collection;
  const label = childOf(wizard.node, "edit");
  const gone = new Set<string>();
  const entries = [...items.node.entries].flatMap(([key, entry]): readonly (readonly [string, Entry])[] => {
    const { node } = entry;
    const keyword = node.kind === "object" && node.entries.has("rows") ? node.entries.get("step") : undefined;
    const name = textOf(keyword?.node ?? null);
    if (node.kind !== "object" || keyword === undefined || name === null) return [[key, entry]];
    if (wizard.removed.has(name)) {
      gone.add(key);
      return [];
    }
    if (label === null || node.entries.has("control") || !wizard.steps.some((step) => step.name === name)) return [[key, entry]];
    const at = keyword.node.at;
    const action = `edit${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    actions.set(action, { key: at, node: generated(at, { step: name }) });
    const control = generated(at, { label, action, style: "link" });
    return [[key, { ...entry, node: replaceEntry(node, "step", [["control", { key: keyword.key, node: control }]]) }]];
  });
  if (gone.size === 0 && entries.every(([key, entry]) => items.node.kind === "object" && items.node.entries.get(key) === entry))
    return collection;
  const written = new Map(collection.entries).set("items", { ...items, node: { ...items.node, entries: new Map(entries) } });
  const order = collection.entries.get("order");
  if (order?.node.kind === "list") {
    const kept = order.node.items.filter((item: SourceNode) => !gone.has(textOf(item) ?? ""));
    written.set("order", { ...order, node: { ...order.node, items: kept } });
  }
  return { ...collection, entries: written };
}
