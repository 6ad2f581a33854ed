/** Exports the error texts of a form's fields as the bundle has them: with label and bound filled in, and none that cannot occur. */
import { IntlMessageFormat } from "intl-messageformat";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { type Formats, formatMoney } from "../language/formats.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { childOf, entriesOf, type SourceNode } from "../language/source.js";
import { failingKeywords } from "./error-coverage.js";
import type { WrittenFields } from "./form-ui-schema.js";
import { propertyAt, requiredPaths } from "./schema-paths.js";

/** The fields with their final error texts. `items`: the fields as written. */
export function withErrorTexts(fields: WrittenFields, items: SourceNode | null, schema: Json, formats: Formats): WrittenFields {
  const required = new Set(requiredPaths(schema));
  const finished = Object.entries(fields.items).map(([path, field]) => {
    if (field?.errors === undefined) return [path, field] as const;
    const property = propertyAt(schema, path) ?? {};
    const possible = new Set([...failingKeywords(property, required.has(path)), property.format]);
    const inherited = new Set(
      entriesOf(childOf(items, path, "errors")).flatMap(([keyword, entry]) => (entry.inherited === true ? [keyword] : [])),
    );
    const errors = Object.entries(field.errors)
      .filter(([keyword]) => possible.has(keyword) || !inherited.has(keyword))
      .map(([keyword, text]) => [keyword, filledIn(text, field.label, boundOf(keyword, property, formats), formats)] as const);
    return [path, { ...field, errors: Object.fromEntries(errors) }] as const;
  });
  return { ...fields, items: Object.fromEntries(finished) };
}

/** A text that reads only the label and the bound of its field is plain; any other is formatted when it is shown. */
function filledIn(text: Text, label: Text, limit: string | number | null, formats: Formats): Text {
  if (typeof text === "string" || typeof label !== "string") return text;
  const given: Readonly<Record<string, string | number | null>> = { "item.label": label, "item.limit": limit };
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(text.values)) {
    const path = isObject(value) && Object.keys(value).length === 1 && typeof value.var === "string" ? value.var : "";
    const known = given[path] ?? null;
    if (known === null) return text;
    values[name] = known;
  }
  const elements = text.icu as ConstructorParameters<typeof IntlMessageFormat>[0];
  return String(new IntlMessageFormat(elements, formats.locale, undefined, { ignoreTag: true }).format(values));
}

function boundOf(keyword: string, property: JsonObject, formats: Formats): string | number | null {
  const bound = [property, ...listed(property.allOf).filter(isObject)].map((part) => part[keyword]).find((one) => one !== undefined);
  if (typeof bound !== "string" && typeof bound !== "number") return null;
  return keyword.endsWith("-amount") ? formatMoney(bound, formats) : bound;
}
