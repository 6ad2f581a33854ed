/** Exports the type guard of JSON objects for blocks, which may import only types of the engine. */
import type { Json } from "../language/definition.js";

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
