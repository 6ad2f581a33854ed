/**
 * Exports the static types of values, for the compiler and the verifier: of the state and of forms by JSON Schema, of answers
 * and inputs by the GraphQL schema, and of the results of logic.
 */
import type { Json } from "./definition.js";
import { isObject, type JsonObject, listed } from "./json.js";
import { ITEMS, stepsOf } from "./logic-reads.js";

/** The types of JSON values; unlike those of `typeof`, with `null` and `array`. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The static type of a value, independent of any depositor: each value that it can have is of one of `types`, null included. */
export interface StaticType {
  readonly types: ReadonlySet<JsonType>;
  /** The only values it may have; null when it is not an enum. */
  readonly values: readonly Json[] | null;
  /** Whether `values` are only those that are known today (`x-extensible-enum`): an upstream may send others later. */
  readonly extensible: boolean;
  readonly properties: ReadonlyMap<string, StaticType>;
  /** The properties that the schema requires. */
  readonly required: ReadonlySet<string>;
  /** The properties of the schema's default: where they are missing, the engine adds them. */
  readonly defaults: ReadonlySet<string>;
  /** The fields of an answer's type that the operation does not select. */
  readonly unselected: ReadonlySet<string>;
  /** The type of properties that are not named; null when there are none. */
  readonly rest: StaticType | null;
  readonly items: StaticType | null;
  /** The format of a text, such as `date-time`. */
  readonly format: string | null;
  /** The regular expression that each of its texts matches; null where they may be any. */
  readonly pattern: string | null;
  readonly writable: boolean;
  /** Its meaning (`x-semantics`): one of these semantic types, which `flows/semantics.json` declares; empty where it is not known. */
  readonly semantics: ReadonlySet<string>;
  /** Where it comes from: paths of the state, and the places of fields that operations select. */
  readonly origins: ReadonlySet<string>;
  /** Something outside of the flows reads it (`x-read`). */
  readonly readElsewhere: boolean;
  /** Nothing is known of it. */
  readonly any: boolean;
}

const EVERY: ReadonlySet<JsonType> = new Set(["null", "boolean", "number", "string", "array", "object"]);
const NONE: ReadonlySet<string> = new Set();

/** A type with these parts; without `types`, of any value. */
export function staticType(parts: Partial<Omit<StaticType, "types">> & { readonly types: Iterable<JsonType> }): StaticType {
  return {
    values: null,
    extensible: false,
    properties: new Map(),
    required: NONE,
    defaults: NONE,
    unselected: NONE,
    rest: null,
    items: null,
    format: null,
    pattern: null,
    writable: false,
    semantics: NONE,
    origins: NONE,
    readElsewhere: false,
    any: false,
    ...parts,
    types: new Set(parts.types),
  };
}

/** The type of a value about which nothing is known, such as the answer of an invalid operation: no check reports it. */
export const ANY = staticType({ types: EVERY, any: true });
/** True or false; never null, for which there is `orNull`. */
export const BOOLEAN = staticType({ types: ["boolean"] });
/** Any number; never null. JSON Schema's `integer` is a number as well. */
export const NUMBER = staticType({ types: ["number"] });
/** Any text, also a decimal amount or a date without its `format`; never null. */
export const TEXT = staticType({ types: ["string"] });
/** An instant of an answer (ISO 8601, UTC). */
export const INSTANT = staticType({ types: ["string"], format: "date-time" });
/** A calendar date of an answer (`YYYY-MM-DD`). */
export const DATE = staticType({ types: ["string"], format: "date" });

