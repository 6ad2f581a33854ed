/** Exports the validation of depositor states against `schemas/state.schema.json`. */

import type { ErrorObject, ValidateFunction } from "ajv";
import { type SchemaFinding, schemaFindings } from "../compiler/schema-findings.js";
import { validatorOf } from "../compiler/schema-validator.js";
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject } from "../language/json.js";
import { type Follow, followWithin, read, typeOfSchema } from "../language/static-types.js";
import { withKnown } from "../language/suggest.js";

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

/** The name by which other schemas refer to the schema of the state. */
const STATE_ID = "state.schema.json";

/**
 * The validator that is compiled from the schema of the state. Any state is valid while the schema is not, since the compiler
 * reports that with its place.
 */
export function withStateSchema<Content>(
  schema: JsonObject,
  compile: (schema: JsonObject) => ValidateFunction<Content>,
): ValidateFunction<Content> {
  try {
    return compile(schema);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return compile({ $id: STATE_ID });
  }
}

/** Compiles the check once. */
export function stateCheck(schemaText: string): StateCheck {
  const validate = withStateSchema(JSON.parse(schemaText) as JsonObject, validatorOf);
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
 * depositor has a value of another type. A name may be left out where the schema allows null, because conditions read a missing
 * value as null; the bank always answers the others.
 */
export function stateFindings(schemaText: string): (state: Json) => readonly SchemaFinding[] {
  const schema = closed(JSON.parse(schemaText) as Json) as JsonObject;
  const follow = followWithin(schema);
  const slices = Object.entries(isObject(schema.properties) ? schema.properties : {});
  // The browser computes a slice without a default: a scenario gives what matters of it.
  const whole = slices.map(([name, slice]) => [name, isObject(slice) && "default" in slice ? answered(slice, follow) : slice]);
  const validate = withStateSchema({ ...schema, properties: Object.fromEntries(whole) }, validatorOf);
  return (state) => (validate(state) ? [] : schemaFindings(validate.errors ?? []).map(explained));
}

/** Why an expectation names a path of the state that no depositor has: there, it would be null whatever happens. Null for a path that exists. */
export function unknownPath(schemaText: string): (path: string) => string | null {
  const schema = JSON.parse(schemaText) as Json;
  const root = typeOfSchema(schema, followWithin(schema));
  return (path) => {
    // The schema has what screens read of it; a navigation passes on all that an answer has.
    if (path.startsWith("route.state")) return null;
    const found = read(root, path);
    return "missing" in found ? withKnown(`The state has no "${path}"`, found.missing, found.known) : null;
  };
}

/** A missing name, with the reason why it may not be left out. */
function explained(one: SchemaFinding): SchemaFinding {
  const { found } = one;
  return found.rule === "missing-keyword" ? { ...one, found: { ...found, message: `${found.message}: the bank always answers it` } } : one;
}

/** A schema whose objects require what is never null, except for what its default has. */
function answered(schema: Json, follow: Follow): Json {
  if (!isObject(schema)) return schema;
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const initial = isObject(schema.default) ? schema.default : {};
  const required = properties.flatMap(([name, one]) => (typeOfSchema(one, follow).types.has("null") || name in initial ? [] : [name]));
  return {
    ...schema,
    ...(schema.items === undefined ? {} : { items: answered(schema.items, follow) }),
    ...(properties.length === 0
      ? {}
      : { required, properties: Object.fromEntries(properties.map(([name, one]) => [name, answered(one, follow)])) }),
  };
}
