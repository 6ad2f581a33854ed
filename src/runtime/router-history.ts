/** Exports the history port of the runtime over the router's navigation, for `src/app` and `binding.tsx`. */
import type { NavigateFunction } from "react-router-dom";
import type { Address, HistoryEntry, HistoryPort } from "./port.js";

/** The position of an entry in the history, the distance that the browser moved to it, and its owner. */
export type HistoryPosition = Pick<HistoryEntry, "position" | "moved" | "depositor">;

/** The history port, with the events that the router reports to it. */
export interface RouterHistory extends HistoryPort {
  /** Sets the router's present navigate function. */
  setNavigate(navigate: NavigateFunction): void;
  /** Records the entry at which the router has arrived. `popped`: by the browser's Back or Forward, or by `move`. */
  arrived(entryState: unknown, popped: boolean): HistoryPosition;
  /** Call after each `popstate`: a move of the history has ended. */
  moveEnded(): void;
}

/** The router numbers its entries in `history.state.idx`; an entry that another script has pushed has no number. */
function positionOf(entryState: unknown): number | null {
  const index = typeof entryState === "object" && entryState !== null && "idx" in entryState ? entryState.idx : null;
  return typeof index === "number" ? index : null;
}

function depositorOf(entryState: unknown): string | null {
  const depositor = typeof entryState === "object" && entryState !== null && "depositor" in entryState ? entryState.depositor : null;
  return typeof depositor === "string" ? depositor : null;
}

/** The key that the router gives to the entry at which a page was loaded without one. */
const FIRST_KEY = "default";

/** Creates the port; it navigates once the router has set its function. */
export function createRouterHistory(): RouterHistory {
  let navigate: NavigateFunction | null = null;
  let position: number | null = null;
  let isMoving = false;
  /** Navigations that wait for a move: the browser moves asynchronously, and they belong to the entry at its end. */
  let waiting: (() => void)[] = [];

  const navigateFunction = (): NavigateFunction => {
    if (navigate === null) throw new Error("The runtime navigated before the router was mounted.");
    return navigate;
  };
  const go = (address: Address, replace: boolean): void => {
    if (isMoving) {
      waiting.push(() => go(address, replace));
      return;
    }
    const { pathname, search, state } = address;
    void navigateFunction()({ pathname, search }, { state, replace });
  };
  return {
    push: (address) => go(address, false),
    replace: (address) => go(address, true),
    move(by) {
      isMoving = true;
      void navigateFunction()(by);
    },
    setNavigate(next) {
      navigate = next;
    },
    arrived(entryState, popped) {
      const previous = position;
      position = positionOf(entryState);
      const depositor = depositorOf(entryState);
      const owned = depositor === null ? {} : { depositor };
      if (position === null) return owned;
      return popped && previous !== null && previous !== position
        ? { ...owned, position, moved: position - previous }
        : { ...owned, position };
    },
    claim(key, depositor) {
      const { state } = window.history;
      // The router replaces its own keys there, and leaves the others.
      if ((state?.key ?? FIRST_KEY) === key) window.history.replaceState({ ...state, depositor }, "");
    },
    moveEnded() {
      isMoving = false;
      const due = waiting;
      waiting = [];
      for (const run of due) run();
    },
  };
}
