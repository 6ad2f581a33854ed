/** Exports the static types of a form's data: while the depositor types, and as it is sent. */
import type { Json } from "../language/definition.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { ITEMS } from "../language/logic-reads.js";
import { childOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { ANY, constantType, type StaticType, staticType, typeOfSchema, union } from "../language/static-types.js";
import type { Context } from "./compile-context.js";
import { itemsOf, parts, propertyAt } from "./schema-paths.js";
import { withNames } from "./semantics.js";

/** The data of a form block once it is valid: only the fields of the block. */
export function sentType(block: SourceNode, context: Context): StaticType {
  return dataType(block, context, false);
}

/** The data of a form block while it is typed: anything may be missing. */
export function typedType(block: SourceNode, context: Context): StaticType {
  return dataType(block, context, true);
}

function dataType(block: SourceNode, { linker }: Context, typed: boolean): StaticType {
  const schemaId = textOf(childOf(block, "schema")) ?? "";
  const root = linker.names.forms.entries.get(schemaId);
  const items = childOf(block, "fields", "items");
  if (root === undefined || root.partial || items === null || items.partial) return ANY;
  const asked = keysOf(items);
  const type = objectType(linker.formSchema(schemaId), typed, (path) =>
    asked.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}${ITEMS}`) || path.startsWith(`${one}.`)),
  );
  return withNames(type, linker.semantics);
}

function objectType(schema: Json, typed: boolean, asked: (path: string) => boolean, prefix = ""): StaticType {
  if (!isObject(schema)) return ANY;
  const names = [...new Set(parts(schema).flatMap((part) => (isObject(part.properties) ? Object.keys(part.properties) : [])))];
  const required = typed ? new Set<string>() : requiredAlways(schema);
  const properties = names
    .filter((name) => asked(`${prefix}${name}`))
    .map((name): [string, StaticType] => {
      const property = propertyAt(schema, name) ?? {};
      const type = propertyType(property, typed, asked, `${prefix}${name}`);
      const given = !typed && (required.has(name) || property.default !== undefined);
      return [name, given || type.any ? type : union([type, constantType(null)])];
    });
  return staticType({ types: ["object"], properties: new Map(properties) });
}

function propertyType(property: JsonObject, typed: boolean, asked: (path: string) => boolean, path: string): StaticType {
  if (isObject(property.properties)) return objectType(property, typed, asked, `${path}.`);
  const items = itemsOf(property);
  // What is typed may not match the pattern yet.
  // The items of a list with item fields have the types of these fields; a list with a single control has the type of its schema.
  if (items === null || !asked(`${path}${ITEMS}`)) return { ...typeOfSchema(property, () => null), pattern: null };
  return staticType({ types: ["array"], items: propertyType(items, typed, asked, `${path}${ITEMS}`) });
}

/** The fields that are required for all data. */
function requiredAlways(schema: JsonObject): Set<string> {
  const all = [schema, ...listed(schema.allOf).filter(isObject)];
  return new Set(all.flatMap((part) => listed(part.required).map(String)));
}
