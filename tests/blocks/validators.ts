/** Exports precompiled validators of a schema for the block tests, as a bundle contains them. */
import { createRequire } from "node:module";
import type { RJSFSchema } from "@rjsf/utils";
import * as runtime from "../../src/cli/validator-runtime.js";
import { RUNTIME, validatorCode } from "../../src/cli/validators.js";
import type { ValidatorFunctions } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";

export function validatorsOf(schema: RJSFSchema): ValidatorFunctions {
  const exported: Record<string, unknown> = {};
  const load = createRequire(import.meta.url);
  const run = new Function("exports", "require", "module", validatorCode(schema.$id ?? "", schema as Json));
  run(exported, (name: string) => (name === RUNTIME ? runtime : load(name)), { exports: exported });
  return exported as ValidatorFunctions;
}
