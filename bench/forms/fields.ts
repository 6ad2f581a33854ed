/** Exports the form that both sides of the form benchmark render: text fields with one schema. */
import type { RJSFSchema } from "@rjsf/utils";

export const SCHEMA_ID = "forms/bench.json";

export const fieldNames = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `field_${index}`);

export const labelOf = (name: string): string => `Label of ${name.replace("_", " ")}`;

/** Every field is required; a value has 4 to 40 letters and spaces. */
export function schemaOf(count: number): RJSFSchema {
  const names = fieldNames(count);
  return {
    $id: SCHEMA_ID,
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", minLength: 4, maxLength: 40, pattern: "^[A-Za-z ]*$" }])),
    required: [...names],
  };
}
