/** Exports the limits of forms as named values: `withLimits` writes them as numbers, `compileLimit` checks them. */
import type { Origin } from "../language/bundle.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { unknownField } from "../language/problems.js";
import { unknownLimit } from "../language/schema-problems.js";
import { childOf, type Entry, entriesOf, type ScalarNode, type SourceNode, textOf } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { propertyAt, propertyPaths } from "./schema-paths.js";
import { inlineSchema, type SchemaDocuments } from "./schemas.js";
import { structure } from "./structure.js";

/** The keywords of a property that are numbers, each with its number. */
function limitsOf(property: JsonObject): ReadonlyMap<string, number> {
  const parts = [...listed(property.allOf).filter(isObject), property];
  return new Map(parts.flatMap((part) => Object.entries(part).filter((entry): entry is [string, number] => typeof entry[1] === "number")));
}

const textAt = (limit: SourceNode, part: "schema" | "property" | "keyword"): string | null => textOf(childOf(limit, part));

/** Checks that the property of the schema has the limit. The keyword `schema` itself reports an unknown schema. */
export function compileLimit(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const { linker } = context;
  const [name, path, keyword] = [textAt(node, "schema"), textAt(node, "property"), textAt(node, "keyword")];
  if (name !== null && path !== null && linker.names.forms.entries.has(name)) {
    const form = linker.formSchema(name);
    const property = propertyAt(form, path);
    const known = property === null ? [] : [...limitsOf(property).keys()];
    const at = (part: string): Origin => (childOf(node, part) ?? node).at;
    if (property === null) linker.report(at("property"), unknownField(path, name, propertyPaths(form)));
    else if (keyword !== null && !known.includes(keyword)) linker.report(at("keyword"), unknownLimit(keyword, path, name, known));
  }
  return structure(node, schema, context);
}

/** A schema is read for its numbers alone: `compileLimit` and the forms report what is wrong in it, and note what it uses. */
const UNNOTED = { formats: null, report: () => undefined, refer: () => undefined, useFormat: () => undefined };

function limitAt(limit: SourceNode, schemas: SchemaDocuments): number | null {
  const [name, path, keyword] = [textAt(limit, "schema"), textAt(limit, "property"), textAt(limit, "keyword")];
  if (name === null || path === null || keyword === null) return null;
  const property = propertyAt(inlineSchema(name, schemas, UNNOTED), path);
  return property === null ? null : (limitsOf(property).get(keyword) ?? null);
}

/** The nodes of each limit by number: what uses it keeps its own node in the next compilation (`normalise/values.ts`) while the number is the same. */
const numbers = new WeakMap<SourceNode, Map<number, ScalarNode>>();

function numberNode(limit: SourceNode, value: number): ScalarNode {
  const known = numbers.get(limit) ?? new Map<number, ScalarNode>();
  numbers.set(limit, known);
  const node: ScalarNode = known.get(value) ?? { kind: "scalar", value, at: limit.at, partial: false };
  known.set(value, node);
  return node;
}

/** The named values; each with a `limit` gets the number of the brand's schema as its `value`, unless the limit is wrong. */
export function withLimits(values: SourceNode | null, schemas: SchemaDocuments): SourceNode | null {
  if (values?.kind !== "object") return values;
  const written = new Map<string, Entry>();
  for (const [name, entry] of entriesOf(values)) {
    const limit = childOf(entry.node, "limit");
    const value = limit === null ? null : limitAt(limit, schemas);
    if (limit === null || value === null || entry.node.kind !== "object" || entry.node.entries.has("value")) continue;
    const entries = new Map([...entry.node.entries, ["value", { key: limit.at, node: numberNode(limit, value) }] as const]);
    written.set(name, { ...entry, node: { ...entry.node, entries } });
  }
  return written.size === 0 ? values : { ...values, entries: new Map([...values.entries, ...written]) };
}
