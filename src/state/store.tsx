/** The hooks through which the rest of the app reads and writes the depositor state. */
import { type ReactElement, type ReactNode, useMemo } from "react";
import { RecoilRoot, useRecoilCallback, useRecoilValue } from "recoil";
import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { atoms, depositorState, shownState } from "./atoms.js";
import { SLICES, type Slice } from "./slices.js";

/** The state outside of rendering: always the latest, also between a write and the next drawing. */
export interface Store {
  get(): DepositorState;
  /** Writes the slices that differ from the present ones; what `next` does not name stays. */
  replace(next: DepositorState): void;
}

/** Holds the state. `initial` is read once, when it is mounted. */
export function StateRoot({ initial, children }: { readonly initial: DepositorState; readonly children: ReactNode }): ReactElement {
  return (
    <RecoilRoot
      initializeState={({ set }) => {
        for (const slice of SLICES) set(atoms[slice], initial[slice] ?? null);
      }}
    >
      {children}
    </RecoilRoot>
  );
}

/** The whole depositor state; draws again on every change. */
export function useDepositorState(): DepositorState {
  return useRecoilValue(depositorState);
}

/** The depositor state without `drafts`: for what is drawn while somebody types. */
export function useShownState(): DepositorState {
  return useRecoilValue(shownState);
}

/** The store of the nearest `StateRoot`; the same object between renders. */
export function useStore(): Store {
  const get = useRecoilCallback(
    ({ snapshot }) =>
      () =>
        snapshot.getLoadable(depositorState).getValue(),
    [],
  );
  const replace = useRecoilCallback(
    ({ set, snapshot }) =>
      (next: DepositorState) => {
        for (const slice of SLICES) {
          const value = next[slice];
          if (value !== undefined && !Object.is(snapshot.getLoadable(atoms[slice]).getValue(), value)) set(atoms[slice], value);
        }
      },
    [],
  );
  return useMemo(() => ({ get, replace }), [get, replace]);
}

function sliceHook(slice: Slice): () => Json {
  return function useSlice() {
    return useRecoilValue(atoms[slice]);
  };
}

export const useAuth = sliceHook("auth");
export const useProgress = sliceHook("progress");
export const useBranding = sliceHook("branding");
export const useNotification = sliceHook("notification");
export const useAlerts = sliceHook("alerts");
export const useBanners = sliceHook("banners");
export const useDismissed = sliceHook("dismissed");
export const useDrafts = sliceHook("drafts");
