/** Exports a value that React components can subscribe to; the runtime publishes what is not part of the depositor state with it. */
import { useSyncExternalStore } from "react";

/** A value with subscribers. `set` calls them unless the value is the same (`Object.is`). */
export interface ObservableValue<T> {
  get(): T;
  set(next: T): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function observableValue<T>(initial: T): ObservableValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The present value; the component renders again at each change. */
export function useObservable<T>(source: ObservableValue<T>): T {
  return useSyncExternalStore(source.subscribe, source.get, source.get);
}
