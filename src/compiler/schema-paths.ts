/** What stands in a JSON Schema whose references are inlined: its properties by dotted path. */
import type { Json } from "../language/definition.js";

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** A schema and all that stand beside it for the same value: its conditions' branches and its combinations. */
export function parts(schema: JsonObject): JsonObject[] {
  const inner = [schema.then, schema.else, ...listed(schema.allOf), ...listed(schema.anyOf), ...listed(schema.oneOf)].filter(isObject);
  return [schema, ...inner.flatMap(parts)];
}

/** The property of a dotted path; null when the schema has none. */
export function propertyAt(schema: Json, path: string): JsonObject | null {
  let current: JsonObject | null = isObject(schema) ? schema : null;
  for (const name of path.split(".")) {
    let found: JsonObject | null = null;
    for (const part of current === null ? [] : parts(current)) {
      const property = isObject(part.properties) ? part.properties[name] : undefined;
      // The first that says something wins: a condition's branch often only repeats the name with a constant.
      if (isObject(property) && (found === null || Object.keys(property).length > Object.keys(found).length)) found = property;
    }
    current = found;
  }
  return current;
}

/** Dotted paths of all properties that are no objects themselves. */
export function propertyPaths(schema: Json, prefix = ""): string[] {
  if (!isObject(schema)) return [];
  const names = new Set(parts(schema).flatMap((part) => (isObject(part.properties) ? Object.keys(part.properties) : [])));
  return [...names].flatMap((name) => {
    const property = propertyAt(schema, name);
    return property !== null && isObject(property.properties) ? propertyPaths(property, `${prefix}${name}.`) : [`${prefix}${name}`];
  });
}

/** Dotted paths of what the schema requires, at whatever depth and condition. */
export function requiredPaths(schema: Json, prefix = ""): string[] {
  if (!isObject(schema)) return [];
  const names = new Set(parts(schema).flatMap((part) => listed(part.required).map(String)));
  return [...names].flatMap((name) => {
    const property = propertyAt(schema, name);
    return property !== null && isObject(property.properties) ? requiredPaths(property, `${prefix}${name}.`) : [`${prefix}${name}`];
  });
}

/** The values of an enum, as texts. */
export function enumValues(property: JsonObject): string[] | null {
  if (Array.isArray(property.enum))
    return listed(property.enum)
      .filter((value) => value !== null)
      .map(String);
  const choices = listed(property.oneOf).filter(isObject);
  return choices.length > 0 && choices.every((choice) => "const" in choice) ? choices.map((choice) => String(choice.const)) : null;
}
