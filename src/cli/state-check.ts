/** Depositor states from outside, held against `schemas/state.schema.json` and filled up with initial values. */

import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import type { BundleCore } from "../engine/bundle.js";
import type { Json } from "../engine/definition.js";
import type { DepositorState } from "../engine/events.js";

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** Says what is wrong with a state, with the path, or null. */
export type StateCheck = (state: Json) => string | null;

function described(error: ErrorObject): string {
  const path = `state${error.instancePath.replaceAll("/", ".")}`;
  if (error.keyword === "enum")
    return `${path}: must be one of ${(error.params as { allowedValues: readonly Json[] }).allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (error.keyword === "additionalProperties")
    return `${path}: has no part "${(error.params as { additionalProperty: string }).additionalProperty}"`;
  return `${path}: ${error.message ?? error.keyword}`;
}

/** Compiles the check once. */
export function stateCheck(schemaText: string): StateCheck {
  const ajv = new Ajv({ strict: false, allErrors: false });
  ajv.addFormat("date-time", { type: "string", validate: (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text)) });
  ajv.addFormat("date", { type: "string", validate: (text: string) => date.test(text) && !Number.isNaN(Date.parse(text)) });
  const validate: ValidateFunction = ajv.compile(JSON.parse(schemaText) as object);
  return (state) => (validate(state) ? null : (validate.errors ?? []).map(described).join("; "));
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function filled(initial: Json, given: Json): Json {
  if (!isRecord(initial) || !isRecord(given)) return given;
  const whole: Record<string, Json> = { ...initial };
  for (const [key, value] of Object.entries(given)) whole[key] = filled(initial[key] ?? null, value);
  return whole;
}

/** A partial state with its missing parts at their initial values. */
export function completeState(core: BundleCore, state: { readonly [slice: string]: Json }): DepositorState {
  return filled(core.initial, state) as DepositorState;
}
