/** Exports the writes to the state: each function returns a new state and does not change its argument. */
import { type BundleCore, COMPUTED_SLICES } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { UnknownName } from "../language/failures.js";
import { isObject, type JsonObject } from "../language/json.js";
import { ITEMS } from "../language/logic-reads.js";
import type { DepositorState } from "./events.js";

/** The initial state: every slice at its initial value. */
export function initialState(core: BundleCore): DepositorState {
  return core.initial;
}

function filled(initial: Json, given: Json): Json {
  if (!isObject(initial) || !isObject(given)) return given;
  const whole: Record<string, Json> = { ...initial };
  for (const [key, value] of Object.entries(given)) whole[key] = filled(initial[key] ?? null, value);
  return whole;
}

/** A partial state with its missing parts at their initial values. */
export function completeState({ initial }: Pick<BundleCore, "initial">, state: DepositorState): DepositorState {
  return filled(initial, state) as DepositorState;
}

/** The values that a list item's fields must have for the item to be written to. */
export type Where = readonly (readonly [field: string, value: Json])[];

function isOneOf(item: Json, where: Where): item is JsonObject {
  return isObject(item) && where.every(([field, value]) => Object.is(item[field] ?? null, value));
}

function writeAt(node: Json | undefined, keys: readonly string[], value: Json, where: Where): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const object = isObject(node) ? node : {};
  if (!key.endsWith(ITEMS)) return { ...object, [key]: writeAt(object[key], rest, value, where) };
  const name = key.slice(0, -ITEMS.length);
  const list = object[name];
  if (!Array.isArray(list)) return object;
  return {
    ...object,
    [name]: (list as readonly Json[]).map((item) => (isOneOf(item, where) ? writeAt(item, rest, value, where) : item)),
  };
}

/**
 * The state with a value at a dotted path; missing objects on the path are created. A path like `alerts[].read_at`
 * writes to the items of a list that match `where`; it creates no list and no item.
 */
export function write(state: DepositorState, path: string, value: Json, where: Where = []): DepositorState {
  const keys = path.split(".");
  if (keys[0] === "") throw new UnknownName("state path", path);
  return { ...state, ...(writeAt(state, keys, value, where) as JsonObject) };
}

/** The fields of an answer that are named as slices, written: objects merge over the present value, lists and null replace. */
export function writeSlices(core: BundleCore, state: DepositorState, answer: JsonObject): DepositorState {
  const written: Record<string, Json> = {};
  for (const [field, value] of Object.entries(answer)) {
    if (!Object.hasOwn(core.initial, field)) continue;
    const present = state[field];
    written[field] = isObject(value) && isObject(present) ? { ...present, ...value } : value;
  }
  return Object.keys(written).length === 0 ? state : { ...state, ...written };
}

/** Resets slices to their initial values. `all` keeps the slices that declare `x-reset: "kept"` and those that the engine computes. */
export function resetSlices(core: BundleCore, state: DepositorState, slices: "all" | readonly string[]): DepositorState {
  if (slices === "all") {
    const kept: Record<string, Json> = {};
    for (const key of [...core.keptOnReset, ...COMPUTED_SLICES]) {
      const value = state[key];
      if (value !== undefined) kept[key] = value;
    }
    return { ...core.initial, ...kept };
  }
  const initial: Record<string, Json> = {};
  for (const slice of slices) {
    const value = core.initial[slice];
    if (value === undefined) throw new UnknownName("slice", slice);
    initial[slice] = value;
  }
  return { ...state, ...initial };
}
