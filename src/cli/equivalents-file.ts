/** Exports the reader of `flows/scenarios/equivalents.json`, validated against `schemas/equivalents.schema.json`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import type { Equivalent } from "../mutation/equivalents.js";

export const EQUIVALENTS = "flows/scenarios/equivalents.json";

export async function readEquivalents(root: string): Promise<readonly Equivalent[]> {
  const schema = JSON.parse(await readFile(join(root, "schemas/equivalents.schema.json"), "utf8")) as object;
  const validate = new Ajv({ strict: false }).compile<{ readonly equivalents: readonly Equivalent[] }>(schema);
  const content: unknown = JSON.parse(await readFile(join(root, EQUIVALENTS), "utf8"));
  if (validate(content)) return content.equivalents;
  const [error] = validate.errors ?? [];
  throw new Error(`${EQUIVALENTS}: ${error?.instancePath ?? ""} ${error?.message ?? "is not valid"}`);
}
