/** Exports a pass that moves schemas which occur several times into `$defs`, so that the generated file stays small. */

import { hashJson } from "../../language/hash.js";
import { isObject } from "../../language/json.js";
import type { Schema } from "./keyword-schemas.js";

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(["additionalProperties", "items", "if", "then", "else", "not"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf"]);
const NAMED = new Set(["properties", "$defs"]);
/** A schema of at most this many characters is written out each time: a reference has 26. */
const INLINE_UP_TO = 48;

/** A value among the equal ones: `id` is the same for equal values, whatever the order of their keys. */
interface Interned {
  readonly id: number;
  /** The length of its JSON text. */
  readonly length: number;
}

/**
 * A function that gives equal values the same number (hash consing: Ershov 1958). The key of a value contains the numbers of
 * its parts and not their texts, so that no part is written again for each level around it.
 */
function interner(): (value: unknown) => Interned {
  const byKey = new Map<string, Interned>();
  const known = new WeakMap<object, Interned>();
  const intern = (key: string, length: number): Interned => {
    const interned = byKey.get(key) ?? { id: byKey.size, length };
    byKey.set(key, interned);
    return interned;
  };
  const of = (value: unknown): Interned => {
    if (typeof value !== "object" || value === null) {
      const text = JSON.stringify(value) ?? "null";
      return intern(text, text.length);
    }
    const found = known.get(value) ?? composite(value);
    known.set(value, found);
    return found;
  };
  const composite = (value: object): Interned => {
    const isList = Array.isArray(value);
    const entries = Object.entries(value).filter(([, part]) => isList || part !== undefined);
    if (!isList) entries.sort(([a], [b]) => (a < b ? -1 : 1));
    // The brackets, and a comma after each part but the last one.
    let length = 2 + Math.max(0, entries.length - 1);
    const keys = entries.map(([name, part]) => {
      const { id, length: own } = of(part);
      const label = isList ? "" : `${JSON.stringify(name)}:`;
      length += own + label.length;
      return `${label}${id}`;
    });
    return intern(isList ? `[${keys.join()}]` : `{${keys.join()}}`, length);
  };
  return of;
}

/** The same schema, in which equal parts are written once. */
export function withSharedDefinitions(root: Schema): Schema {
  const internedOf = interner();
  const counts = new Map<number, number>();
  visit(root, (schema) => {
    const { id } = internedOf(schema);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    // The parts of a schema that was met before are counted already.
    return counts.get(id) === 1;
  });
  const shared = new Map<string, Schema>();
  const names = new Map<number, string>();
  const replaced = (schema: Schema, top: boolean): Schema => {
    const { id, length } = internedOf(schema);
    const inside = (): Schema => mapped(schema, (part) => replaced(part, false));
    if (top || length <= INLINE_UP_TO || (counts.get(id) ?? 0) < 2) return inside();
    const name = names.get(id) ?? nameOf(schema);
    if (!names.has(id)) {
      if (shared.has(name)) throw new Error(`Two shared definitions of schemas/overlay.schema.json have the name ${name}`);
      names.set(id, name);
      // Its parts must not take the name.
      shared.set(name, schema);
      shared.set(name, inside());
    }
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
