/** Keeps the state under the root key as it changes, and takes over what another tab of the same browser has written. */

import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { type Kept, ownerOf, type PersistenceRules, read, withDismissals, written } from "./persisted.js";
import type { StoragePort } from "./storage.js";

/** What a foreign write means: another session (or none) in this browser, or news of the same one. */
export type Adoption = "session" | "news";

export interface Keeper {
  /** Called after each change. Gives the state to go on with: another depositor's dismissals are theirs. */
  changed(state: DepositorState): DepositorState;
  /** Epoch milliseconds of the last answer to a slice that ages, in whichever tab; null before any. */
  answeredAt(slice: string): number | null;
  /** Takes everything but dismissals out of the storage at once. */
  clear(): void;
  /** The state after another tab wrote `text`, or null when there is nothing new in it. */
  adopt(text: string | null, state: DepositorState): { readonly state: DepositorState; readonly as: Adoption } | null;
}

function marker(state: DepositorState): Json {
  const auth = state.auth;
  if (typeof auth !== "object" || auth === null || Array.isArray(auth)) return null;
  const { bearerToken, session_id } = auth as { readonly [key: string]: Json };
  return [bearerToken ?? null, session_id ?? null];
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function createKeeper(
  storage: StoragePort,
  rules: PersistenceRules,
  start: Kept,
  startText: string | null,
  now: () => number,
): Keeper {
  let dismissals = start.dismissals;
  let at = start.at;
  let writer = start.writer;
  let last: DepositorState = {};
  let who: string | null = null;
  let text = startText;

  function keepDismissals(state: DepositorState): void {
    const { [who ?? ""]: _, ...others } = dismissals;
    const own = state.dismissed;
    dismissals = own === undefined || same(own, rules.initial.dismissed) ? others : { ...others, [who ?? ""]: own };
  }

  function note(slice: string, state: DepositorState): void {
    const value = state[slice];
    if (value === last[slice]) return;
    if (value === undefined || value === null) {
      const { [slice]: _, ...others } = at;
      at = others;
    } else if (last[slice] !== undefined || at[slice] === undefined) at = { ...at, [slice]: now() };
  }

  function write(state: DepositorState): void {
    const next = written({ slices: state, at, dismissals, writer }, rules);
    if (next === text) return;
    text = next;
    storage.write(next);
  }

  /** What one depositor typed is not for the next who signs in on this device. */
  function withOwnDrafts(state: DepositorState, present: string): DepositorState {
    if (present === "") return state;
    const foreign = writer !== null && writer !== present;
    writer = present;
    return foreign ? { ...state, drafts: rules.initial.drafts ?? null } : state;
  }

  return {
    changed(given) {
      let state = withOwnDrafts(given, ownerOf(given));
      const present = ownerOf(state);
      if (who !== present) {
        // The first sight of a depositor: what stands in the state was somebody else's, or was rehydrated for this one.
        who = present;
        const own = withDismissals(state, rules.initial, dismissals);
        if (!same(own.dismissed, state.dismissed)) state = own;
      } else if (state.dismissed !== last.dismissed) keepDismissals(state);
      for (const slice of Object.keys(rules.ages)) note(slice, state);
      last = state;
      write(state);
      return state;
    },
    answeredAt: (slice) => at[slice] ?? null,
    clear() {
      write(rules.initial);
    },
    adopt(foreign, state) {
      if (foreign === text) return null;
      text = foreign;
      const kept = read(foreign, rules, now());
      dismissals = kept.dismissals;
      at = kept.at;
      writer = kept.writer;
      const arrived = { ...rules.initial, ...kept.slices };
      who = ownerOf(arrived);
      if (!same(marker(arrived), marker(state))) {
        last = withDismissals(arrived, rules.initial, dismissals);
        return { state: last, as: "session" };
      }
      // What is being typed here stays; the other tab has its own form.
      const news: Record<string, Json> = {};
      for (const slice of rules.slices) {
        const value = arrived[slice];
        if (slice !== "drafts" && value !== undefined && !same(value, state[slice])) news[slice] = value;
      }
      const next = withDismissals({ ...state, ...news }, rules.initial, dismissals);
      last = same(next.dismissed, state.dismissed) ? { ...next, dismissed: state.dismissed ?? null } : next;
      return { state: last, as: "news" };
    },
  };
}
