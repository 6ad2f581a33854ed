/** Exports the validation of depositor states against `schemas/state.schema.json`. */

import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import type { Json } from "../language/definition.js";
import { nearest } from "../language/suggest.js";

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

/**
 * The names in a part of a state that the schema does not have, each in one sentence. A scenario may give values of other types,
 * which a later version of the upstream may answer; a misspelled name would give nothing.
 */
export function unknownNames(schemaText: string): (state: Json) => readonly string[] {
  const ajv = withStateFormats(new Ajv({ strict: false, allErrors: true, verbose: true }));
  const validate: ValidateFunction = ajv.compile(JSON.parse(schemaText) as object);
  return (state) => {
    if (validate(state)) return [];
    return (validate.errors ?? []).flatMap(({ keyword, params, instancePath, parentSchema }) => {
      if (keyword !== "additionalProperties") return [];
      const name = (params as { readonly additionalProperty: string }).additionalProperty;
      const near = nearest(name, Object.keys((parentSchema as { readonly properties?: object }).properties ?? {}));
      return [`There is no "${name}" in state${instancePath.replaceAll("/", ".")}${near === null ? "." : `; did you mean "${near}"?`}`];
    });
  };
}
