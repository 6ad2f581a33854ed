import type { CompiledOrdered } from "../language/bundle.js";
import type { Json } from "../language/definition.js";

/** The entries of a keyed map in their order. A name in the order without an entry is a fault of the bundle. */
export function entriesOf<T>({ order, items }: CompiledOrdered<T>): readonly (T & { readonly key: string })[] {
  return order.map((key) => {
    const item = items[key];
    if (item === undefined) throw new Error(`There is no entry "${key}" of those in order: ${order.join(", ")}.`);
    return { ...item, key };
  });
}

/** A value that must be a list; null is a list that has not come. */
export function listOf(value: Json, what: string): readonly Json[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`${what} is not a list.`);
  return value;
}

/** A key for one of a list: its own id where it has one. */
export function keyOf(item: Json, index: number): string {
  if (typeof item === "object" && item !== null && !Array.isArray(item)) {
    const { uuid, id } = item as { readonly uuid?: Json; readonly id?: Json };
    if (typeof uuid === "string") return uuid;
    if (typeof id === "string") return id;
  }
  return String(index);
}
