/** What the data of a form may be: while it is typed, and as it is sent. */
import type { Json } from "../language/definition.js";
import { ITEMS } from "../language/reads.js";
import { childOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import type { Place } from "./place.js";
import { isObject, itemsOf, type JsonObject, listed, parts, propertyAt } from "./schema-paths.js";
import { ANY, constantShape, type Shape, shapeOf, shapeOfSchema, union } from "./shape.js";

/** The data of a form block once it is valid: only what it asks for. */
export function sentShape(block: SourceNode, place: Place): Shape {
  return dataShape(block, place, false);
}

/** The data of a form block while it is typed: anything may be missing. */
export function typedShape(block: SourceNode, place: Place): Shape {
  return dataShape(block, place, true);
}

function dataShape(block: SourceNode, { linker }: Place, typed: boolean): Shape {
  const schemaId = textOf(childOf(block, "schema")) ?? "";
  const root = linker.names.forms.entries.get(schemaId);
  const items = childOf(block, "fields", "items");
  if (root === undefined || root.partial || items === null || items.partial) return ANY;
  const asked = keysOf(items);
  return objectShape(linker.formSchema(schemaId), typed, (path) =>
    asked.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}${ITEMS}`) || path.startsWith(`${one}.`)),
  );
}

function objectShape(schema: Json, typed: boolean, asked: (path: string) => boolean, prefix = ""): Shape {
  if (!isObject(schema)) return ANY;
  const names = [...new Set(parts(schema).flatMap((part) => (isObject(part.properties) ? Object.keys(part.properties) : [])))];
  const required = typed ? new Set<string>() : requiredAlways(schema);
  const properties = names
    .filter((name) => asked(`${prefix}${name}`))
    .map((name): [string, Shape] => {
      const property = propertyAt(schema, name) ?? {};
      const shape = propertyShape(property, typed, asked, `${prefix}${name}`);
      const given = !typed && (required.has(name) || property.default !== undefined);
      return [name, given || shape.any ? shape : union([shape, constantShape(null)])];
    });
  return shapeOf({ types: ["object"], properties: new Map(properties) });
}

function propertyShape(property: JsonObject, typed: boolean, asked: (path: string) => boolean, path: string): Shape {
  if (isObject(property.properties)) return objectShape(property, typed, asked, `${path}.`);
  const items = itemsOf(property);
  // A list whose items have fields holds what these fields ask for; one that a single control fills in is as its schema says.
  if (items === null || !asked(`${path}${ITEMS}`)) return shapeOfSchema(property, () => null);
  return shapeOf({ types: ["array"], items: propertyShape(items, typed, asked, `${path}${ITEMS}`) });
}

/** What is required whatever the data is. */
function requiredAlways(schema: JsonObject): Set<string> {
  const all = [schema, ...listed(schema.allOf).filter(isObject)];
  return new Set(all.flatMap((part) => listed(part.required).map(String)));
}
