/** Exports whether the body of a screen lists an item, for the check of a confirmed action in `actions.ts`. */
import type { CompiledBlock } from "../language/bundle.js";
import type { Json, Value } from "../language/definition.js";
import { evaluate, type Scope } from "../language/predicate.js";
import { itemKey } from "./action-key.js";

/** Whether a block of the body has this item in its `items`. */
export function isListed(body: readonly CompiledBlock[], item: Json, scope: Scope): boolean {
  const key = itemKey(item);
  return listsOf(body).some((items) => {
    const list = evaluate(items, scope);
    return Array.isArray(list) && (list as readonly Json[]).some((one) => itemKey(one) === key);
  });
}

/** The `items` of the blocks of a body, which are values; those of a keyed map are not. */
function listsOf(node: unknown): readonly Value[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(listsOf);
  const own = "block" in node && "items" in node ? [node.items as Value] : [];
  return [...own, ...Object.values(node).flatMap(listsOf)];
}
