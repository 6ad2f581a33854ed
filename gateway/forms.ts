/**
 * Exports the validation of an input against a brand's compiled forms, for the bundle store. The browser validated the
 * same input before.
 */
import type { CompiledValidator, ValidatorFunctions } from "../src/language/bundle.js";
import type { Json } from "../src/language/definition.js";
import { FIELD_FORMATS, normaliseFormat } from "../src/language/field-formats.js";
import type { FormCheck } from "./resolvers/context.js";
import { type FieldError, Invalid } from "./upstream/errors.js";

/** Compiled validators by form id: `forms/address.json`. */
export type FormValidators = Readonly<Record<string, ValidatorFunctions>>;

/** `schema.graphql` names a form that the bundle lacks: an internal error, masked for the browser. */
export class UnknownForm extends Error {
  override readonly name = "UnknownForm";
  constructor(readonly form: string) {
    super(`the bundle has no validator for ${form}`);
  }
}

/** Creates the form check of one bundle. */
export function formCheck(validators: FormValidators, schemas: Readonly<Record<string, Json>>): FormCheck {
  return (schema, value) => {
    const id = `forms/${schema}.json`;
    const validate = rootOf(validators[id], id);
    const form = schemas[id];
    if (!validate || form === undefined) throw new UnknownForm(id);
    const sent = normalized(value, [form]);
    if (!validate(sent)) throw new Invalid({ errors: fieldErrors(validate) });
    return sent;
  };
}

/** Normalizes every string by its field's format: without the separators that people type. */
function normalized(value: unknown, schemas: readonly Json[]): unknown {
  const all = schemas.flatMap(withBranches);
  if (typeof value === "string") {
    const format = all.map((schema) => schema.format).find((each) => typeof each === "string" && each in FIELD_FORMATS);
    return typeof format === "string" ? normaliseFormat(format, value) : value;
  }
  if (Array.isArray(value))
    return value.map((item) =>
      normalized(
        item,
        all.flatMap((schema) => schema.items ?? []),
      ),
    );
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      normalized(
        field,
        all.flatMap((schema) => propertyOf(schema, name)),
      ),
    ]),
  );
}

type SchemaNode = { readonly [keyword: string]: Json };

/** A schema and its branches: a field's `format` may be inside a branch. */
function withBranches(schema: Json): readonly SchemaNode[] {
  if (!isNode(schema)) return [];
  const branches = [schema.then, schema.else, schema.allOf, schema.anyOf, schema.oneOf].flatMap((branch) => branch ?? []);
  return [schema, ...branches.flatMap(withBranches)];
}

function propertyOf(schema: SchemaNode, name: string): readonly Json[] {
  const property = isNode(schema.properties) ? schema.properties[name] : undefined;
  return property === undefined ? [] : [property];
}

function isNode(value: Json | undefined): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** rjsf stores the root validator under the schema's `$id`, next to those of the sub-schemas. */
function rootOf(functions: ValidatorFunctions | undefined, id: string): CompiledValidator | undefined {
  if (!functions) return undefined;
  return functions[id] ?? Object.entries(functions).find(([key]) => key.endsWith(id))?.[1];
}

/**
 * Ajv's errors by field: `/mailing/zip` becomes `mailing.zip`, a missing property has its own name, each field appears
 * once.
 */
function fieldErrors(validate: CompiledValidator): readonly FieldError[] {
  const byPath = new Map<string, string>();
  for (const error of validate.errors ?? []) {
    // `if` and `allOf` only repeat that one of their branches failed.
    if (error.keyword === "if" || error.keyword === "allOf") continue;
    const own = error.params.missingProperty ?? error.params.additionalProperty;
    const path = [...error.instancePath.split("/").slice(1).map(unescapePointer), ...(typeof own === "string" ? [own] : [])].join(".");
    if (!byPath.has(path)) byPath.set(path, error.message ?? error.keyword);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

function unescapePointer(part: string): string {
  return part.replace(/~1/g, "/").replace(/~0/g, "~");
}
