/** Exports the presence of a depositor in a scenario, for its session: nobody else uses the browser. */
import type { PresencePort } from "../runtime/monitors.js";

export interface ScenarioPresence extends PresencePort {
  /** The depositor touches the page. */
  touch(): void;
  /** Another tab covers the page, or no longer does. */
  show(isVisible: boolean): void;
  /** The browser shows the page again from its back/forward cache. */
  restore(milliseconds: number): void;
}

export function createScenarioPresence(): ScenarioPresence {
  let isVisible = true;
  const inputs = new Set<() => void>();
  const visibilities = new Set<() => void>();
  const restorations = new Set<(away: number) => void>();
  const added = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    visible: () => isVisible,
    onVisibility: (listener) => added(visibilities, listener),
    onInput: (listener) => added(inputs, listener),
    shareInput: () => {},
    sharedInput: () => null,
    onInputElsewhere: () => () => {},
    onRestored: (listener) => added(restorations, listener),
    alone: (_name, work) => work(false),
    touch() {
      for (const listener of inputs) listener();
    },
    show(next) {
      isVisible = next;
      for (const listener of visibilities) listener();
    },
    restore(away) {
      for (const listener of restorations) listener(away);
    },
  };
}
