/** Exports the check that a field has an error text for each way in which it can fail, and for no other. */
import { BOUND_KEYWORDS } from "../language/field-formats.js";
import { errorWordsMissing, errorWordsUnused } from "../language/form-problems.js";
import { isObject, type JsonObject, listed } from "../language/json.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { type Context, suspect } from "./compile-context.js";
import { speaksOf } from "./schema-consistency.js";

/** Keywords that can reject a value, whatever their own value is. */
const JUDGING = [
  "pattern",
  "format",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  ...Object.keys(BOUND_KEYWORDS),
];

/** A list's own words cover what is wrong with one of its items: an attachment's kind and size are told by the control. */
export function failingKeywords(property: JsonObject, required: boolean): string[] {
  const all = [property, ...listed(property.allOf).filter(isObject)];
  const keywords = JUDGING.filter((keyword) =>
    all.some((part) => part[keyword] !== undefined && part[keyword] !== 0 && speaksOf(keyword, property)),
  );
  // What has a default is never left out.
  return [...(required && property.default === undefined ? ["required"] : []), ...keywords];
}

/** Where what is typed cannot come to be: a box is ticked or not, an option is one of the list. */
function cannot(keyword: string, property: JsonObject, widget: string | null): boolean {
  if (keyword === "enum") return ["select", "radio"].includes(widget ?? "select") && property.format === undefined;
  return keyword === "minLength" && property.minLength === 0;
}

/** What an empty text or list, a box that is not ticked and an option that is not chosen fail: `required` says that as well. */
function isEmptiness(keyword: string, property: JsonObject): boolean {
  if (keyword === "minLength" || keyword === "minItems") return property[keyword] === 1;
  return keyword === "const" || keyword === "enum";
}

export function checkErrorWords(field: SourceNode, property: JsonObject, required: boolean, context: Context): void {
  const errors = childOf(field, "errors");
  const can = failingKeywords(property, required);
  const format = typeof property.format === "string" ? property.format : null;
  const written = entriesOf(errors).map(([keyword]) => keyword);
  const widget = textOf(childOf(field, "widget"));
  const missing = can.filter(
    (keyword) =>
      !written.includes(keyword) &&
      !(keyword === "format" && format !== null && written.includes(format)) &&
      !(written.includes("required") && isEmptiness(keyword, property)) &&
      !cannot(keyword, property, widget),
  );
  if (missing.length > 0 && !field.partial && errors?.partial !== true) suspect(context, (errors ?? field).at, errorWordsMissing(missing));
  // A type has texts for every error that one of its fields can have.
  for (const [keyword, { key, inherited }] of entriesOf(errors))
    if (!can.includes(keyword) && keyword !== format && inherited !== true) suspect(context, key, errorWordsUnused(keyword, can));
}
