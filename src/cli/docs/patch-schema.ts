/** Exports the schema of a JSON Merge Patch over one value of the base: its keys are known, and `null` removes. */

import { COLLECTIONS } from "../../compiler/explicit-form.js";
import type { Json } from "../../language/definition.js";
import { isObject, type JsonObject } from "../../language/json.js";
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { type KeywordSchemas, oneOfNames, type Schema, type ScreenNames } from "./keyword-schemas.js";

/** One value of the base, its schema, and the value with the keys that shipped overlays add. */
export interface Patched {
  readonly schema: LanguageSchema;
  readonly base: Json;
  readonly known: Json | undefined;
  readonly screen: ScreenNames | null;
}

const HASH = {
  description: "The hash of what this patch changes. `flows check` reports it when the base changes.",
  type: "string",
  pattern: "^[0-9a-f]{8,64}$",
};

export class PatchSchemas {
  readonly #language: Language;
  readonly #keywords: KeywordSchemas;

  constructor(language: Language, keywords: KeywordSchemas) {
    this.#language = language;
    this.#keywords = keywords;
  }

  /** The schema of a patch over a value. */
  of(patched: Patched): Schema {
    const { schema, base, screen } = patched;
    const leaf = this.#keywords.leaf(schema, screen);
    if (leaf !== null || !isObject(base)) return this.#keywords.whole(schema, screen);
    const resolved = this.#language.resolve(schema);
    const branch = this.#branchOf(resolved, base);
    if (branch === null) return this.#keywords.whole(schema, screen);
    const merged = COLLECTIONS.has(resolved["x-kind"] ?? "")
      ? this.#collection(branch, base, patched)
      : this.#merged(branch, base, patched);
    const others = (resolved.oneOf ?? []).filter(
      (one) => this.#language.resolve(one).type !== "object" && resolved.properties === undefined,
    );
    const [other] = others.map((one) => this.#keywords.whole(one, screen));
    return other === undefined ? merged : { if: { type: "object" }, then: merged, else: other };
  }

  /** The schema that describes the base: itself, its block's, or the branch whose keywords the base has. */
  #branchOf(schema: LanguageSchema, base: JsonObject): LanguageSchema | null {
    if (schema["x-kind"] === "block") return this.#language.block(String(base.block));
    if (schema.properties !== undefined || schema.additionalProperties !== undefined) return schema;
    const fits = (one: LanguageSchema): boolean =>
      (one.properties !== undefined || typeof one.additionalProperties === "object") &&
      (one.required ?? []).every((keyword) => Object.hasOwn(base, keyword)) &&
      (typeof one.additionalProperties === "object" || Object.keys(base).every((keyword) => Object.hasOwn(one.properties ?? {}, keyword)));
    return (schema.oneOf ?? []).map((one) => this.#language.resolve(one)).find(fits) ?? null;
  }

  /** A patch over a collection: of its keys, or of `items` and `order`. */
  #collection(schema: LanguageSchema, base: JsonObject, { known, screen }: Patched): Schema {
    const knownObject = isObject(known) ? known : base;
    const keys = this.of({ schema: schema.properties?.items ?? {}, base: base.items ?? {}, known: knownObject.items, screen });
    return {
      type: "object",
      if: { anyOf: [{ required: ["items"] }, { required: ["order"] }] },
      then: { properties: { base: HASH, order: nullable(orderSchema(knownObject)), items: keys }, additionalProperties: false },
      else: keys,
    };
  }

  #merged(schema: LanguageSchema, base: JsonObject, { known, screen }: Patched): Schema {
    const knownObject = isObject(known) ? known : base;
    const properties: Record<string, Schema> = { base: HASH };
    for (const [keyword, part] of Object.entries(schema.properties ?? {})) {
      const value = base[keyword];
      if (keyword === "order") properties[keyword] = nullable(orderSchema(knownObject));
      else if (value === undefined) properties[keyword] = this.#keywords.whole(part, screen);
      else {
        const patch = this.of({ schema: part, base: value, known: knownObject[keyword], screen });
        properties[keyword] = described(part, schema.required?.includes(keyword) === true ? patch : nullable(patch));
      }
    }
    const { additionalProperties } = schema;
    if (typeof additionalProperties === "object") {
      for (const [key, value] of Object.entries(base)) {
        if (Object.hasOwn(schema.properties ?? {}, key)) continue;
        properties[key] = nullable(this.of({ schema: additionalProperties, base: value, known: knownObject[key], screen }));
      }
    }
    return {
      type: "object",
      properties,
      additionalProperties: typeof additionalProperties === "object" ? this.#keywords.whole(additionalProperties, screen) : false,
    };
  }
}

/** The keys of the collection beside an `order`. */
function orderSchema(collection: JsonObject): Schema {
  const items = collection.items ?? collection.rows;
  return {
    description: "All keys in the order wanted.",
    type: "array",
    uniqueItems: true,
    items: isObject(items) ? oneOfNames(Object.keys(items)) : { type: "string" },
  };
}

/** The keyword's own description, for the editor. */
function described({ description }: LanguageSchema, schema: Schema): Schema {
  return description === undefined ? schema : { description, ...schema };
}

/** A value that a patch may also remove. */
function nullable(schema: Schema): Schema {
  if (schema.type === "object") return { ...schema, type: ["object", "null"] };
  return { anyOf: [{ type: "null" }, schema] };
}

/** A patch over JSON without a schema of the language (the schemas of forms): the keys of the base are offered, others are allowed. */
export function freePatch(base: Json): Schema {
  if (!isObject(base)) return {};
  return { type: ["object", "null"], properties: Object.fromEntries(Object.entries(base).map(([key, value]) => [key, freePatch(value)])) };
}
