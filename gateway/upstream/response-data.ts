/**
 * Exports readers for the `data` of a response, for the clients: they check its outer shape, the GraphQL types check
 * its fields.
 */

import { UpstreamFailed } from "./errors.js";
import { isJsonObject, type JsonObject } from "./json-object.js";
import type { UpstreamResponse } from "./transport.js";

/** `data` must be an object. */
export function objectOf(answer: UpstreamResponse, call: string): JsonObject {
  if (!isJsonObject(answer.data)) throw new UpstreamFailed(502, `${call}: data is not an object`);
  return answer.data;
}

/** `data` is an object or null. */
export function objectOrNull(answer: UpstreamResponse, call: string): JsonObject | null {
  return answer.data === null ? null : objectOf(answer, call);
}

/** `data` must be a list of objects. */
export function objectsOf(answer: UpstreamResponse, call: string): readonly JsonObject[] {
  if (!Array.isArray(answer.data) || !answer.data.every(isJsonObject))
    throw new UpstreamFailed(502, `${call}: data is not a list of objects`);
  return answer.data;
}

/** An object inside `data`. */
export function nestedObject(data: JsonObject, field: string, call: string): JsonObject {
  const value = data[field];
  if (!isJsonObject(value)) throw new UpstreamFailed(502, `${call}: ${field} is not an object`);
  return value;
}

/** A non-empty string inside `data`. */
export function requiredString(data: JsonObject, field: string, call: string): string {
  const value = data[field];
  if (typeof value !== "string" || value === "") throw new UpstreamFailed(502, `${call}: ${field} is not a text`);
  return value;
}

/** An optional string inside `data`. */
export function stringOrNull(data: JsonObject, field: string): string | null {
  const value = data[field];
  return typeof value === "string" && value !== "" ? value : null;
}
