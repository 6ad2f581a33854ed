/** Exports the built-in formats of form schemas and those of `flows/fields.json`, for tests that validate without a bundle. */
import { BUILT_IN_FORMATS, type DeclaredFormat, type FieldFormat, fieldFormat } from "../../src/language/field-formats.js";
import { readText } from "./sources.js";

const { formats } = JSON.parse(readText("flows/fields.json")) as { readonly formats: Readonly<Record<string, DeclaredFormat>> };

export const FIELD_FORMATS: Readonly<Record<string, FieldFormat>> = {
  ...BUILT_IN_FORMATS,
  ...Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, fieldFormat(format)])),
};
