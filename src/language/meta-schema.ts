/** Exports the reader of the language's own JSON Schemas (`schemas/*.schema.json`, `schemas/blocks/*.json`), for the compiler. */
import type { Json } from "./definition.js";
import { RecentTexts, textsOf } from "./recent-texts.js";
import type { FlowSource } from "./source.js";

/** The part of JSON Schema that the language's schemas use. */
export interface LanguageSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly Json[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly pattern?: string;
  /** An explanation for authors of the texts that match `pattern`; VS Code shows it too. */
  readonly patternErrorMessage?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, LanguageSchema>>;
  readonly required?: readonly string[];
  /** `false`: unknown keywords are errors; a schema: a keyed map. */
  readonly additionalProperties?: false | LanguageSchema;
  readonly propertyNames?: LanguageSchema;
  readonly items?: LanguageSchema;
  readonly oneOf?: readonly LanguageSchema[];
  /** Keywords of which at least one must be present: `[{"required": ["a"]}, ...]`. */
  readonly anyOf?: readonly LanguageSchema[];
  readonly allOf?: readonly LanguageSchema[];
  readonly $defs?: Readonly<Record<string, LanguageSchema>>;
  /** The compiler's treatment of the value: a row of `KINDS`. */
  readonly "x-kind"?: string;
  /** A format of `flows/fields.json` that the text has. */
  readonly "x-format"?: string;
  /** Of an ISO 8601 duration: the shortest and the longest one. Without `x-minimum`, it is longer than nothing. */
  readonly "x-minimum"?: string;
  readonly "x-maximum"?: string;
  /** Of rows: the keyword of a row that a text in place of the rows replaces. */
  readonly "x-short"?: string;
  /** Of rows: some row must apply everywhere, so the last has no `when`. */
  readonly "x-total"?: boolean;
  /** The possible values of an expression, where these are a closed list. */
  readonly "x-values"?: readonly Json[];
  /** Of a shown value: the sibling that is its label. */
  readonly "x-label"?: string;
  /** Of labels by the names of fields: the sibling that lists the items with these fields. */
  readonly "x-columns"?: string;
  /** Of a value of a block: the fields of it that the component reads. */
  readonly "x-fields"?: readonly string[];
  /** Of a keyword of a block: the fields of its `items` that the component reads. */
  readonly "x-item-fields"?: readonly string[];
  /** Of a text: its component shows it in some of its states only, or as an address. */
  readonly "x-occasional"?: true;
  /**
   * Of a keyword that is not a text: a depositor sees or hears its value beside the texts, so scenarios compare it. The value itself,
   * a percentage, or an amount in percent of a sibling (`percent of limit`).
   */
  readonly "x-visible"?: "value" | "percent" | `percent of ${string}`;
  /** Names that values below may read beside the state: `item` by the sibling that lists the items, others by themselves. */
  readonly "x-scope"?: Readonly<Record<string, string>>;
}

/**
 * The schemas of the language. `file` and `resolve` throw for a file or `$ref` that is missing: the schemas are the
 * product's own.
 */
export interface Language {
  /** The schema of a file under `schemas/`. */
  file(name: string): LanguageSchema;
  /** A schema with its `$ref` resolved; keywords beside the `$ref` win. */
  resolve(schema: LanguageSchema): LanguageSchema;
  /** Names of the blocks. */
  readonly blocks: readonly string[];
  block(name: string): LanguageSchema | null;
}

const FILES = [
  "flow.schema.json",
  "app.schema.json",
  "predicates.schema.json",
  "decisions.schema.json",
  "values.schema.json",
  "fields.schema.json",
  "semantics.schema.json",
  "overlay-file.schema.json",
  "brand.schema.json",
];

/** Files of the language that the source lacks. */
export function missingLanguageFiles(source: FlowSource): string[] {
  return [...FILES.map((name) => `schemas/${name}`), "schemas/state.schema.json", "gateway/schema.graphql"].filter(
    (file) => !source.files.has(file),
  );
}

const LANGUAGE_FILES = /^schemas\/(?:(?!overlay\.)[a-z-]+\.schema|blocks\/[a-z-]+)\.json$/;
const recent = new RecentTexts<Language>();

/** Whether a file is one of the language's schemas. */
export const isLanguageFile = (file: string): boolean => LANGUAGE_FILES.test(file);

/** The language of a source: the same object while its files are the same. */
export function readLanguage(source: FlowSource): Language {
  return recent.of(textsOf(source.files, LANGUAGE_FILES), () => languageOf(source));
}

function languageOf(source: FlowSource): Language {
  const files = new Map<string, LanguageSchema>();
  for (const [file, text] of source.files) if (LANGUAGE_FILES.test(file)) files.set(file.slice("schemas/".length), ownSchema(file, text));
  const home = new Map<LanguageSchema, string>();
  for (const [name, schema] of files) settle(schema, name, home);
  const file = (name: string): LanguageSchema => {
    const found = files.get(name);
    if (found === undefined) throw new Error(`schemas/${name} is missing`);
    return found;
  };
  // Every node of a definition asks for its schema: each reference is followed once.
  const followed = new Map<LanguageSchema, LanguageSchema>();
  const resolve = (schema: LanguageSchema): LanguageSchema => {
    if (schema.$ref === undefined) return schema;
    const known = followed.get(schema);
    if (known !== undefined) return known;
    const [target = "", pointer = ""] = schema.$ref.split("#");
    const name = target === "" ? (home.get(schema) ?? "") : relative(home.get(schema) ?? "", target);
    let found: LanguageSchema = file(name);
    for (const part of pointer.split("/").slice(1))
      found = (found as Record<string, LanguageSchema | undefined>)[part] ?? lost(schema.$ref);
    const { $ref: _followed, ...beside } = schema;
    const merged = { ...resolve(found), ...beside };
    // The parts of a merged schema are registered already; it has no reference of its own.
    home.set(merged, name);
    followed.set(schema, merged);
    return merged;
  };
  const blocks = [...files.keys()]
    .filter((name) => name.startsWith("blocks/"))
    .map((name) => name.slice("blocks/".length, -".json".length))
    .sort();
  return { file, resolve, blocks, block: (name) => files.get(`blocks/${name}.json`) ?? null };
}

/** The compiler reports the places of errors in JSON. */
function ownSchema(file: string, text: string): LanguageSchema {
  try {
    return JSON.parse(text) as LanguageSchema;
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error });
  }
}

function lost(reference: string): never {
  throw new Error(`The language's schemas have no ${reference}`);
}

/** `blocks/text.json` + `../flow.schema.json` -> `flow.schema.json`. */
function relative(from: string, to: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of to.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function settle(schema: unknown, file: string, home: Map<LanguageSchema, string>): void {
  if (typeof schema !== "object" || schema === null) return;
  if (!Array.isArray(schema)) home.set(schema as LanguageSchema, file);
  if (isCollection(schema)) schema.additionalProperties = schema.properties.items.additionalProperties;
  for (const part of Object.values(schema)) settle(part, file, home);
}

/** The keys of a collection are in `items` or directly in it. */
interface Collection {
  readonly properties: { readonly items: LanguageSchema };
  additionalProperties?: LanguageSchema["additionalProperties"];
}

function isCollection(schema: object): schema is Collection {
  return "x-kind" in schema && (schema["x-kind"] === "ordered" || schema["x-kind"] === "body");
}
