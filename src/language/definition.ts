/**
 * Exports JSON and the version of the language. The keywords of the language, with their types, are in the meta-schema
 * (`schemas/*.schema.json`, `schemas/blocks/*.json`), from which `keywords.ts` and `blocks.ts` are generated.
 */

/** The version of the language that this compiler reads. */
export const LANGUAGE = 2;

/** JSON, as parsed. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A json-logic expression for a value; a string, number, boolean or null is a constant. */
export type Value = Json;
