/** Exports how the runtime names running actions: by owner, action and item. */
import type { ActionOwner } from "../engine/events.js";
import type { BundleCore, CompiledAction } from "../language/bundle.js";
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

/**
 * Whether one of the running actions sends the same mutation as another action, about the same item or about none:
 * otherwise two controls with the same call would send it twice. `running` has the keys of the running actions of one
 * owner.
 */
export function isBlockedBy(running: Iterable<string>, key: string, mutationOf: (action: string) => string | null): boolean {
  const [action = "", item] = key.split("#");
  const mutation = mutationOf(action);
  if (mutation === null) return false;
  for (const other of running) {
    const [otherAction = "", otherItem] = other.split("#");
    if (otherAction !== action && otherItem === item && mutationOf(otherAction) === mutation) return true;
  }
  return false;
}

/** The mutation that an action calls; null for any other. */
export function mutationOf(core: BundleCore, action: CompiledAction | undefined): string | null {
  const call = action?.call;
  return call !== undefined && core.operations[call]?.kind === "mutation" ? call : null;
}

/** Whether an action of a screen is ignored while `running` are in progress: it is one of them, or one of them sends the same. */
export function isIgnored(
  core: BundleCore,
  actions: Readonly<Record<string, CompiledAction>>,
  running: readonly string[],
  key: string,
): boolean {
  return running.includes(key) || isBlockedBy(running, key, (name) => mutationOf(core, actions[name]));
}

/** The keys of the actions of an owner. */
export function keysOf(owner: ActionOwner, keys: Iterable<string>): readonly string[] {
  const prefix = `${owner ?? ""}/`;
  return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/** The key of an action: `owner/action`, `/action` for the app's, with `#` and the item where it is about one. */
export function runningKey(owner: ActionOwner, action: string, item?: Json): string {
  return `${owner ?? ""}/${actionKey(action, item)}`;
}
