/**
 * Exports the navigations of `runtime.ts` through the browser's history. Where a task ends, the entries of its pages leave the
 * history, so that Back leads to the entry before the task and never to a page whose work is done.
 */
import type { Address, HistoryEntry, HistoryPort } from "./port.js";

/** How a navigation changes the history: a new entry, the present one, or that and those directly before it that show these paths. */
export type EntryUse = "push" | "replace" | { readonly leaves: readonly string[] };

export interface NavigationHistory {
  navigate(to: Address, use: EntryUse): void;
  /** The browser shows an entry. Returns whether it only passes it on the way out of a task: the target of the task's end follows. */
  isPassed(entry: HistoryEntry): boolean;
  /** The runtime shows an entry. */
  entered(entry: HistoryEntry): void;
}

/** Creates it for one page: of entries from before a reload, it has no screen. `screenAt`: the screen of a path. */
export function createNavigationHistory(history: HistoryPort, screenAt: (path: string) => string): NavigationHistory {
  /** The screen that each entry shows, by position. */
  const screens = new Map<number, string>();
  let present: number | null = null;
  let isMoving = false;

  function endTask(to: Address, leaves: readonly string[]): void {
    if (present === null) return history.replace(to);
    const pages = new Set(leaves.map(screenAt));
    let first = present;
    while (pages.has(screens.get(first - 1) ?? "")) first -= 1;
    if (first === present) return history.replace(to);
    isMoving = true;
    // A new entry after the one before the task also removes the entries of the task from the browser's Forward.
    if (first > 0) {
      history.move(first - 1 - present);
      history.push(to);
    } else {
      history.move(-present);
      history.replace(to);
    }
  }

  return {
    navigate(to, use) {
      if (typeof use === "string") history[use](to);
      else endTask(to, use.leaves);
    },
    isPassed: ({ moved }) => isMoving && moved !== undefined,
    entered({ position, pathname }) {
      isMoving = false;
      present = position ?? null;
      if (position !== undefined) screens.set(position, screenAt(pathname));
    },
  };
}
