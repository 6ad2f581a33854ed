/**
 * Exports the stale-screen check for `runtime.ts`: it detects when the guards no longer admit the current screen. The
 * engine evaluates the guards when a screen is entered; the state may change afterwards. A change by the screen's own
 * action is intended, and the action declares the next step. A change from outside (a poll, a refetch, another tab)
 * makes the screen stale, and the app redirects the depositor once no action is running.
 */

/** The cause of a change of the state: an action of the current screen, or anything else. */
export type Cause = "screen" | "external";

export interface StaleScreenDependencies {
  /** Whether an action runs, a confirmation is open, or data of the guards loads: the result may still change. */
  busy(): boolean;
  /** Whether a visible form has typed and unsent data. */
  hasDraft(): boolean;
  onStale(hasDraft: boolean): void;
}

/** Whether the guards still admit the current screen and, if not, the cause. */
export interface StaleScreenCheck {
  /** A screen is entered: its guards have just admitted it. */
  screenEntered(): void;
  /** Call after each change of the state, with the guards' present result. */
  stateChanged(admitted: boolean, by: Cause): void;
  /** Call when an action or a query has ended. */
  recheck(): void;
  /** Whether an external change has made the screen stale. */
  isStale(): boolean;
  /** An action leaves the screen. Returns whether the screen is stale: the history then must not keep its address. */
  leave(): boolean;
}

/** Creates the check; `onStale` is called when nothing is busy. */
export function createStaleScreenCheck(dependencies: StaleScreenDependencies): StaleScreenCheck {
  /** `consumed`: the screen's own action changed the state so that the guards no longer admit it. */
  let screenStatus: "valid" | "consumed" | "stale" = "valid";
  /** The cases that `onStale` has been called for: once with a draft, and once without. */
  let reported: "nothing" | "with draft" | "all" = "nothing";

  const isStale = () => screenStatus === "stale";

  function recheck(): void {
    if (!isStale() || reported === "all" || dependencies.busy()) return;
    const hasDraft = dependencies.hasDraft();
    if (hasDraft && reported === "with draft") return;
    reported = hasDraft ? "with draft" : "all";
    dependencies.onStale(hasDraft);
  }

  return {
    screenEntered() {
      screenStatus = "valid";
      reported = "nothing";
    },
    stateChanged(admitted, by) {
      if (admitted) screenStatus = "valid";
      else if (screenStatus === "valid") screenStatus = by === "external" ? "stale" : "consumed";
      if (screenStatus === "valid") reported = "nothing";
      recheck();
    },
    recheck,
    isStale,
    leave() {
      reported = "all";
      return isStale();
    },
  };
}
