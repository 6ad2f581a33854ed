/** Exports the shared functions for ordered collections: the check of `order` against the items, and the items in that order. */
import { orderLeavesOut, removedInOrder } from "../language/overlay-problems.js";
import * as problems from "../language/problems.js";
import { childOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { nearest } from "../language/suggest.js";
import type { Context } from "./compile-context.js";

/** Reports where `order` does not name each of the items once. */
export function checkOrder(node: SourceNode, { linker }: Context, key = "items"): void {
  const order = childOf(node, "order");
  const items = childOf(node, key);
  if (order?.kind !== "list" || items?.kind !== "object" || items.partial || order.partial) return;
  const seen = new Set<string>();
  // The items that misspelled names mean: they are not missing as well.
  const meant = new Set<string | null>();
  for (const item of order.items) {
    const text = textOf(item);
    if (text === null) continue;
    const removed = items.removed?.get(text);
    if (!items.entries.has(text) && removed !== undefined) linker.report(removed, removedInOrder(text, order.at));
    else if (!items.entries.has(text)) {
      linker.report(item.at, problems.unknownInOrder(text, keysOf(items)));
      meant.add(nearest(text, keysOf(items)));
    } else if (seen.has(text)) linker.report(item.at, problems.twiceInOrder(text));
    seen.add(text);
  }
  for (const [name, entry] of items.entries) {
    if (seen.has(name) || meant.has(name)) continue;
    // An item of the base that an overlay's order omits is reported at that order.
    if (order.at.layer === "overlay" && entry.key.layer === "base") linker.report(order.at, orderLeavesOut(name, key));
    else linker.report(entry.key, problems.notInOrder(name));
  }
}

/** The effects of a node in their order: one effect, or effects by key. */
export function effectsIn(node: SourceNode | null): readonly SourceNode[] {
  if (node === null) return [];
  return childOf(node, "items") === null ? [node] : inOrder(node, "items");
}

/** The items in their order; a name without an item is reported and left out. */
export function inOrder(node: SourceNode, key: "items" | "rows"): readonly SourceNode[] {
  const order = childOf(node, "order");
  return order?.kind === "list" ? order.items.flatMap((item) => childOf(node, key, textOf(item) ?? "") ?? []) : [];
}
