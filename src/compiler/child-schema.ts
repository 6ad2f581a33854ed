/** Exports the position in the meta-schema of a value of a definition, for the overlay's merge and for `normalise/`. */
import type { Language, LanguageSchema } from "../language/meta-schema.js";
import { type ObjectNode, textOf } from "../language/source.js";

/** The schema of the value under `key`; null where the language has no schema for it. */
export function schemaUnder(key: string, parent: ObjectNode, written: LanguageSchema | null, language: Language): LanguageSchema | null {
  return written === null ? null : schemaOfKey(key, objectSchema(parent, language.resolve(written), language));
}

/** The schema of the value under `key` of an object with this schema ({@link objectSchema}). */
export function schemaOfKey(key: string, schema: LanguageSchema): LanguageSchema | null {
  const named = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
  if (named !== undefined) return named;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : null;
}

/** The schema's branch for this object: its block's, or the branch of a `oneOf` whose required keywords it has. */
export function objectSchema(parent: ObjectNode, schema: LanguageSchema, language: Language): LanguageSchema {
  if (schema["x-kind"] === "block") {
    const name = textOf(parent.entries.get("block")?.node ?? null);
    const block = name === null ? null : language.block(name);
    return block === null ? schema : language.resolve(block);
  }
  if (schema.oneOf === undefined) return schema;
  const branches = schema.oneOf.map((branch) => language.resolve(branch)).filter((branch) => branch.type === "object");
  return branches.find((branch) => (branch.required ?? []).every((keyword) => parent.entries.has(keyword))) ?? branches[0] ?? schema;
}
