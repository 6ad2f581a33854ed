/** `PersistState`: connects the persistence to the state that React renders; mounted once inside `StateRoot`. */
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
  // React may not have rendered the last change yet when the page goes.
  useEffect(() => storage.onLeaving(() => void persistence.changed(store.get())), [storage, persistence, store]);
  useEffect(
    () =>
      storage.onForeignWrite((text) => {
        const adopted = persistence.adopt(text, store.get());
        if (adopted === null) return;
        store.replace(adopted.state);
        onAdopted(adopted.as);
      }),
    [persistence, storage, store, onAdopted],
  );
  return null;
}
