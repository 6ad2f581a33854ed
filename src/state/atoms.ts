/** Exports one Recoil atom for each slice, and the selectors that assemble the depositor state, for `store.tsx` alone. */
import { atom, RecoilEnv, type RecoilState, selector } from "recoil";
import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";

// Without this, a hot reload of this file logs "Duplicate atom key" for each atom.
if (import.meta.env.DEV) RecoilEnv.RECOIL_DUPLICATE_ATOM_KEY_CHECKING_ENABLED = false;

/** The slices of the bundle, by name. A newer bundle may add some. */
export const sliceNames = atom<readonly string[]>({ key: "sliceNames", default: [] });

/** The slices whose changes do not re-render a screen: what the depositor types and has not sent. */
export const draftSlices = atom<readonly string[]>({ key: "draftSlices", default: [] });

const values = new Map<string, RecoilState<Json>>();

/** The atom of a slice; `StateRoot` and `Store.replace` write its value. */
export function sliceValue(name: string): RecoilState<Json> {
  const present = values.get(name);
  if (present !== undefined) return present;
  const created = atom<Json>({ key: `slice/${name}`, default: null });
  values.set(name, created);
  return created;
}

/** Each state is read once and replaced: caching earlier states would use memory for every keystroke. */
const latestOnly = { eviction: "most-recent" } as const;

/** All slices. */
export const depositorState = selector<DepositorState>({
  key: "depositorState",
  get: ({ get }) => Object.fromEntries(get(sliceNames).map((name) => [name, get(sliceValue(name))])),
  cachePolicy_UNSTABLE: latestOnly,
});

/** All slices but the drafts, so that typing does not re-render the screen. */
export const renderedState = selector<DepositorState>({
  key: "renderedState",
  get({ get }) {
    const drafts = get(draftSlices);
    const names = get(sliceNames).filter((name) => !drafts.includes(name));
    return Object.fromEntries(names.map((name) => [name, get(sliceValue(name))]));
  },
  cachePolicy_UNSTABLE: latestOnly,
});
