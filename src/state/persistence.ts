/**
 * Exports `createPersistence` for `boot.ts`: persists the depositor state slice by slice as it changes, and adopts what
 * another tab of the same browser has persisted.
 */

import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import {
  depositorOf,
  isEqual,
  type PersistedState,
  type PersistenceRules,
  parse,
  rehydrate,
  type StoredEntries,
  serialize,
  slicesOfScope,
  withOwnSlices,
} from "./persisted-state.js";
import type { StoragePort } from "./storage.js";

/** What another tab's write changes: the session (another one, or none), or values of the same session. */
export type Adoption = "session" | "values";

/** The persistence of one tab. Methods never throw for storage that is full or denied: the port reports it. */
export interface Persistence {
  /** Call after each change. Returns the state to continue with: it differs when another depositor has signed in. */
  changed(state: DepositorState): DepositorState;
  /** Epoch milliseconds of the last answer to a slice that has a maximum age, in any tab; null before the first one. */
  answeredAt(slice: string): number | null;
  /** Logout: persists only the slices that are kept on reset, and the slices of each depositor. */
  clear(): void;
  /** The page may unload: writes the drafts that wait. */
  flush(): void;
  /** The state after another tab has written, or null when that changes nothing here. */
  adopt(entries: StoredEntries, state: DepositorState): { readonly state: DepositorState; readonly as: Adoption } | null;
}

export interface PersistenceDependencies {
  readonly storage: StoragePort;
  readonly rules: PersistenceRules;
  readonly now: () => number;
  /** Starts a timer and returns its cancel function. */
  readonly after: (milliseconds: number, done: () => void) => () => void;
}

/** A draft is written at its first change, and then at most once in this time: not on every keystroke. */
const DRAFT_INTERVAL = 500;

type Drafts = { readonly [part: string]: Json };

/** Identifies the session of a state. */
function sessionOf({ auth }: DepositorState): Json {
  return isObject(auth) ? [auth.bearerToken ?? null, auth.session_id ?? null] : null;
}

function pick(state: DepositorState, names: readonly string[]): DepositorState {
  return Object.fromEntries(names.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]])));
}

function draftsIn(state: DepositorState, slice: string): Drafts {
  const value = state[slice];
  return isObject(value) ? value : {};
}

