/**
 * Exports the validation of requests and responses by the JSON Schemas of `schemas/api`, and those schemas for the
 * OpenAPI document.
 */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { FieldErrors } from "../api-error.js";

export type JsonSchema = { readonly [key: string]: unknown };
interface SchemaFile {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

const FOLDER = new URL("../../../schemas/api/", import.meta.url);
const GENERATED = "openapi.json";

export const schemaFiles: readonly SchemaFile[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json") && name !== GENERATED)
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as SchemaFile);

const fileOfName = new Map<string, string>();
for (const file of schemaFiles) {
  for (const name of Object.keys(file.$defs)) {
    if (fileOfName.has(name)) throw new Error(`schemas/api: "${name}" is defined in ${fileOfName.get(name)} and in ${file.$id}.`);
    fileOfName.set(name, file.$id);
  }
}

/** The `$ref` of a named schema: `accounts.json#/$defs/Account`. */
function schemaRef(name: string): string {
  const file = fileOfName.get(name);
  if (!file) throw new Error(`schemas/api has no "${name}".`);
  return `${file}#/$defs/${name}`;
}

/** The schema of a route's schema expression: `Name`, `Name[]`, `Name?`, `null`. */
export function schemaOf(schemaExpression: string): JsonSchema {
  if (schemaExpression === "null") return { type: "null" };
  if (schemaExpression.endsWith("[]")) return { type: "array", items: { $ref: schemaRef(schemaExpression.slice(0, -2)) } };
  if (schemaExpression.endsWith("?")) return { anyOf: [{ $ref: schemaRef(schemaExpression.slice(0, -1)) }, { type: "null" }] };
  return { $ref: schemaRef(schemaExpression) };
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
// The values of a response that are known; others are valid, too.
ajv.addKeyword("x-extensible-enum");
formats.default(ajv);
for (const file of schemaFiles) ajv.addSchema(file);

const compiled = new Map<string, ValidateFunction>();

function validator(schemaExpression: string): ValidateFunction {
  const known = compiled.get(schemaExpression);
  if (known) return known;
  const validate = ajv.compile(schemaOf(schemaExpression));
  compiled.set(schemaExpression, validate);
  return validate;
}

function fieldOf(error: ErrorObject): string {
  const inside = error.instancePath.slice(1).replaceAll("/", ".");
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  return [inside, params.missingProperty ?? params.additionalProperty ?? ""].filter(Boolean).join(".");
}

function messageOf(error: ErrorObject): string {
  switch (error.keyword) {
    case "required":
      return "This is required.";
    case "additionalProperties":
      return "We don't recognize this field.";
    case "const":
      return "Check the box to continue.";
    case "format":
    case "pattern":
    case "not":
      return "Check the format.";
    case "enum":
      return "Choose one of the options.";
    case "minLength":
      return "This is too short.";
    case "maxLength":
      return "This is too long.";
    case "minProperties":
      return "Enter at least one value.";
    case "maxProperties":
      return "Enter only one of these.";
    default:
      return `This ${error.message ?? "is not right"}.`;
  }
}

/** Errors that only repeat another error: a failed branch, or the "or null" of a nullable schema. */
const isRedundantError = ({ keyword, params }: ErrorObject): boolean =>
  ["if", "anyOf", "oneOf"].includes(keyword) || (keyword === "type" && (params as { type?: unknown }).type === "null");

/** Validates a value; returns its errors by field, or null. */
export function findErrors(schemaExpression: string, value: unknown): FieldErrors | null {
  const validate = validator(schemaExpression);
  if (validate(value)) return null;
  const errors: Record<string, string[]> = {};
  const all = validate.errors ?? [];
  const specific = all.filter((error) => !isRedundantError(error));
  for (const error of specific.length > 0 ? specific : all) {
    const field = fieldOf(error);
    const messages = (errors[field] ??= []);
    if (!messages.includes(messageOf(error))) messages.push(messageOf(error));
  }
  return errors;
}
