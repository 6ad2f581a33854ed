/** Ties the keeper to the state that is being drawn. */
import { useEffect } from "react";
import type { Adoption, Keeper } from "./keeper.js";
import type { StoragePort } from "./storage.js";
import { useDepositorState, useStore } from "./store.js";

/** Stands once inside `StateRoot`. `onAdopted` is told when another tab's state has been taken over. */
export function KeepState(props: {
  readonly keeper: Keeper;
  readonly storage: StoragePort;
  readonly onAdopted: (as: Adoption) => void;
}): null {
  const { keeper, storage, onAdopted } = props;
  const store = useStore();
  const state = useDepositorState();
  useEffect(() => {
    const next = keeper.changed(state);
    if (next !== state) store.replace(next);
  }, [keeper, store, state]);
  // The last change may not have been drawn yet.
  useEffect(() => storage.onLeaving(() => void keeper.changed(store.get())), [storage, keeper, store]);
  useEffect(
    () =>
      storage.onForeignWrite((text) => {
        const adopted = keeper.adopt(text, store.get());
        if (adopted === null) return;
        store.replace(adopted.state);
        onAdopted(adopted.as);
      }),
    [keeper, storage, store, onAdopted],
  );
  return null;
}
