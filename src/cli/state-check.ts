/** Exports the validation of depositor states against `schemas/state.schema.json`. */

import type { ErrorObject } from "ajv";
import { type SchemaFinding, schemaFindings } from "../compiler/schema-findings.js";
import { validatorOf } from "../compiler/schema-validator.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

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

/** Compiles the check once. */
export function stateCheck(schemaText: string): StateCheck {
  const validate = validatorOf(JSON.parse(schemaText) as object);
  return (state) => (validate(state) ? null : (validate.errors ?? []).map(described).join("; "));
}

/** A schema whose objects have no other properties than those that it names. */
function closed(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const inner = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === "items" || keyword === "additionalProperties") return [keyword, closed(value)];
    const isMap = (keyword === "properties" || keyword === "definitions") && isObject(value);
    return [keyword, isMap ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)])) : value];
  });
  return { ...(Object.hasOwn(schema, "properties") ? { additionalProperties: false } : {}), ...Object.fromEntries(inner) };
}

/**
 * Names, types and options in a part of a state that the schema does not have: a misspelled name would give nothing, and no
 * depositor has a value of another type. Any name may be left out: conditions read a missing value as null. Null itself is a
 * value that the bank answers only where the schema has it.
 */
export function stateFindings(schemaText: string): (state: Json) => readonly SchemaFinding[] {
  const validate = validatorOf(closed(JSON.parse(schemaText) as Json) as object);
  return (state) => (validate(state) ? [] : schemaFindings((validate.errors ?? []).filter(({ keyword }) => keyword !== "required")));
}
