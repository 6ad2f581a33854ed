/** Exports the guards of parsed JSON, for readers of schemas. */
import type { Json } from "./definition.js";

/** A JSON object of unknown shape: each property may be missing. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** The items of a list; empty for any other value. */
export const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
