/** Exports the data of a form as it is sent, for the gateway and for checks in the browser. */

import type { Json } from "./definition.js";
import { formatOf } from "./field-formats.js";
import { isObject } from "./json.js";

/** The data of a form as it is sent: every text as its field's format sends it, without the separators that people type. */
export function sentForm(value: unknown, schema: Json): unknown {
  return normalized(value, [schema]);
}

function normalized(value: unknown, schemas: readonly Json[]): unknown {
  const all = schemas.flatMap(withBranches);
  if (typeof value === "string") {
    const format = all.map(formatOf).find((each) => each !== null);
    return format?.normalise(value) ?? value;
  }
  if (Array.isArray(value))
    return value.map((item) =>
      normalized(
        item,
        all.flatMap((schema) => schema.items ?? []),
      ),
    );
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      normalized(
        field,
        all.flatMap((schema) => propertyOf(schema, name)),
      ),
    ]),
  );
}

type SchemaNode = { readonly [keyword: string]: Json };

/** A schema with its branches: a branch may contain a field's format. */
function withBranches(schema: Json): readonly SchemaNode[] {
  if (!isObject(schema)) return [];
  const branches = [schema.then, schema.else, schema.allOf, schema.anyOf, schema.oneOf].flatMap((branch) => branch ?? []);
  return [schema, ...branches.flatMap(withBranches)];
}

function propertyOf(schema: SchemaNode, name: string): readonly Json[] {
  const property = isObject(schema.properties) ? schema.properties[name] : undefined;
  return property === undefined ? [] : [property];
}