/** The type of a JSON value: `typeof`, but with `null` and `array` for the two that it calls an object. */
export function typeOfJson(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** The type that has this one value, as an enum with one member. */
export function constantType(value: Json): StaticType {
  return staticType({ types: [typeOfJson(value)], values: [value] });
}

/** The same type, or null. */
export function orNull(type: StaticType): StaticType {
  if (type.types.has("null")) return type;
  return { ...type, types: new Set([...type.types, "null" as const]), values: type.values === null ? null : [...type.values, null] };
}

/** The types of a value that is not null. */
export function typesBesideNull({ types }: StaticType): readonly JsonType[] {
  return [...types].filter((type) => type !== "null");
}

/** Finds the schema of a `$ref`, and the resolver of the references inside of it; null for an unknown reference. */
export type Follow = (reference: string) => { readonly schema: Json; readonly follow: Follow } | null;

/** Follows the references inside one document (`#/definitions/person`). `lost`: called with a reference to nothing. */
export function followWithin(document: Json, lost: (reference: string) => void = () => undefined): Follow {
  const follow: Follow = (reference) => {
    let schema: Json | undefined = document;
    for (const key of reference.split("#")[1]?.split("/").slice(1) ?? []) schema = isObject(schema) ? schema[key] : undefined;
    if (schema !== undefined) return { schema, follow };
    lost(reference);
    return null;
  };
  return follow;
}

/** The type that a JSON Schema declares. */
export function typeOfSchema(schema: Json | undefined, follow: Follow): StaticType {
  const type = structureOf(schema, follow);
  if (!isObject(schema)) return type;
  const { "x-semantics": name, "x-read": reader } = schema;
  const named = typeof name === "string" ? { ...type, semantics: new Set([name]) } : type;
  return reader === undefined ? named : { ...named, readElsewhere: true };
}

function structureOf(schema: Json | undefined, follow: Follow): StaticType {
  if (!isObject(schema)) return ANY;
  const writable = schema["x-writable"] === true;
  if (typeof schema.$ref === "string") {
    const found = follow(schema.$ref);
    if (found === null) return ANY;
    const type = typeOfSchema(found.schema, found.follow);
    return writable ? { ...type, writable } : type;
  }
  const branches = [...listed(schema.anyOf), ...listed(schema.oneOf)];
  if (branches.length > 0 && schema.type === undefined)
    return { ...union(branches.map((branch) => typeOfSchema(branch, follow))), writable };
  const types = typesOf(schema);
  if (types === null) return { ...ANY, writable };
  const rest = isObject(schema.additionalProperties) ? typeOfSchema(schema.additionalProperties, follow) : null;
  const free = types.includes("object") && schema.properties === undefined && rest === null && schema.additionalProperties !== false;
  return staticType({
    types,
    values: enumOf(schema) ?? knownOf(schema),
    extensible: knownOf(schema) !== null,
    properties: new Map(
      Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([key, value]) => [key, typeOfSchema(value, follow)]),
    ),
    required: new Set(listed(schema.required).map(String)),
    defaults: new Set(isObject(schema.default) ? Object.keys(schema.default) : []),
    rest: free ? ANY : rest,
    items: types.includes("array") ? typeOfSchema(schema.items, follow) : null,
    format: typeof schema.format === "string" ? schema.format : null,
    pattern: patternOf(schema),
    writable,
  });
}

function enumOf(schema: JsonObject): readonly Json[] | null {
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  return schema.const === undefined ? null : [schema.const];
}

/** The values that are known of an upstream that may send others later. */
function knownOf(schema: JsonObject): readonly Json[] | null {
  const known = schema["x-extensible-enum"];
  return Array.isArray(known) ? (known as readonly Json[]) : null;
}

function typesOf(schema: JsonObject): JsonType[] | null {
  const written = Array.isArray(schema.type) ? (schema.type as readonly Json[]) : schema.type === undefined ? null : [schema.type];
  if (written !== null) return written.map((type) => (type === "integer" ? "number" : (type as JsonType)));
  const values = enumOf(schema);
  if (values !== null) return [...new Set(values.map(typeOfJson))];
  return isObject(schema.properties) ? ["object"] : null;
}

/** Null also for a pattern in a dialect that JavaScript does not have, as an upstream's document may contain: its texts may be any. */
function patternOf({ pattern }: JsonObject): string | null {
  if (typeof pattern !== "string") return null;
  try {
    new RegExp(pattern, "u");
    return pattern;
  } catch {
    return null;
  }
}

