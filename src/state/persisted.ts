/**
 * What is kept under the one root key, and how it is read back. A value that cannot be read, or is of another
 * version, counts as none: the depositor signs in again, the app never falls over.
 */

import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";

/** The key of S4's "persisted root state". */
export const ROOT_KEY = "passbook";

/** Raised when the shape below changes; older ones are dropped. */
const VERSION = 1;

export interface PersistenceRules {
  /** `core.persisted`. */
  readonly slices: readonly string[];
  /** `core.initial`: a kept slice of another kind is refused, parts that it lacks are filled in. */
  readonly initial: DepositorState;
  /** Milliseconds after which a kept slice is fetched again (branding: 3 hours). */
  readonly ages: Readonly<Record<string, number>>;
}

export interface Kept {
  readonly slices: DepositorState;
  /** When each slice with an age was answered, epoch milliseconds. */
  readonly at: Readonly<Record<string, number>>;
  /** Dismissals of every depositor that has used this browser, by depositor id. */
  readonly dismissals: Readonly<Record<string, Json>>;
  /** The depositor who typed the drafts; null while nobody was known who typed. */
  readonly writer: string | null;
}

export const NOTHING_KEPT: Kept = { slices: {}, at: {}, dismissals: {}, writer: null };

type Fields = { readonly [key: string]: Json };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The kept value when it is of the initial value's kind, with what it lacks filled in; else undefined. */
function fitted(value: Json | undefined, initial: Json | undefined): Json | undefined {
  if (value === undefined || initial === undefined) return undefined;
  if (initial === null) return value === null || isFields(value) ? value : undefined;
  if (Array.isArray(initial)) return Array.isArray(value) ? value : undefined;
  if (isFields(initial)) return isFields(value) ? { ...initial, ...value } : undefined;
  return typeof value === typeof initial ? value : undefined;
}

/** The text to keep; null when there is nothing worth keeping. */
export function written(kept: Kept, rules: PersistenceRules): string | null {
  const slices: Record<string, Json> = {};
  const at: Record<string, number> = {};
  for (const slice of rules.slices) {
    if (slice === "dismissed") continue;
    const value = kept.slices[slice];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(rules.initial[slice])) continue;
    slices[slice] = value;
    const answered = kept.at[slice];
    if (answered !== undefined) at[slice] = answered;
  }
  if (Object.keys(slices).length === 0 && Object.keys(kept.dismissals).length === 0) return null;
  return JSON.stringify({ version: VERSION, slices, at, dismissals: kept.dismissals, writer: "drafts" in slices ? kept.writer : null });
}

/** What a kept text holds at `now`. Nothing at all when it is broken or of another version. */
export function read(text: string | null, rules: PersistenceRules, now: number): Kept {
  if (text === null) return NOTHING_KEPT;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return NOTHING_KEPT;
  }
  if (!isFields(parsed) || parsed.version !== VERSION || !isFields(parsed.slices)) return NOTHING_KEPT;
  const times = isFields(parsed.at) ? parsed.at : {};
  const slices: Record<string, Json> = {};
  const at: Record<string, number> = {};
  for (const slice of rules.slices) {
    const value = fitted(parsed.slices[slice], rules.initial[slice]);
    if (value === undefined) continue;
    const age = rules.ages[slice];
    if (age !== undefined) {
      const answered = times[slice];
      if (typeof answered !== "number" || now - answered >= age) continue;
      at[slice] = answered;
    }
    slices[slice] = value;
  }
  const writer = typeof parsed.writer === "string" ? parsed.writer : null;
  return { slices, at, dismissals: isFields(parsed.dismissals) ? parsed.dismissals : {}, writer };
}

/** The state to start with. */
export function rehydrated(initial: DepositorState, kept: Kept): DepositorState {
  return withDismissals({ ...initial, ...kept.slices }, initial, kept.dismissals);
}

/** Whose dismissals and drafts the present ones are: the depositor's id, or "" before it is known. */
export function ownerOf(state: DepositorState): string {
  const progress = state.progress;
  const id = isFields(progress) ? progress.depositor_id : null;
  return typeof id === "string" ? id : "";
}

/** The state with the dismissals of the depositor it is about. */
export function withDismissals(state: DepositorState, initial: DepositorState, dismissals: Kept["dismissals"]): DepositorState {
  const own = fitted(dismissals[ownerOf(state)], initial.dismissed);
  return { ...state, dismissed: own ?? initial.dismissed ?? null };
}
