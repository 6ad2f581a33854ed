/** Exports the types of state paths as the abstraction sees them, and initial values, for the abstraction and the rules. */
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import { followWithin, orNull, read, type StaticType, typeOfSchema, typesBesideNull } from "../../language/static-types.js";

/** The type of a state path; null for a path that the state schema doesn't have. */
export type TypeOf = (path: string) => StaticType | null;

/** The types of paths; null is among the types of a value that may be missing. */
export function pathTypes(stateSchema: Json): TypeOf {
  const root = typeOfSchema(stateSchema, followWithin(stateSchema));
  const known = new Map<string, StaticType | null>();
  const typeOf = (path: string): StaticType | null => {
    const found = read(root, path);
    if ("missing" in found) return null;
    return found.optional ? orNull(found.type) : found.type;
  };
  return (path) => {
    if (!known.has(path)) known.set(path, typeOf(path));
    return known.get(path) ?? null;
  };
}

/** What determines the state classes of a path. `any`: values of several types. */
export type ValueKind = "enum" | "boolean" | "text" | "instant" | "number" | "object" | "list" | "any";

export function kindOf(type: StaticType): ValueKind {
  const [only, ...others] = typesBesideNull(type);
  if (type.values !== null) return "enum";
  if (only === undefined || others.length > 0) return "any";
  if (only === "string") return type.format === "date-time" ? "instant" : "text";
  return only === "array" ? "list" : only === "null" ? "any" : only;
}

/** Whether the value may be null or missing. A list never is: the engine adds an empty one. */
export function isNullable(type: StaticType): boolean {
  const kind = kindOf(type);
  return kind === "any" || (kind !== "list" && type.types.has("null"));
}

/** The initial value at a path of the state; an empty text for `route.search`. */
export function initialAt(root: Json, path: string): Json {
  if (path === "route.search") return "";
  let node: Json | undefined = root;
  for (const key of path.split(".")) node = isObject(node) ? node[key] : undefined;
  return node ?? null;
}