/** One of several types. */
export function union(types: readonly StaticType[]): StaticType {
  const [one] = types;
  if (one !== undefined && types.every((type) => type === one)) return one;
  const semantics = types.some((type) => type.semantics.size > 0) ? new Set(types.flatMap((type) => [...type.semantics])) : NONE;
  const origins = types.some((type) => type.origins.size > 0) ? new Set(types.flatMap((type) => [...type.origins])) : NONE;
  if (types.length === 0 || types.some((type) => type.any))
    return semantics.size === 0 && origins.size === 0 ? ANY : { ...ANY, semantics, origins };
  const properties = new Map<string, StaticType>();
  for (const type of types)
    for (const [key, value] of type.properties) {
      const known = properties.get(key);
      properties.set(key, known === undefined ? value : union([known, value]));
    }
  const held = types.filter((type) => typesBesideNull(type).length > 0);
  const rests = types.flatMap((type) => type.rest ?? []);
  const items = types.flatMap((type) => type.items ?? []);
  const [format = null, ...otherFormats] = new Set(held.map((type) => type.format));
  return staticType({
    types: types.flatMap((type) => [...type.types]),
    values: held.every((type) => type.values !== null) ? [...new Set(types.flatMap((type) => type.values ?? [null]))] : null,
    extensible: held.some((type) => type.extensible),
    properties,
    required: new Set([...(held[0]?.required ?? [])].filter((key) => held.every((type) => type.required.has(key)))),
    unselected: new Set(types.flatMap((type) => [...type.unselected])),
    rest: rests.length === 0 ? null : union(rests),
    items: items.length === 0 ? null : union(items),
    format: otherFormats.length === 0 ? format : null,
    pattern: commonPattern(held.filter((type) => type.types.has("string"))),
    semantics,
    origins,
  });
}

/** The pattern of the texts of any of these types: those of an enum are written out. Null without a pattern, or where one may be any text. */
function commonPattern(types: readonly StaticType[]): string | null {
  if (!types.some(({ pattern }) => pattern !== null)) return null;
  const patterns = types.map(({ pattern, values }) => pattern ?? (values === null ? null : `^(?:${values.map(escaped).join("|")})$`));
  return patterns.includes(null) ? null : [...new Set(patterns)].join("|");
}

const escaped = (value: Json): string => String(value).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Whether a type has no such text: it does not match the type's pattern. */
export function neverMatches(text: string, { pattern }: StaticType): boolean {
  return pattern !== null && !new RegExp(pattern, "u").test(text);
}

/** The result of a read by path. */
export interface Reading {
  readonly type: StaticType;
  /** The prefixes of the path whose type includes null, or that are an item at an index, which may be missing. */
  readonly nullable: readonly string[];
  /** Whether an object around the value may lack it: neither the schema requires it nor the default has it. */
  readonly optional: boolean;
}

/** The part of a path that does not exist in the type before it. */
export interface Missing {
  readonly missing: string;
  readonly known: readonly string[];
  readonly within: StaticType;
}

/** The type that a path (`people[].name`, `accounts.0.balance`) reads, or the part of the path that does not exist. */
export function read(root: StaticType, path: string): Reading | Missing {
  let type = root;
  let optional = false;
  const nullable: string[] = [];
  const steps = stepsOf(path);
  for (const [index, step] of steps.entries()) {
    if (type.any) return { type: ANY, nullable, optional: true };
    const indexed = type.items !== null && /^\d+$/.test(step);
    const next = indexed || (step === ITEMS && type.items !== null) ? type.items : (type.properties.get(step) ?? type.rest);
    if (next === null) return { missing: step, known: [...type.properties.keys()], within: type };
    // An item that is not there reads as null.
    if (!next.any && (next.types.has("null") || indexed)) nullable.push(steps.slice(0, index + 1).join("."));
    // Every slice of the state has a value.
    optional ||= indexed || (index > 0 && step !== ITEMS && !type.required.has(step) && !type.defaults.has(step));
    type = next;
  }
  return { type, nullable, optional };
}
