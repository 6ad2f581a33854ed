/** Exports a pass that moves schemas which occur several times into `$defs`, so that the generated file stays small. */

import { canonical, hashJson } from "../../language/hash.js";
import { isObject } from "../../language/json.js";
import type { Schema } from "./word-schemas.js";

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(["additionalProperties", "items", "if", "then", "else", "not"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf"]);
const NAMED = new Set(["properties", "$defs"]);
/** A schema that is no longer is repeated: a reference has 26 characters. */
const SHORTEST = 48;

/** The same schema, in which equal parts are written once. */
export function withSharedDefinitions(root: Schema): Schema {
  const counts = new Map<string, number>();
  visit(root, (schema) => {
    const text = canonical(schema as never);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    // The parts of a schema that was met before are counted already.
    return counts.get(text) === 1;
  });
  const shared = new Map<string, Schema>();
  const texts = new Map<string, string>();
  const replaced = (schema: Schema, top: boolean): Schema => {
    const text = canonical(schema as never);
    const inside = (): Schema => mapped(schema, (part) => replaced(part, false));
    if (top || text.length <= SHORTEST || (counts.get(text) ?? 0) < 2) return inside();
    const name = nameOf(schema);
    const other = texts.get(name);
    if (other === undefined) {
      texts.set(name, text);
      shared.set(name, inside());
    } else if (other !== text) throw new Error(`Two shared definitions of schemas/overlay.schema.json have the name ${name}`);
    return { $ref: `#/$defs/${name}` };
  };
  const { $defs = {}, ...rest } = root as { readonly $defs?: Readonly<Record<string, Schema>> };
  const main = replaced(rest, true);
  const own = Object.fromEntries(Object.entries($defs).map(([name, schema]) => [name, replaced(schema, true)]));
  return { ...main, $defs: { ...own, ...Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))) } };
}

/** By its content, so that a change elsewhere does not rename it. */
function nameOf(schema: Schema): string {
  return Number.parseInt(hashJson(schema as never).slice(0, 8), 16)
    .toString(36)
    .padStart(7, "0");
}

function isSchema(value: unknown): value is Schema {
  return isObject(value);
}

function mapped(schema: Schema, change: (part: Schema) => Schema): Schema {
  const changed = (keyword: string, value: unknown): unknown => {
    if (ONE.has(keyword) && isSchema(value)) return change(value);
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map((part: Schema) => change(part));
    if (NAMED.has(keyword) && isSchema(value))
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part as Schema)]));
    return value;
  };
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, changed(keyword, value)]));
}

/** Visits a schema and its parts; the parts are left out where `enter` returns false. */
function visit(schema: Schema, enter: (schema: Schema) => boolean): void {
  if (!enter(schema)) return;
  mapped(schema, (part) => {
    visit(part, enter);
    return part;
  });
}
