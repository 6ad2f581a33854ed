/** Exports whether the body of a screen offers an action, for the check of a confirmed action in `actions.ts`. */
import type { CompiledBlock, CompiledPredicate } from "../language/bundle.js";
import type { Json, Value } from "../language/definition.js";
import { evaluate, holds, type Scope, withNames } from "../language/predicate.js";
import { itemKey } from "./action-key.js";

/** An action that a control or a form offers. */
export interface Offer {
  readonly action: string;
  /** The list item that the action is about. */
  readonly item?: Json;
}

/** Whether a control or a form of the body has this action, and it and all nodes around it are visible. For an item: in its present list. */
export function isOffered(body: readonly CompiledBlock[], offer: Offer, scope: Scope): boolean {
  return offers(body, offer, scope);
}

function offers(node: unknown, offer: Offer, scope: Scope): boolean {
  if (typeof node !== "object" || node === null) return false;
  if (Array.isArray(node)) return node.some((part) => offers(part, offer, scope));
  const { when, action, submit, ...parts } = node as { readonly [key: string]: unknown };
  if (when !== undefined && !holds(when as CompiledPredicate, scope)) return false;
  if (action === offer.action || submit === offer.action) return true;
  if (offer.item === undefined || !isList(node)) return Object.values(parts).some((part) => offers(part, offer, scope));
  const item = presentItem(node.items, offer.item, scope);
  return item !== undefined && Object.values(parts).some((part) => offers(part, offer, withNames(scope, { item })));
}

/** The `items` of a block are a value; those of a keyed map are not. */
function isList(node: object): node is { readonly items: Value } {
  return "block" in node && "items" in node;
}

/** The item with its present values; undefined when the list no longer has it. */
function presentItem(items: Value, item: Json, scope: Scope): Json | undefined {
  const key = itemKey(item);
  const list = evaluate(items, scope);
  return Array.isArray(list) ? (list as readonly Json[]).find((one) => itemKey(one) === key) : undefined;
}
