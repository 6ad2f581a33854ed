/**
 * Exports `writeOrders` for `normalise.ts` and `wizards.ts`: writes the `order` of an ordered collection, which is optional.
 * Without it the items are in the order of their keys, the base's first. An item that the overlay removes leaves the base's
 * `order`; one that it adds goes to the end of the base's `order`.
 */
import type { Language } from "../../language/meta-schema.js";
import { childOf, type Entry, type ListNode, type ObjectNode, type SourceNode, textOf } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { type Concerns, type Rewriter, type Rewritten, rewriteAll } from "./rewrite.js";

/** The keyword that contains the items of each kind of ordered collection. */
const ITEMS: Readonly<Record<string, string>> = {
  ordered: "items",
  body: "items",
  rows: "items",
  effects: "items",
  decisionTable: "rows",
};

const known: Rewritten = new WeakMap();
const isOrdered: Concerns = ({ "x-kind": kind = "" }) => ITEMS[kind] !== undefined;

/** Every ordered collection with an `order` that names its items. */
export function writeOrders(merged: Merged, language: Language): Merged {
  const written: Rewriter = (node, schema) => {
    const keyword = ITEMS[schema["x-kind"] ?? ""];
    const items = keyword === undefined ? null : childOf(node, keyword);
    return node.kind === "object" && items?.kind === "object" ? withOrder(node, items) : node;
  };
  return rewriteAll(merged, language, { rewriter: written, concerns: isOrdered, known });
}

function withOrder(node: ObjectNode, items: ObjectNode): SourceNode {
  const written = node.entries.get("order");
  if (written === undefined) return withEntry(node, { key: node.at, node: listOf([...items.entries], node) });
  const order = written.node;
  // An `order` in the overlay must be complete: a missing or removed item is reported there.
  if (order.kind !== "list" || order.at.layer === "overlay") return node;
  const kept = order.items.filter((item) => items.removed?.has(textOf(item) ?? "") !== true);
  const named = new Set(order.items.map(textOf));
  const added = [...items.entries].filter(([key, { beside }]) => beside !== undefined && !named.has(key));
  if (added.length === 0 && kept.length === order.items.length) return node;
  return withEntry(node, { ...written, node: { ...order, items: [...kept, ...listOf(added, node).items] } });
}

function listOf(entries: readonly (readonly [string, Entry])[], { at, partial }: ObjectNode): ListNode {
  return {
    kind: "list",
    items: entries.map(([value, { key }]) => ({ kind: "scalar", value, at: key, partial: false })),
    at,
    partial,
  };
}

function withEntry(node: ObjectNode, order: Entry): ObjectNode {
  return { ...node, entries: new Map([["order", order], ...[...node.entries].filter(([key]) => key !== "order")]) };
}
