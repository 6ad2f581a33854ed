/** The router's history as the runtime's port. */
import type { NavigateFunction } from "react-router-dom";
import type { Address, HistoryPort } from "./port.js";

/** `use` is handed the router's present navigation. */
export interface RouterHistory extends HistoryPort {
  use(navigate: NavigateFunction): void;
}

export function createRouterHistory(): RouterHistory {
  let navigate: NavigateFunction | null = null;
  const go = (address: Address, replace: boolean) => {
    if (navigate === null) throw new Error("A navigation before the router is there");
    const { pathname, search, state } = address;
    void navigate({ pathname, search }, { state, replace });
  };
  return {
    push: (address) => go(address, false),
    replace: (address) => go(address, true),
    use(next) {
      navigate = next;
    },
  };
}
