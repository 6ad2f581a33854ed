/** What is known of the values that an expression may read: the state schema and GraphQL answers, seen alike. */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject, listed } from "./schema-paths.js";

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export interface Shape {
  readonly types: ReadonlySet<JsonType>;
  /** The only values it may have; null when it is not an enum. */
  readonly values: readonly Json[] | null;
  readonly properties: ReadonlyMap<string, Shape>;
  /** The shape of properties that are not named; null when there are none. */
  readonly rest: Shape | null;
  readonly items: Shape | null;
  readonly writable: boolean;
  /** Nothing is known of it. */
  readonly any: boolean;
}

const EVERY: ReadonlySet<JsonType> = new Set(["null", "boolean", "number", "string", "array", "object"]);
const NONE: ReadonlyMap<string, Shape> = new Map();

export const ANY: Shape = { types: EVERY, values: null, properties: NONE, rest: null, items: null, writable: false, any: true };

export function shapeOf(parts: Partial<Omit<Shape, "types">> & { readonly types: Iterable<JsonType> }): Shape {
  return { values: null, properties: NONE, rest: null, items: null, writable: false, any: false, ...parts, types: new Set(parts.types) };
}

export const BOOLEAN = shapeOf({ types: ["boolean"] });
export const NUMBER = shapeOf({ types: ["number"] });
export const TEXT = shapeOf({ types: ["string"] });

export function typeOfJson(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

export function constantShape(value: Json): Shape {
  return shapeOf({ types: [typeOfJson(value)], values: [value] });
}

/** The shape that a JSON Schema gives. `follow` finds the schema of a `$ref` and the same for what is inside it. */
export function shapeOfSchema(schema: Json | undefined, follow: Follow): Shape {
  if (!isObject(schema)) return ANY;
  if (typeof schema.$ref === "string") {
    const found = follow(schema.$ref);
    if (found === null) return ANY;
    const shape = shapeOfSchema(found.schema, found.follow);
    return schema["x-writable"] === true ? { ...shape, writable: true } : shape;
  }
  const branches = [...listed(schema.anyOf), ...listed(schema.oneOf)];
  if (branches.length > 0 && schema.type === undefined)
    return { ...union(branches.map((branch) => shapeOfSchema(branch, follow))), writable: schema["x-writable"] === true };
  const types = typesOf(schema);
  if (types === null) return { ...ANY, writable: schema["x-writable"] === true };
  const properties = new Map(
    Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([key, value]) => [key, shapeOfSchema(value, follow)]),
  );
  const rest = isObject(schema.additionalProperties) ? shapeOfSchema(schema.additionalProperties, follow) : null;
  const free = types.includes("object") && schema.properties === undefined && rest === null && schema.additionalProperties !== false;
  return shapeOf({
    types,
    values: enumOf(schema),
    properties,
    rest: free ? ANY : rest,
    items: types.includes("array") ? shapeOfSchema(schema.items, follow) : null,
    writable: schema["x-writable"] === true,
  });
}

export type Follow = (reference: string) => { readonly schema: Json; readonly follow: Follow } | null;

function enumOf(schema: JsonObject): readonly Json[] | null {
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  return schema.const === undefined ? null : [schema.const];
}

function typesOf(schema: JsonObject): JsonType[] | null {
  const written = Array.isArray(schema.type) ? (schema.type as readonly Json[]) : schema.type === undefined ? null : [schema.type];
  if (written !== null) return written.map((type) => (type === "integer" ? "number" : (type as JsonType)));
  const values = enumOf(schema);
  if (values !== null) return [...new Set(values.map(typeOfJson))];
  return isObject(schema.properties) ? ["object"] : null;
}

/** Either of several. */
export function union(shapes: readonly Shape[]): Shape {
  if (shapes.length === 0 || shapes.some((shape) => shape.any)) return ANY;
  const properties = new Map<string, Shape>();
  for (const shape of shapes)
    for (const [key, value] of shape.properties)
      properties.set(key, properties.has(key) ? union([properties.get(key) ?? ANY, value]) : value);
  const held = shapes.filter((shape) => ![...shape.types].every((type) => type === "null"));
  const values = held.every((shape) => shape.values !== null) ? shapes.flatMap((shape) => shape.values ?? [null]) : null;
  const rests = shapes.flatMap((shape) => (shape.rest === null ? [] : [shape.rest]));
  const items = shapes.flatMap((shape) => (shape.items === null ? [] : [shape.items]));
  return shapeOf({
    types: shapes.flatMap((shape) => [...shape.types]),
    values,
    properties,
    rest: rests.length === 0 ? null : union(rests),
    items: items.length === 0 ? null : union(items),
  });
}

export interface Reading {
  readonly shape: Shape;
  /** Dotted beginnings of the path that may be null. */
  readonly nullable: readonly string[];
}

/** What a dotted path reads of a shape, or the part of it that does not exist. */
export function read(root: Shape, path: string): Reading | { readonly missing: string; readonly known: readonly string[] } {
  let shape = root;
  const nullable: string[] = [];
  const parts = path.split(".");
  for (const [index, part] of parts.entries()) {
    if (shape.any) return { shape: ANY, nullable };
    const inList = shape.items !== null && /^\d+$/.test(part);
    const next = inList ? shape.items : (shape.properties.get(part) ?? shape.rest);
    if (next === null || next === undefined) return { missing: part, known: [...shape.properties.keys()] };
    // An item that is not there reads as null.
    if (next.any === false && (next.types.has("null") || inList)) nullable.push(parts.slice(0, index + 1).join("."));
    shape = next;
  }
  return { shape, nullable };
}
