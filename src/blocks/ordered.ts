/** Exports the readers of keyed maps and lists of a compiled block, for blocks. */
import type { CompiledOrdered } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "./json-object.js";

/** The entries of a keyed map in their order. */
export function entriesOf<T>({ order, items }: CompiledOrdered<T>): readonly (T & { readonly key: string })[] {
  return order.map((key) => {
    const item = items[key];
    if (item === undefined) throw new Error(`The order names "${key}", which has no entry: ${order.join(", ")}.`);
    return { ...item, key };
  });
}

/** A value as a list; null, a list that has not loaded, counts as empty. */
export function listOf(value: Json, what: string): readonly Json[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`${what} is not a list.`);
  return value;
}

/** The React key of a list item: its `uuid` or `id`, else its index. */
export function keyOf(item: Json, index: number): string {
  if (isObject(item)) {
    const { uuid, id } = item;
    if (typeof uuid === "string") return uuid;
    if (typeof id === "string") return id;
  }
  return String(index);
}
