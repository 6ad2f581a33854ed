/** Exports the validation of depositor states against `schemas/state.schema.json`. */

import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import type { Json } from "../language/definition.js";

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** The error of a state, with its path; null for a valid state. */
export type StateCheck = (state: Json) => string | null;

function described(error: ErrorObject): string {
  const path = `state${error.instancePath.replaceAll("/", ".")}`;
  if (error.keyword === "enum")
    return `${path}: must be one of ${(error.params as { allowedValues: readonly Json[] }).allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (error.keyword === "additionalProperties")
    return `${path}: has no part "${(error.params as { additionalProperty: string }).additionalProperty}"`;
  return `${path}: ${error.message ?? error.keyword}`;
}

/** Adds the formats that the schema of the state names. */
export function withStateFormats(ajv: Ajv): Ajv {
  ajv.addFormat("date-time", { type: "string", validate: (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text)) });
  ajv.addFormat("date", { type: "string", validate: (text: string) => date.test(text) && !Number.isNaN(Date.parse(text)) });
  return ajv;
}

/** Compiles the check once. */
export function stateCheck(schemaText: string): StateCheck {
  const ajv = withStateFormats(new Ajv({ strict: false, allErrors: false }));
  const validate: ValidateFunction = ajv.compile(JSON.parse(schemaText) as object);
  return (state) => (validate(state) ? null : (validate.errors ?? []).map(described).join("; "));
}
