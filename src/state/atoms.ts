/** One Recoil atom a slice, and the selector that assembles the depositor state. Recoil is used in this room alone. */
import { atom, RecoilEnv, type RecoilState, selector } from "recoil";
import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { SLICES, type Slice } from "./slices.js";

// A hot reload of this file would otherwise log "Duplicate atom key" for each slice.
if (import.meta.env.DEV) RecoilEnv.RECOIL_DUPLICATE_ATOM_KEY_CHECKING_ENABLED = false;

/** The initial values come with the bundle (`core.initial`), hence no default here but null. */
export const atoms = Object.fromEntries(SLICES.map((slice) => [slice, atom<Json>({ key: slice, default: null })])) as Readonly<
  Record<Slice, RecoilState<Json>>
>;

/** A state is read once and superseded: keeping the earlier ones would grow with every keystroke. */
const latestOnly = { eviction: "most-recent" } as const;

function assembled(key: string, slices: readonly Slice[]) {
  return selector<DepositorState>({
    key,
    get: ({ get }) => Object.fromEntries(slices.map((slice) => [slice, get(atoms[slice])])),
    cachePolicy_UNSTABLE: latestOnly,
  });
}

export const depositorState = assembled("depositorState", SLICES);

/** Without `drafts`: what is typed and not sent must not draw the screen again. */
export const shownState = assembled(
  "shownState",
  SLICES.filter((slice) => slice !== "drafts"),
);
