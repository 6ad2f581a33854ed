/** Exports the types of state paths in the state schema, and initial values, for the abstraction and the rules. */
import type { Json } from "../../language/definition.js";

type Node = { readonly [key: string]: Json };

/** The type of a path, from which its state classes follow. `any`: the schema declares no single type. */
export interface PathType {
  readonly kind: "enum" | "boolean" | "text" | "instant" | "number" | "object" | "list" | "any";
  readonly values: readonly Json[];
  /** Whether the value may be null or missing. */
  readonly nullable: boolean;
  /** The required fields of an object. */
  readonly required: readonly string[];
}

function isNode(value: Json | undefined): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function dereferenced(schema: Node, root: Node): Node {
  const reference = schema.$ref;
  if (typeof reference !== "string") return schema;
  let target: Json | undefined = root;
  for (const key of reference.replace(/^#\//, "").split("/")) target = isNode(target) ? target[key] : undefined;
  return isNode(target) ? dereferenced(target, root) : {};
}

function child(schema: Node, key: string, root: Node): Node | null {
  if (/^\d+$/.test(key)) return isNode(schema.items) ? dereferenced(schema.items, root) : null;
  const { properties } = schema;
  const found = isNode(properties) ? properties[key] : undefined;
  return isNode(found) ? dereferenced(found, root) : null;
}

/** The type of each path in the state schema; null for a path that isn't in it. */
export function pathTypes(stateSchema: Json): (path: string) => PathType | null {
  const root = isNode(stateSchema) ? stateSchema : {};
  const known = new Map<string, PathType | null>();
  const typeOf = (path: string): PathType | null => {
    let schema: Node | null = root;
    let optional = false;
    for (const key of path.split(".")) {
      if (schema === null) return null;
      const parent: Node = schema;
      schema = child(parent, key, root);
      const required = Array.isArray(parent.required) && (parent.required as readonly Json[]).includes(key);
      optional = optional || !(required || parent === root || hasDefault(parent, key));
    }
    if (schema === null) return null;
    return pathTypeOf(schema, optional);
  };
  return (path) => {
    if (!known.has(path)) known.set(path, typeOf(path));
    return known.get(path) ?? null;
  };
}

/** Whether the default of an object has a value for a field: the runtime then adds a missing field. */
function hasDefault(parent: Node, key: string): boolean {
  return isNode(parent.default) && key in parent.default;
}

function pathTypeOf(schema: Node, optional: boolean): PathType {
  const required = Array.isArray(schema.required)
    ? (schema.required as readonly Json[]).filter((key): key is string => typeof key === "string")
    : [];
  if (Array.isArray(schema.enum)) {
    const values = (schema.enum as readonly Json[]).filter((value) => value !== null);
    return { kind: "enum", values, nullable: optional || schema.enum.includes(null), required };
  }
  const types = typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? (schema.type as readonly Json[]) : [];
  const nullable = optional || types.includes("null");
  const rest = types.filter((type) => type !== "null");
  const [only] = rest;
  if (rest.length !== 1) return { kind: "any", values: [], nullable: true, required };
  if (only === "boolean") return { kind: "boolean", values: [true, false], nullable, required };
  if (only === "number" || only === "integer") return { kind: "number", values: [], nullable, required };
  if (only === "object") return { kind: "object", values: [], nullable, required };
  if (only === "array") return { kind: "list", values: [], nullable: false, required };
  return { kind: schema.format === "date-time" ? "instant" : "text", values: [], nullable, required };
}

/** The initial value at a path of the state; an empty text for `route.search`. */
export function initialAt(root: Json, path: string): Json {
  let node: Json | undefined = root;
  for (const key of path.split("."))
    node = typeof node === "object" && node !== null && !Array.isArray(node) ? (node as { readonly [key: string]: Json })[key] : undefined;
  if (path === "route.search") return "";
  return node ?? null;
}
