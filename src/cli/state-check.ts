/** Exports the validation of depositor states against `schemas/state.schema.json`. */

import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { type SchemaFinding, schemaFindings } from "../compiler/schema-findings.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

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

/** A schema whose objects have no other properties than those that it names. */
function closed(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const inner = Object.entries(schema).map(([word, value]): [string, Json] => {
    if (word === "items" || word === "additionalProperties") return [word, closed(value)];
    const isMap = (word === "properties" || word === "definitions") && isObject(value);
    return [word, isMap ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)])) : value];
  });
  return { ...(Object.hasOwn(schema, "properties") ? { additionalProperties: false } : {}), ...Object.fromEntries(inner) };
}

/**
 * Names, types and options in a part of a state that the schema does not have: a misspelled name would give nothing, and no
 * depositor has a value of another type. Null is accepted everywhere, and any name may be left out: conditions read a missing
 * value as null, and scenarios test what a screen shows then.
 */
export function stateFindings(schemaText: string): (state: Json) => readonly SchemaFinding[] {
  const ajv = withStateFormats(new Ajv({ strict: false, allErrors: true, verbose: true }));
  const validate: ValidateFunction = ajv.compile(closed(JSON.parse(schemaText) as Json) as object);
  return (state) =>
    validate(state) ? [] : schemaFindings((validate.errors ?? []).filter(({ keyword, data }) => data !== null && keyword !== "required"));
}
