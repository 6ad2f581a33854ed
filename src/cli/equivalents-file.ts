/** Exports the reader of `flows/scenarios/equivalents.json`, validated against `schemas/equivalents.schema.json`. */
import { validatorOf } from "../compiler/schema-validator.js";
import type { Equivalent } from "../mutation/equivalents.js";
import { contentOf } from "./json-file.js";

export const EQUIVALENTS = "flows/scenarios/equivalents.json";

export async function readEquivalents(root: string): Promise<readonly Equivalent[]> {
  const schema = await contentOf<object>(root, "schemas/equivalents.schema.json");
  const validate = validatorOf<{ readonly equivalents: readonly Equivalent[] }>(schema);
  return (await contentOf(root, EQUIVALENTS, validate)).equivalents;
}
