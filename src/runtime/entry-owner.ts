/**
 * Exports the ownership of history entries by depositors, for `runtime.ts`. Route state may contain amounts, accounts
 * and names of the depositor who saw the page. Browsers keep it after a logout, so another depositor opens the address
 * without it.
 */
import type { DepositorState } from "../engine/events.js";
import { depositorOf } from "../state/persisted-state.js";
import type { HistoryEntry, HistoryPort } from "./port.js";

export interface EntryOwner {
  /** Whether the page of this entry was shown to another depositor than the present one. */
  isForeign(entry: HistoryEntry | null): boolean;
  /** The page of the entry is shown to the present depositor; returns the entry with this fact. */
  claimed(entry: HistoryEntry): HistoryEntry;
  /** The entry without its depositor. */
  released(entry: HistoryEntry): HistoryEntry;
}

export function createEntryOwner(history: HistoryPort, state: () => DepositorState): EntryOwner {
  return {
    isForeign(entry) {
      const present = depositorOf(state());
      return present !== "" && entry?.depositor !== undefined && entry.depositor !== present;
    },
    claimed(entry) {
      const depositor = depositorOf(state());
      if (depositor === "" || entry.depositor !== undefined) return entry;
      history.claim(entry.key, depositor);
      return { ...entry, depositor };
    },
    released: ({ depositor: _former, ...entry }) => entry,
  };
}
