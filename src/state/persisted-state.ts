/**
 * Converts the depositor state to and from the text that the browser persists under one root key; for `persistence.ts`
 * and `boot.ts`. A text that cannot be parsed, or has another version, counts as empty: the depositor signs in again and
 * the app never crashes.
 */

import type { DepositorState } from "../engine/events.js";
import { isObject } from "../engine/write.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";

/** The key of S4's "persisted root state". */
export const ROOT_KEY = "passbook";

/** Raised when the shape below changes; texts of an older version are dropped. */
export const PERSISTED_VERSION = 2;

export interface PersistenceRules {
  /** `core.persisted`: the slices to persist, with their scope. */
  readonly persisted: BundleCore["persisted"];
  /** `core.keptOnReset`: the slices that a logout does not clear. */
  readonly keptOnReset: BundleCore["keptOnReset"];
  /** `core.initial`: a persisted value of another kind is dropped, and missing fields are filled in. */
  readonly initial: DepositorState;
  /** Milliseconds after which a persisted slice is fetched again (branding: 3 hours). */
  readonly ages: Readonly<Record<string, number>>;
}

export interface PersistedState {
  /** Slices of the scopes `session` and `draft`. */
  readonly slices: DepositorState;
  /** When each slice that has a maximum age was answered, in epoch milliseconds. */
  readonly answeredAt: Readonly<Record<string, number>>;
  /** Slices of the scope `depositor`, for every depositor who has used this browser, by depositor id. */
  readonly byDepositor: Readonly<Record<string, DepositorState>>;
  /** The depositor who typed the drafts; null when nobody was signed in. */
  readonly draftOwner: string | null;
}

export const NOTHING_PERSISTED: PersistedState = { slices: {}, answeredAt: {}, byDepositor: {}, draftOwner: null };

/** The names of the slices of one scope. */
export function slicesOfScope({ persisted }: PersistenceRules, scope: BundleCore["persisted"][string]): readonly string[] {
  return Object.keys(persisted).filter((name) => persisted[name] === scope);
}

/** Whether two JSON values are equal. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The persisted value with missing fields filled in, when it is of the initial value's kind; else undefined. */
function conformed(value: Json | undefined, initial: Json | undefined): Json | undefined {
  if (value === undefined || initial === undefined) return undefined;
  if (initial === null) return value === null || isObject(value) ? value : undefined;
  if (Array.isArray(initial)) return Array.isArray(value) ? value : undefined;
  if (isObject(initial)) return isObject(value) ? { ...initial, ...value } : undefined;
  return typeof value === typeof initial ? value : undefined;
}

/** The slices of a state that differ from their initial value. */
export function changedSlices(state: DepositorState, names: readonly string[], initial: DepositorState): DepositorState {
  const changed: Record<string, Json> = {};
  for (const name of names) {
    const value = state[name];
    if (value !== undefined && !isEqual(value, initial[name])) changed[name] = value;
  }
  return changed;
}

/** The text to persist; null when every slice has its initial value. */
export function serialize(state: PersistedState, rules: PersistenceRules): string | null {
  const drafts = slicesOfScope(rules, "draft");
  const slices = changedSlices(state.slices, [...slicesOfScope(rules, "session"), ...drafts], rules.initial);
  const answeredAt = Object.fromEntries(Object.entries(state.answeredAt).filter(([name]) => name in slices));
  if (Object.keys(slices).length === 0 && Object.keys(state.byDepositor).length === 0) return null;
  const draftOwner = drafts.some((name) => name in slices) ? state.draftOwner : null;
  return JSON.stringify({ version: PERSISTED_VERSION, slices, answeredAt, byDepositor: state.byDepositor, draftOwner });
}

/** The persisted state in a text, as of `now` (epoch milliseconds). */
export function parse(text: string | null, rules: PersistenceRules, now: number): PersistedState {
  if (text === null) return NOTHING_PERSISTED;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return NOTHING_PERSISTED;
  }
  if (!isObject(parsed) || parsed.version !== PERSISTED_VERSION || !isObject(parsed.slices)) return NOTHING_PERSISTED;
  const times = isObject(parsed.answeredAt) ? parsed.answeredAt : {};
  const slices: Record<string, Json> = {};
  const answeredAt: Record<string, number> = {};
  for (const name of [...slicesOfScope(rules, "session"), ...slicesOfScope(rules, "draft")]) {
    const value = conformed(parsed.slices[name], rules.initial[name]);
    if (value === undefined) continue;
    const age = rules.ages[name];
    if (age !== undefined) {
      const time = times[name];
      if (typeof time !== "number" || now - time >= age) continue;
      answeredAt[name] = time;
    }
    slices[name] = value;
  }
  const byDepositor = isObject(parsed.byDepositor) ? parsed.byDepositor : {};
  return {
    slices,
    answeredAt,
    byDepositor: Object.fromEntries(Object.entries(byDepositor).flatMap(([id, own]) => (isObject(own) ? [[id, own]] : []))),
    draftOwner: typeof parsed.draftOwner === "string" ? parsed.draftOwner : null,
  };
}

/** The state to start with: the initial values with the persisted ones over them. */
export function rehydrate(rules: PersistenceRules, persisted: PersistedState): DepositorState {
  return withOwnSlices({ ...rules.initial, ...persisted.slices }, rules, persisted.byDepositor);
}

/** The depositor whose state this is; "" before the progress is known. */
export function depositorOf(state: DepositorState): string {
  const { progress } = state;
  const id = isObject(progress) ? progress.depositor_id : null;
  return typeof id === "string" ? id : "";
}

/** The state with the `depositor` slices of the depositor whose state it is. */
export function withOwnSlices(state: DepositorState, rules: PersistenceRules, byDepositor: PersistedState["byDepositor"]): DepositorState {
  const own = byDepositor[depositorOf(state)] ?? {};
  const slices: Record<string, Json> = {};
  for (const name of slicesOfScope(rules, "depositor")) {
    const initial = rules.initial[name] ?? null;
    const value = conformed(own[name], initial) ?? initial;
    // The same object for an equal value: nothing re-renders.
    const present = state[name] ?? null;
    slices[name] = isEqual(value, present) ? present : value;
  }
  return { ...state, ...slices };
}
