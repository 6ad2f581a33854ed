/** Exports the browser's history of a scenario. */
import type { Address, HistoryEntry, HistoryPort } from "../runtime/port.js";

export interface ScenarioHistory extends HistoryPort {
  /** The present entry; null before the first. */
  present(): HistoryEntry | null;
  /** Resolves when the page has received every entry; rejects when the page navigates without end. */
  settled(): Promise<void>;
}

/** More navigations than this, although the depositor does nothing, do not end. */
const MOST_NAVIGATIONS = 50;

/** `onEntry` receives each entry that is shown, in a separate task. */
export function createScenarioHistory(onEntry: (entry: HistoryEntry) => void): ScenarioHistory {
  const entries: HistoryEntry[] = [];
  let at = -1;
  let keys = 0;
  let arriving = 0;
  let navigations = 0;
  // A browser shows a new entry in a later task: until then, the page continues its work.
  const arrive = (entry: HistoryEntry): void => {
    navigations += 1;
    if (navigations > MOST_NAVIGATIONS) return;
    arriving += 1;
    setImmediate(() => {
      arriving -= 1;
      onEntry(entry);
    });
  };
  const enter = (address: Address, replaces: boolean): void => {
    if (!replaces || at < 0) at += 1;
    keys += 1;
    const entry = { ...address, key: `entry-${keys}`, position: at };
    entries.splice(at, replaces ? 1 : entries.length, entry);
    arrive(entry);
  };
  return {
    present: () => entries[at] ?? null,
    async settled() {
      do await new Promise((resolve) => setImmediate(resolve));
      while (arriving > 0);
      const isEndless = navigations > MOST_NAVIGATIONS;
      navigations = 0;
      if (isEndless) throw new Error(`the pages navigate without end, at last to ${entries[at]?.pathname ?? ""}`);
    },
    push: (address) => enter(address, false),
    replace: (address) => enter(address, true),
    move(by) {
      const entry = entries[at + by];
      // A browser ignores a move beyond its entries.
      if (entry === undefined) return;
      at += by;
      arrive({ ...entry, moved: by });
    },
    claim(key, depositor) {
      const own = entries.findIndex((entry) => entry.key === key);
      const entry = entries[own];
      if (entry !== undefined) entries[own] = { ...entry, depositor };
    },
  };
}
