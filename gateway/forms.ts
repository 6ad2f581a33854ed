/**
 * Exports the validation of an input against a brand's compiled forms, for the bundle store: the same schemas and checks as
 * in the browser, which validated the same input before.
 */
import { failedChecks } from "../src/engine/form-checks.js";
import type { CompiledValidator, FormContract, ValidatorFunctions } from "../src/language/bundle.js";
import type { Json } from "../src/language/definition.js";
import type { Formats } from "../src/language/formats.js";
import { sentForm } from "../src/language/sent-form.js";
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
export function formCheck(validators: FormValidators, forms: Readonly<Record<string, FormContract>>, formats: Formats): FormCheck {
  return (name, value) => {
    const id = `forms/${name}.json`;
    const validate = rootOf(validators[id], id);
    const form = forms[id];
    if (!validate || form === undefined) throw new UnknownForm(id);
    const normalizedInput = sentForm(value, form.schema);
    if (!validate(normalizedInput)) throw new Invalid({ errors: fieldErrors(validate) });
    // Valid input is JSON.
    const failed = failedChecks(form.checks, { data: normalizedInput as Json, invalid: [], scope: {}, formats });
    if (failed.length > 0) throw new Invalid({ errors: failed });
    return normalizedInput;
  };
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
    const property = error.params.missingProperty ?? error.params.additionalProperty;
    const path = [...error.instancePath.split("/").slice(1).map(unescapePointer), ...(typeof property === "string" ? [property] : [])].join(
      ".",
    );
    if (!byPath.has(path)) byPath.set(path, error.message ?? error.keyword);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

function unescapePointer(part: string): string {
  return part.replace(/~1/g, "/").replace(/~0/g, "~");
}
