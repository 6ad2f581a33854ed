/** Exports the form that every side of the form benchmark renders: required text fields with one rule. */
import type { RJSFSchema } from "@rjsf/utils";

export const SCHEMA_ID = "forms/bench.json";
export const LENGTHS = { least: 4, most: 40 } as const;
export const PATTERN = "^[A-Za-z ]*$";

export const fieldNames = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `field_${index}`);

export const labelOf = (name: string): string => `Label of ${name.replace("_", " ")}`;

/** Every field is required; a value has 4 to 40 letters and spaces. */
export function schemaOf(count: number): RJSFSchema {
  const names = fieldNames(count);
  const { least, most } = LENGTHS;
  return {
    $id: SCHEMA_ID,
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", minLength: least, maxLength: most, pattern: PATTERN }])),
    required: [...names],
  };
}
