/** Taking back what was written in hope, without touching what has been written since. */

import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";

type Fields = { readonly [key: string]: Json };

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reverted(before: Json | undefined, hoped: Json | undefined, now: Json | undefined): Json | undefined {
  if (Object.is(hoped, now) || JSON.stringify(hoped) === JSON.stringify(now)) return before;
  if (isFields(before) && isFields(hoped) && isFields(now)) {
    const result: Record<string, Json> = {};
    for (const key of new Set([...Object.keys(now), ...Object.keys(before)])) {
      const value = Object.is(before[key], hoped[key]) ? now[key] : reverted(before[key], hoped[key], now[key]);
      if (value !== undefined) result[key] = value;
    }
    return result;
  }
  if (
    Array.isArray(before) &&
    Array.isArray(hoped) &&
    Array.isArray(now) &&
    before.length === hoped.length &&
    hoped.length === now.length
  ) {
    return (now as readonly Json[]).map((value, index) => reverted(before[index], hoped[index], value) ?? null);
  }
  // The same place has been written by somebody else since: theirs is the later word.
  return now;
}

/** The state with what lies between `before` and `hoped` taken back, wherever nobody has written since. */
export function rollBack(before: DepositorState, hoped: DepositorState, now: DepositorState): DepositorState {
  const result: Record<string, Json> = { ...now };
  for (const slice of Object.keys(hoped)) {
    if (Object.is(before[slice], hoped[slice])) continue;
    const value = reverted(before[slice], hoped[slice], now[slice]);
    if (value !== undefined) result[slice] = value;
  }
  return result;
}
