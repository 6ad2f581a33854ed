/** Exports the JSON object type and its type guard, for the upstream's clients and the gateway. */

/** A JSON object of the upstream. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, and neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
