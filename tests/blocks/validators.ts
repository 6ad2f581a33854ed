/** Exports precompiled validators of a schema for the block tests, as a bundle contains them. */
import { createRequire } from "node:module";
import type { RJSFSchema } from "@rjsf/utils";
import * as runtime from "../../src/cli/validator-runtime.js";
import { FORMATS, RUNTIME, validatorCode } from "../../src/cli/validators.js";
import type { ValidatorFunctions } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { declaredFormats } from "../../src/language/field-formats.js";

export function validatorsOf(schema: RJSFSchema): ValidatorFunctions {
  const exported: Record<string, unknown> = {};
  const load = createRequire(import.meta.url);
  const run = new Function("exports", "require", "module", validatorCode(schema.$id ?? "", schema as Json));
  const modules: Readonly<Record<string, unknown>> = {
    [RUNTIME]: runtime,
    [FORMATS]: { formats: runtime.formatsOf(declaredFormats(schema)) },
  };
  run(exported, (name: string) => modules[name] ?? load(name), { exports: exported });
  return exported as ValidatorFunctions;
}
