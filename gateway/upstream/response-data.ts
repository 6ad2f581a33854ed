/**
 * Exports readers for the `data` of a response, for the clients: they check its outer shape, the GraphQL types check
 * its fields.
 */
import { isRecord } from "./envelope.js";
import { UpstreamFailed } from "./errors.js";
import type { UpstreamResponse } from "./transport.js";

/** A JSON object of the upstream. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** `data` must be an object. */
export function objectOf(answer: UpstreamResponse, what: string): JsonObject {
  if (!isRecord(answer.data)) throw new UpstreamFailed(502, `${what}: data is not an object`);
  return answer.data;
}

/** `data` is an object or null. */
export function objectOrNull(answer: UpstreamResponse, what: string): JsonObject | null {
  return answer.data === null ? null : objectOf(answer, what);
}

/** `data` must be a list of objects. */
export function objectsOf(answer: UpstreamResponse, what: string): readonly JsonObject[] {
  if (!Array.isArray(answer.data) || !answer.data.every(isRecord)) throw new UpstreamFailed(502, `${what}: data is not a list of objects`);
  return answer.data;
}

/** An object inside `data`. */
export function nestedObject(wire: JsonObject, field: string, what: string): JsonObject {
  const value = wire[field];
  if (!isRecord(value)) throw new UpstreamFailed(502, `${what}: ${field} is not an object`);
  return value;
}

/** A non-empty string inside `data`. */
export function requiredString(wire: JsonObject, field: string, what: string): string {
  const value = wire[field];
  if (typeof value !== "string" || value === "") throw new UpstreamFailed(502, `${what}: ${field} is not a text`);
  return value;
}

/** An optional string inside `data`. */
export function stringOrNull(wire: JsonObject, field: string): string | null {
  const value = wire[field];
  return typeof value === "string" && value !== "" ? value : null;
}
