/** Exports the rollback of optimistic updates for `actions.ts`: it keeps everything that has been written since then. */

import type { DepositorState } from "../engine/events.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

function reverted(before: Json | undefined, optimistic: Json | undefined, now: Json | undefined): Json | undefined {
  if (Object.is(optimistic, now) || JSON.stringify(optimistic) === JSON.stringify(now)) return before;
  if (isObject(before) && isObject(optimistic) && isObject(now)) {
    const result: Record<string, Json> = {};
    for (const key of new Set([...Object.keys(now), ...Object.keys(before)])) {
      const value = Object.is(before[key], optimistic[key]) ? now[key] : reverted(before[key], optimistic[key], now[key]);
      if (value !== undefined) result[key] = value;
    }
    return result;
  }
  if (
    Array.isArray(before) &&
    Array.isArray(optimistic) &&
    Array.isArray(now) &&
    before.length === optimistic.length &&
    optimistic.length === now.length
  ) {
    return (now as readonly Json[]).map((value, index) => reverted(before[index], optimistic[index], value) ?? null);
  }
  // Another answer has written this value since: keep it.
  return now;
}

/** The state `now` without the difference between `before` and `optimistic`, except where another answer has written since. */
export function rollBack(before: DepositorState, optimistic: DepositorState, now: DepositorState): DepositorState {
  const result: Record<string, Json> = { ...now };
  for (const slice of Object.keys(optimistic)) {
    if (Object.is(before[slice], optimistic[slice])) continue;
    const value = reverted(before[slice], optimistic[slice], now[slice]);
    if (value !== undefined) result[slice] = value;
  }
  return result;
}
