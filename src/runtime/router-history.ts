/** Exports the runtime's history port over the router's navigation. */
import type { NavigateFunction } from "react-router-dom";
import type { Address, HistoryPort } from "./port.js";

export interface RouterHistory extends HistoryPort {
  /** Sets the router's present navigate function. */
  setNavigate(navigate: NavigateFunction): void;
}

export function createRouterHistory(): RouterHistory {
  let navigate: NavigateFunction | null = null;
  const go = (address: Address, replace: boolean) => {
    if (navigate === null) throw new Error("The runtime navigated before the router was mounted.");
    const { pathname, search, state } = address;
    void navigate({ pathname, search }, { state, replace });
  };
  return {
    push: (address) => go(address, false),
    replace: (address) => go(address, true),
    setNavigate(next) {
      navigate = next;
    },
  };
}
