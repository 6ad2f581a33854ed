/** Exports how the runtime names running actions: by owner, action and item. */
import type { ActionOwner } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** Identifies an item of a list: its `uuid` or `id`, else its whole value. */
export function itemKey(item: Json): string {
  const id = isObject(item) ? (item.uuid ?? item.id) : null;
  return typeof id === "string" ? id : JSON.stringify(item);
}

/** The key of an action within its owner. It has no spaces: the page lists the keys of the running actions. */
export function actionKey(action: string, item?: Json): string {
  return item === undefined ? action : `${action}#${encodeURIComponent(itemKey(item))}`;
}

/** The key of an action: `owner/action`, `/action` for the app's, with `#` and the item where it is about one. */
export function runningKey(owner: ActionOwner, action: string, item?: Json): string {
  return `${owner ?? ""}/${actionKey(action, item)}`;
}
