/** Exports the React hooks and the `Store` through which the rest of the app reads and writes the depositor state. */
import { type ReactElement, type ReactNode, useMemo } from "react";
import { RecoilRoot, useRecoilCallback, useRecoilValue } from "recoil";
import type { DepositorState } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { depositorState, draftSlices, renderedState, sliceNames, sliceValue } from "./atoms.js";

/** The state outside of rendering: always the latest, also between a write and the next render. */
export interface Store {
  get(): DepositorState;
  /** Writes the slices that differ from the present ones, and adds the slices that are new. Slices that `next` omits keep their value. */
  replace(next: DepositorState): void;
}

interface StateRootProps {
  /** The state to start with, read once on mount: every slice of `core.initial`, some with their persisted value. */
  readonly initial: DepositorState;
  /** `core.persisted`: which slices are drafts. */
  readonly persisted: BundleCore["persisted"];
  readonly children: ReactNode;
}

/** Provides the state to its children. */
export function StateRoot({ initial, persisted, children }: StateRootProps): ReactElement {
  return (
    <RecoilRoot
      initializeState={({ set }) => {
        set(sliceNames, Object.keys(initial));
        set(
          draftSlices,
          Object.keys(persisted).filter((name) => persisted[name] === "draft"),
        );
        for (const [name, value] of Object.entries(initial)) set(sliceValue(name), value);
      }}
    >
      {children}
    </RecoilRoot>
  );
}

/** The whole depositor state; re-renders on every change. */
export function useDepositorState(): DepositorState {
  return useRecoilValue(depositorState);
}

/** The depositor state without drafts: for components that must not re-render while the depositor types. */
export function useRenderedState(): DepositorState {
  return useRecoilValue(renderedState);
}

/** One slice; re-renders when that slice changes. */
export function useSlice(name: string): Json {
  return useRecoilValue(sliceValue(name));
}

/** The store of the nearest `StateRoot`; the same object in every render. */
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
        const known = snapshot.getLoadable(sliceNames).getValue();
        const added = Object.keys(next).filter((name) => !known.includes(name));
        if (added.length > 0) set(sliceNames, [...known, ...added]);
        for (const [name, value] of Object.entries(next)) {
          if (!Object.is(snapshot.getLoadable(sliceValue(name)).getValue(), value)) set(sliceValue(name), value);
        }
      },
    [],
  );
  return useMemo(() => ({ get, replace }), [get, replace]);
}
