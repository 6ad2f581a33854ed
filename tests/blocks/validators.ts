/** Precompiled validators of a schema, as a bundle has them, made in the test. */
import { createRequire } from "node:module";
import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import type { ValidatorFunctions } from "../../src/language/bundle.js";

export function validatorsOf(schema: RJSFSchema): ValidatorFunctions {
  const exported: Record<string, unknown> = {};
  const run = new Function("exports", "require", "module", compileSchemaValidatorsCode(schema));
  run(exported, createRequire(import.meta.url), { exports: exported });
  return exported as ValidatorFunctions;
}
