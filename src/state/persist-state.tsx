/** Exports `PersistState` for the app: connects the persistence to the state that React renders; mounted once inside `StateRoot`. */
import { useEffect } from "react";
import type { Adoption, Persistence } from "./persistence.js";
import type { StoragePort } from "./storage.js";
import { useDepositorState, useStore } from "./store.js";

interface PersistStateProps {
  readonly persistence: Persistence;
  readonly storage: StoragePort;
  /** Called after another tab's state has replaced this tab's. */
  readonly onAdopted: (as: Adoption) => void;
}

export function PersistState({ persistence, storage, onAdopted }: PersistStateProps): null {
  const store = useStore();
  const state = useDepositorState();
  useEffect(() => {
    const next = persistence.changed(state);
    if (next !== state) store.replace(next);
  }, [persistence, store, state]);
  useEffect(
    () =>
      storage.onLeaving(() => {
        // React may not have rendered the last change yet when the page unloads.
        persistence.changed(store.get());
        persistence.flush();
      }),
    [storage, persistence, store],
  );
  useEffect(
    () =>
      storage.onForeignWrite((entries) => {
        const adopted = persistence.adopt(entries, store.get());
        if (adopted === null) return;
        store.replace(adopted.state);
        onAdopted(adopted.as);
      }),
    [persistence, storage, store, onAdopted],
  );
  return null;
}
