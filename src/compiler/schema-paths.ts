/** Exports the properties of a JSON Schema without references, by dotted path. */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { ITEMS, stepsOf } from "../language/logic-reads.js";

/** The name under which the use of a property of a form is recorded. */
export function propertyName(schemaId: string, path: string): string {
  return `${schemaId}#${path}`;
}

/** A schema and all subschemas for the same value: its conditions' branches and its combinations. */
export function parts(schema: JsonObject): JsonObject[] {
  const inner = [schema.then, schema.else, ...listed(schema.allOf), ...listed(schema.anyOf), ...listed(schema.oneOf)].filter(isObject);
  return [schema, ...inner.flatMap(parts)];
}

/** The property of a field's path; null when the schema has none. */
export function propertyAt(schema: Json, path: string): JsonObject | null {
  let current: JsonObject | null = isObject(schema) ? schema : null;
  for (const step of stepsOf(path)) {
    if (current === null) return null;
    current =
      step === ITEMS
        ? itemsOf(current)
        : fullest(parts(current).map((part) => (isObject(part.properties) ? part.properties[step] : undefined)));
  }
  return current;
}

/** The schema of a list's items; null where it does not constrain them. */
export function itemsOf(list: JsonObject): JsonObject | null {
  return fullest(parts(list).map((part) => part.items));
}

/** The first schema that constrains most: a condition's branch often only repeats the name with a constant. */
function fullest(schemas: readonly (Json | undefined)[]): JsonObject | null {
  return schemas
    .filter(isObject)
    .reduce<JsonObject | null>((best, one) => (best === null || Object.keys(one).length > Object.keys(best).length ? one : best), null);
}

/** Paths below a value: those of its properties, or its own path where it is not an object. */
function pathsBelow(property: JsonObject, path: string, within: (schema: Json, prefix: string) => string[]): string[] {
  return isObject(property.properties) ? within(property, `${path}.`) : [path];
}

/** Paths of all properties that are not objects themselves; a list comes before the fields of its items. */
export function propertyPaths(schema: Json, prefix = ""): string[] {
  if (!isObject(schema)) return [];
  const names = new Set(parts(schema).flatMap((part) => (isObject(part.properties) ? Object.keys(part.properties) : [])));
  return [...names].flatMap((name) => {
    const path = `${prefix}${name}`;
    const property = propertyAt(schema, name);
    const items = property === null ? null : itemsOf(property);
    if (property === null) return [path];
    return [...pathsBelow(property, path, propertyPaths), ...(items === null ? [] : pathsBelow(items, `${path}${ITEMS}`, propertyPaths))];
  });
}

/** Paths that the schema requires at any depth under any condition, in the items of lists too. */
export function requiredPaths(schema: Json, prefix = ""): string[] {
  if (!isObject(schema)) return [];
  const required = new Set(parts(schema).flatMap((part) => listed(part.required).map(String)));
  const names = new Set([...required, ...parts(schema).flatMap((part) => (isObject(part.properties) ? Object.keys(part.properties) : []))]);
  return [...names].flatMap((name) => {
    const path = `${prefix}${name}`;
    const property = propertyAt(schema, name);
    const items = property === null ? null : itemsOf(property);
    const own = !required.has(name) ? [] : property === null ? [path] : pathsBelow(property, path, requiredPaths);
    return [...own, ...(items !== null && isObject(items.properties) ? requiredPaths(items, `${path}${ITEMS}.`) : [])];
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
