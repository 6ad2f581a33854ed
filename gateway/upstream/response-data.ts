/** Reading the `data` of an answer: its outermost shape is looked at here, its fields by the GraphQL types. */
import { isRecord } from "./envelope.js";
import { UpstreamFailed } from "./errors.js";
import type { UpstreamResponse } from "./transport.js";

/** A record as the wire has it. */
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

/** A text inside `data`. */
export function requiredString(wire: JsonObject, field: string, what: string): string {
  const value = wire[field];
  if (typeof value !== "string" || value === "") throw new UpstreamFailed(502, `${what}: ${field} is not a text`);
  return value;
}

/** A text inside `data` that may be missing. */
export function stringOrNull(wire: JsonObject, field: string): string | null {
  const value = wire[field];
  return typeof value === "string" && value !== "" ? value : null;
}
