/** Exports `persistedEntries`: the part of a depositor's state that the browser has persisted, for a page that begins with it. */
import type { DepositorState } from "../../engine/events.js";
import type { BundleCore } from "../../language/bundle.js";
import { isObject } from "../../language/json.js";
import { ROOT_KEY, serialize } from "../../state/persisted-state.js";

/**
 * The entries of the local storage, by key. `owner`: the depositor who uses the browser, whom the state names only once the page
 * has asked for it. `now`: epoch milliseconds, the age of what has one.
 */
export function persistedEntries(
  { persisted, versions, keptOnReset, initial }: BundleCore,
  state: DepositorState,
  { owner, now }: { readonly owner: string; readonly now: number },
) {
  const rules = { persisted, versions, keptOnReset, initial, ages: {}, draftAge: 0 };
  return Object.entries(persisted).flatMap(([slice, scope]): (readonly [key: string, text: string])[] => {
    const value = state[slice] ?? null;
    if (JSON.stringify(value) === JSON.stringify(initial[slice] ?? null)) return [];
    const entry = (name: string, part: typeof value) =>
      [`${ROOT_KEY}/${name}`, serialize(rules, slice, part, { at: now, ...(scope === "draft" ? { owner } : {}) })] as const;
    if (scope === "session") return [entry(slice, value)];
    if (scope === "depositor") return [entry(`${slice}/${owner}`, value)];
    return isObject(value) ? Object.entries(value).map(([part, typed]) => entry(`${slice}/${part}`, typed)) : [];
  });
}
