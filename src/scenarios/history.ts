/** Exports the browser's history of a scenario. */
import type { Address, HistoryEntry, HistoryPort } from "../runtime/port.js";

export interface ScenarioHistory extends HistoryPort {
  /** The entry that is shown; null before the first. */
  present(): HistoryEntry | null;
}

/** `onEntry` receives each entry that is shown, in a task of its own as in a browser. */
export function createScenarioHistory(onEntry: (entry: HistoryEntry) => void): ScenarioHistory {
  const entries: HistoryEntry[] = [];
  let at = -1;
  let keys = 0;
  const enter = (address: Address, replaces: boolean): void => {
    if (!replaces || at < 0) at += 1;
    keys += 1;
    const entry = { ...address, key: `entry-${keys}`, position: at };
    entries.splice(at, replaces ? 1 : entries.length, entry);
    queueMicrotask(() => onEntry(entry));
  };
  return {
    present: () => entries[at] ?? null,
    push: (address) => enter(address, false),
    replace: (address) => enter(address, true),
    move(by) {
      const entry = entries[at + by];
      // A browser ignores a move beyond its entries.
      if (entry === undefined) return;
      at += by;
      queueMicrotask(() => onEntry({ ...entry, moved: by }));
    },
  };
}