/** `entries`: what the storage held at the start, and `start` what of it counts. */
export function createPersistence(
  { storage, rules, now, after }: PersistenceDependencies,
  entries: StoredEntries,
  start: PersistedState,
): Persistence {
  const sessionSlices = slicesOfScope(rules, "session");
  const depositorSlices = slicesOfScope(rules, "depositor");
  const draftSlices = slicesOfScope(rules, "draft");
  const keptInMemory = rules.keptOnReset.filter((name) => rules.persisted[name] === undefined);
  /** The content of the storage, so that only changes are written. */
  const texts = new Map(entries);
  /** The drafts that were written less than `DRAFT_INTERVAL` ago, and whether they have changed since. */
  const recentDrafts = new Map<string, { changed: boolean; cancel: () => void }>();
  const draftOwners = new Map(Object.entries(start.draftOwners));
  let { byDepositor, answeredAt } = start;
  let last: DepositorState = rehydrate(rules, start);
  let depositor: string | null = null;

  function write(name: string, text: string | null): void {
    if ((texts.get(name) ?? null) === text) return;
    if (text === null) texts.delete(name);
    else texts.set(name, text);
    storage.write(name, text);
  }

  function writeSlice(slice: string, value: Json): void {
    const at = answeredAt[slice];
    const facts = rules.ages[slice] === undefined || at === undefined ? {} : { at };
    write(slice, isEqual(value, rules.initial[slice]) ? null : serialize(rules, slice, value, facts));
  }

  /** The value of a draft; null when nothing is typed. */
  function typedIn(slice: string, part: string): Json {
    const value = draftsIn(last, slice)[part];
    return value === undefined || isEqual(value, draftsIn(rules.initial, slice)[part]) ? null : value;
  }

  function writeDraft(slice: string, part: string): void {
    const name = `${slice}/${part}`;
    const value = typedIn(slice, part);
    if (value === null) {
      draftOwners.delete(name);
      write(name, null);
    } else write(name, serialize(rules, slice, value, { at: now(), owner: draftOwners.get(name) ?? null }));
  }

  function draftChanged(slice: string, part: string): void {
    const name = `${slice}/${part}`;
    draftOwners.set(name, depositorOf(last) || (draftOwners.get(name) ?? null));
    const recent = recentDrafts.get(name);
    if (recent !== undefined && typedIn(slice, part) !== null) {
      recent.changed = true;
      return;
    }
    recent?.cancel();
    writeAndWait(slice, part);
  }

  function writeAndWait(slice: string, part: string): void {
    const name = `${slice}/${part}`;
    writeDraft(slice, part);
    const cancel = after(DRAFT_INTERVAL, () => {
      const { changed } = recentDrafts.get(name) ?? { changed: false };
      recentDrafts.delete(name);
      if (changed) writeAndWait(slice, part);
    });
    recentDrafts.set(name, { changed: false, cancel });
  }

  function keepDepositorSlice(slice: string, value: Json, id: string): void {
    const isInitial = isEqual(value, rules.initial[slice]);
    const { [slice]: _replaced, ...others } = byDepositor[id] ?? {};
    byDepositor = { ...byDepositor, [id]: isInitial ? others : { ...others, [slice]: value } };
    write(`${slice}/${id}`, isInitial ? null : serialize(rules, slice, value));
  }

  /** Notes when a slice that has a maximum age was answered. */
  function keepAnswerTime(slice: string, value: Json): void {
    if (rules.ages[slice] === undefined) return;
    const { [slice]: _former, ...others } = answeredAt;
    answeredAt = value === null ? others : { ...others, [slice]: now() };
  }

  /** Discards the drafts that another depositor of this device has typed; the others now belong to the one who has signed in. */
  function withoutForeignDrafts(state: DepositorState): DepositorState {
    const present = depositorOf(state);
    if (present === "") return state;
    const own: Record<string, Json> = {};
    for (const slice of draftSlices) {
      const drafts = draftsIn(state, slice);
      const foreign = Object.keys(drafts).filter((part) => (draftOwners.get(`${slice}/${part}`) ?? present) !== present);
      if (foreign.length > 0) own[slice] = Object.fromEntries(Object.entries(drafts).filter(([part]) => !foreign.includes(part)));
      for (const part of foreign) draftOwners.delete(`${slice}/${part}`);
    }
    for (const [name, owner] of draftOwners) if (owner === null) draftOwners.set(name, present);
    return Object.keys(own).length === 0 ? state : { ...state, ...own };
  }

  function writeChanges(state: DepositorState, before: DepositorState): void {
    for (const slice of sessionSlices) {
      const value = state[slice];
      if (value === undefined || value === before[slice]) continue;
      keepAnswerTime(slice, value);
      writeSlice(slice, value);
    }
    for (const slice of draftSlices) {
      if (state[slice] === before[slice]) continue;
      const [drafts, former] = [draftsIn(state, slice), draftsIn(before, slice)];
      for (const part of new Set([...Object.keys(drafts), ...Object.keys(former)]))
        if (drafts[part] !== former[part]) draftChanged(slice, part);
    }
  }

  function advance(state: DepositorState): void {
    const before = last;
    last = state;
    writeChanges(state, before);
  }

  for (const name of start.dropped) write(name, null);

  return {
    changed(given) {
      if (given === last && depositor !== null) return given;
      let state = withoutForeignDrafts(given);
      const present = depositorOf(state);
      if (depositor !== present) {
        // The first state of this depositor: its `depositor` slices are another depositor's, or the persisted ones.
        depositor = present;
        const own = withOwnSlices(state, rules, byDepositor);
        if (depositorSlices.some((name) => own[name] !== state[name])) state = own;
      } else {
        for (const slice of depositorSlices) {
          const value = state[slice];
          if (value !== undefined && value !== last[slice]) keepDepositorSlice(slice, value, present);
        }
      }
      advance(state);
      return state;
    },
    answeredAt: (slice) => answeredAt[slice] ?? null,
    clear() {
      advance({
        ...last,
        ...pick(
          rules.initial,
          [...sessionSlices, ...draftSlices].filter((name) => !rules.keptOnReset.includes(name)),
        ),
      });
    },
    flush() {
      for (const [name, recent] of recentDrafts) {
        if (!recent.changed) continue;
        recent.changed = false;
        const slash = name.indexOf("/");
        writeDraft(name.slice(0, slash), name.slice(slash + 1));
      }
    },
    adopt(foreign, state) {
      const isForeign = (name: string) => foreign.get(name) !== texts.get(name);
      const written = new Set([...foreign.keys(), ...texts.keys()].filter(isForeign));
      if (written.size === 0) return null;
      texts.clear();
      for (const [name, text] of foreign) texts.set(name, text);
      const persisted = parse(foreign, rules, now());
      ({ byDepositor, answeredAt } = persisted);
      const arrived = { ...rules.initial, ...persisted.slices };
      if (!isEqual(sessionOf(arrived), sessionOf(state))) {
        draftOwners.clear();
        for (const [name, owner] of Object.entries(persisted.draftOwners)) draftOwners.set(name, owner);
        depositor = depositorOf(arrived);
        last = withoutForeignDrafts(withOwnSlices({ ...arrived, ...pick(state, keptInMemory) }, rules, byDepositor));
        return { state: last, as: "session" };
      }
      // Drafts are not adopted: each tab has its own form.
      const values: Record<string, Json> = {};
      for (const slice of sessionSlices) {
        const value = arrived[slice];
        if (written.has(slice) && value !== undefined && !isEqual(value, state[slice])) values[slice] = value;
      }
      const next = withOwnSlices({ ...state, ...values }, rules, byDepositor);
      const isSame = Object.keys(next).every((slice) => next[slice] === state[slice]);
      // What was adopted is persisted already; the depositor stays the same within a session.
      last = { ...last, ...values, ...pick(next, depositorSlices) };
      return isSame ? null : { state: next, as: "values" };
    },
  };
}
