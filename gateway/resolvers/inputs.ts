/** Exports the conversion of GraphQL inputs for the upstream. */
import { isJsonObject } from "../upstream/json-object.js";

/** Removes null fields: GraphQL allows null for an omitted optional field, JSON Schema and the upstream do not. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .map(([name, field]) => [name, withoutNulls(field)]),
  ) as T;
}
