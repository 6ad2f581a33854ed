/** Exports `validatorOf`: the validator of a JSON Schema of the language, compiled once, for the compiler and the flow tool. */
import { Ajv, type ValidateFunction } from "ajv";
import { RecentTexts } from "../language/recent-texts.js";

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** All schemas of the language, before and after a change. */
const KEPT = 16;

const recent = new RecentTexts<ValidateFunction>(KEPT);

/**
 * Finds all errors, each with the value that it is about. Compiling takes longer than validating: a command and its tests ask
 * for the same schema several times. `others`: the schemas that `schema` refers to.
 */
export function validatorOf<Content>(schema: object, ...others: readonly object[]): ValidateFunction<Content> {
  const compiled = recent.of(
    [schema, ...others].map((one) => JSON.stringify(one)),
    () => {
      const ajv = new Ajv({ strict: false, allErrors: true, verbose: true });
      // The formats that the schema of the state names.
      ajv.addFormat("date-time", { type: "string", validate: (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text)) });
      ajv.addFormat("date", { type: "string", validate: (text: string) => date.test(text) && !Number.isNaN(Date.parse(text)) });
      return ajv.addSchema([...others]).compile(schema);
    },
  );
  return compiled as ValidateFunction<Content>;
}
