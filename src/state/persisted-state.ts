/**
 * Exports `serialize`, `parse` and `rehydrate` for `persistence.ts` and `boot.ts`: convert the depositor state to and from the
 * entries that the browser persists below one root key. Each slice is its own entry (`auth`); a slice of the scope
 * `depositor` has one for each depositor (`dismissed/dep-1`), and a slice of the scope `draft` one for each of its properties
 * (`drafts/forms/address.json`). An entry that cannot be parsed, has another version or has expired counts as missing: the app
 * never crashes on it.
 */

import type { DepositorState } from "../engine/events.js";
import type { BundleCore, PersistenceScope } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** The key of S4's "persisted root state", below which the entries are. */
export const ROOT_KEY = "passbook";

/** The texts of the persisted entries, by their name below the root key. */
export type StoredEntries = ReadonlyMap<string, string>;

/** The bundle's declarations about persistence; see S4 for the slices and their maximum ages. */
export interface PersistenceRules {
  /** `core.persisted`: the slices to persist, with their scope. */
  readonly persisted: BundleCore["persisted"];
  /** `core.versions`: the version of each slice whose shape has changed; the others have 1. */
  readonly versions: BundleCore["versions"];
  /** `core.keptOnReset`: the slices that a logout does not clear. */
  readonly keptOnReset: BundleCore["keptOnReset"];
  /** `core.initial`: a persisted value of another kind is dropped, and missing fields are filled in. */
  readonly initial: DepositorState;
  /** Milliseconds after which a persisted slice is fetched again (branding: 3 hours). */
  readonly ages: Readonly<Record<string, number>>;
  /** Milliseconds after which unsent input is deleted. */
  readonly draftAge: number;
}

/** What `parse` has found of all entries; slices without a valid entry are absent. */
export interface PersistedState {
  /** Slices of the scopes `session` and `draft`. */
  readonly slices: DepositorState;
  /** When each slice that has a maximum age was answered, in epoch milliseconds. */
  readonly answeredAt: Readonly<Record<string, number>>;
  /** Slices of the scope `depositor`, for every depositor who has used this browser, by depositor id. */
  readonly byDepositor: Readonly<Record<string, DepositorState>>;
  /** The depositor who typed each draft, by the entry's name; null when nobody was signed in. */
  readonly draftOwners: Readonly<Record<string, string | null>>;
  /** The names of the entries that count as missing. */
  readonly dropped: readonly string[];
}

export const NOTHING_PERSISTED: PersistedState = { slices: {}, answeredAt: {}, byDepositor: {}, draftOwners: {}, dropped: [] };

/** The content of an entry besides its version and its value. */
export interface EntryFacts {
  /** Epoch milliseconds: of the answer, for a slice with a maximum age; of the last change, for a draft. */
  readonly at?: number;
  /** The depositor who typed a draft. */
  readonly owner?: string | null;
}

interface Entry extends EntryFacts {
  readonly value: Json;
}

/** The names of the slices of one scope. */
export function slicesOfScope({ persisted }: Pick<PersistenceRules, "persisted">, scope: PersistenceScope): readonly string[] {
  return Object.keys(persisted).filter((name) => persisted[name] === scope);
}

/** Whether two JSON values are equal. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The slice of an entry's name, and the rest of the name: a depositor's id or a property; null for a whole slice. */
function partsOf(name: string): readonly [slice: string, part: string | null] {
  const slash = name.indexOf("/");
  return slash < 0 ? [name, null] : [name.slice(0, slash), name.slice(slash + 1)];
}

function versionOf({ versions }: PersistenceRules, slice: string): number {
  return versions[slice] ?? 1;
}

/** The persisted value with missing fields filled in, when it is of the initial value's kind; else undefined. */
function conformed(value: Json | undefined, initial: Json | undefined): Json | undefined {
  if (value === undefined || initial === undefined) return undefined;
  if (initial === null) return value === null || isObject(value) ? value : undefined;
  if (Array.isArray(initial)) return Array.isArray(value) ? value : undefined;
  if (isObject(initial)) return isObject(value) ? { ...initial, ...value } : undefined;
  return typeof value === typeof initial ? value : undefined;
}

/** The text of an entry. */
export function serialize(rules: PersistenceRules, slice: string, value: Json, facts: EntryFacts = {}): string {
  return JSON.stringify({ version: versionOf(rules, slice), value, ...facts });
}

/** The entry in a text; null when it counts as missing. */
function entryIn(text: string, rules: PersistenceRules, slice: string): Entry | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(parsed) || parsed.version !== versionOf(rules, slice) || parsed.value === undefined) return null;
  const { value, at, owner } = parsed;
  return {
    value: value as Json,
    ...(typeof at === "number" ? { at } : {}),
    ...(typeof owner === "string" || owner === null ? { owner } : {}),
  };
}

/** The persisted state in the entries, as of `now` (epoch milliseconds). */
export function parse(entries: StoredEntries, rules: PersistenceRules, now: number): PersistedState {
  const slices: Record<string, Json> = {};
  const answeredAt: Record<string, number> = {};
  const byDepositor: Record<string, Record<string, Json>> = {};
  const draftOwners: Record<string, string | null> = {};
  const dropped: string[] = [];

  /** Reads one entry; returns false when it counts as missing. */
  function take(name: string, text: string): boolean {
    const [slice, part] = partsOf(name);
    const scope = rules.persisted[slice];
    const entry = scope === undefined ? null : entryIn(text, rules, slice);
    if (entry === null || (part === null) !== (scope === "session")) return false;
    if (part === null) {
      const value = conformed(entry.value, rules.initial[slice]);
      const age = rules.ages[slice];
      if (value === undefined || (age !== undefined && (entry.at === undefined || now - entry.at >= age))) return false;
      if (age !== undefined && entry.at !== undefined) answeredAt[slice] = entry.at;
      slices[slice] = value;
    } else if (scope === "depositor") {
      byDepositor[part] = { ...byDepositor[part], [slice]: entry.value };
    } else {
      if (entry.at === undefined || now - entry.at >= rules.draftAge || !isObject(rules.initial[slice])) return false;
      slices[slice] = { ...((slices[slice] ?? rules.initial[slice]) as object), [part]: entry.value };
      draftOwners[name] = entry.owner ?? null;
    }
    return true;
  }

  for (const [name, text] of entries) if (!take(name, text)) dropped.push(name);
  return { slices, answeredAt, byDepositor, draftOwners, dropped };
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
