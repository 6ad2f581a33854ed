/** Persists the depositor state as it changes, and adopts what another tab of the same browser has persisted; for `boot.ts`. */

import type { DepositorState } from "../engine/events.js";
import { isObject } from "../engine/write.js";
import type { Json } from "../language/definition.js";
import {
  changedSlices,
  depositorOf,
  isEqual,
  type PersistedState,
  type PersistenceRules,
  parse,
  serialize,
  slicesOfScope,
  withOwnSlices,
} from "./persisted-state.js";
import type { StoragePort } from "./storage.js";

/** What another tab's write changes: the session (another one, or none), or values of the same session. */
export type Adoption = "session" | "values";

export interface Persistence {
  /** Call after each change. Returns the state to continue with: it differs when another depositor has signed in. */
  changed(state: DepositorState): DepositorState;
  /** Epoch milliseconds of the last answer to a slice that has a maximum age, in whichever tab; null before any. */
  answeredAt(slice: string): number | null;
  /** Logout: persists nothing but what is kept on reset, and the slices of each depositor. */
  clear(): void;
  /** The state after another tab wrote `text`, or null when the text is the one already persisted. */
  adopt(text: string | null, state: DepositorState): { readonly state: DepositorState; readonly as: Adoption } | null;
}

/** Identifies the session of a state. */
function sessionOf({ auth }: DepositorState): Json {
  return isObject(auth) ? [auth.bearerToken ?? null, auth.session_id ?? null] : null;
}

function pick(state: DepositorState, names: readonly string[]): DepositorState {
  return Object.fromEntries(names.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]])));
}

export function createPersistence(
  storage: StoragePort,
  rules: PersistenceRules,
  start: PersistedState,
  startText: string | null,
  now: () => number,
): Persistence {
  const depositorSlices = slicesOfScope(rules, "depositor");
  const draftSlices = slicesOfScope(rules, "draft");
  const keptInMemory = rules.keptOnReset.filter((name) => rules.persisted[name] === undefined);
  let { byDepositor, answeredAt, draftOwner } = start;
  let last: DepositorState = {};
  let depositor: string | null = null;
  let text = startText;

  function keepDepositorSlices(state: DepositorState, id: string): void {
    const own = changedSlices(state, depositorSlices, rules.initial);
    const { [id]: _replaced, ...others } = byDepositor;
    byDepositor = Object.keys(own).length === 0 ? others : { ...others, [id]: own };
  }

  function keepAnswerTime(slice: string, state: DepositorState): void {
    const value = state[slice];
    if (value === last[slice]) return;
    if (value === undefined || value === null) {
      const { [slice]: _removed, ...others } = answeredAt;
      answeredAt = others;
    } else if (last[slice] !== undefined || answeredAt[slice] === undefined) answeredAt = { ...answeredAt, [slice]: now() };
  }

  function write(slices: DepositorState): void {
    const next = serialize({ slices, answeredAt, byDepositor, draftOwner }, rules);
    if (next === text) return;
    text = next;
    storage.write(next);
  }

  /** Discards the drafts that another depositor of this device has typed. */
  function withoutForeignDrafts(state: DepositorState): DepositorState {
    const present = depositorOf(state);
    if (present === "") return state;
    const foreign = draftOwner !== null && draftOwner !== present;
    draftOwner = present;
    return foreign ? { ...state, ...pick(rules.initial, draftSlices) } : state;
  }

  return {
    changed(given) {
      let state = withoutForeignDrafts(given);
      const present = depositorOf(state);
      if (depositor !== present) {
        // The first state of this depositor: its `depositor` slices are another depositor's, or the persisted ones.
        depositor = present;
        const own = withOwnSlices(state, rules, byDepositor);
        if (depositorSlices.some((name) => own[name] !== state[name])) state = own;
      } else if (depositorSlices.some((name) => state[name] !== last[name])) keepDepositorSlices(state, present);
      for (const slice of Object.keys(rules.ages)) keepAnswerTime(slice, state);
      last = state;
      write(state);
      return state;
    },
    answeredAt: (slice) => answeredAt[slice] ?? null,
    clear() {
      write({ ...rules.initial, ...pick(last, rules.keptOnReset) });
    },
    adopt(foreign, state) {
      if (foreign === text) return null;
      text = foreign;
      const persisted = parse(foreign, rules, now());
      ({ byDepositor, answeredAt, draftOwner } = persisted);
      const arrived = { ...rules.initial, ...persisted.slices };
      depositor = depositorOf(arrived);
      if (!isEqual(sessionOf(arrived), sessionOf(state))) {
        last = withOwnSlices({ ...arrived, ...pick(state, keptInMemory) }, rules, byDepositor);
        return { state: last, as: "session" };
      }
      // Drafts are not adopted: each tab has its own form.
      const values: Record<string, Json> = {};
      for (const slice of slicesOfScope(rules, "session")) {
        const value = arrived[slice];
        if (value !== undefined && !isEqual(value, state[slice])) values[slice] = value;
      }
      last = withOwnSlices({ ...state, ...values }, rules, byDepositor);
      return { state: last, as: "values" };
    },
  };
}
