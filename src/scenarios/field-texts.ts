/** Exports what a depositor sees of a field besides its errors: label, kind of input, value, help and options, for scenarios. */
import { valueAt } from "../blocks/form-data.js";
import type { FormBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";

/** A field of a form, or of an item of a list in it. */
export interface ShownField {
  /** As the form names it: `people[].name`. */
  readonly field: string;
  /** Its path in the data: `people.0.name`. */
  readonly path: string;
  readonly label: string;
}

/** The lines of a field; the value of a secret is not one. `format`: in the scope of the field. */
export function fieldTexts(
  { uiSchema, fields }: FormBlock,
  { field, path, label }: ShownField,
  data: Json,
  format: (text: Text) => string,
): readonly string[] {
  const ui = valueAt(uiSchema, field.replaceAll("[]", ".items")) ?? {};
  const options = isObject(ui) && isObject(ui["ui:options"]) ? ui["ui:options"] : {};
  const word = (name: string): Json => (isObject(ui) ? (ui[`ui:${name}`] ?? options[name] ?? null) : null);
  const text = (name: string): readonly string[] => (word(name) === null ? [] : [format(word(name) as unknown as Text)]);
  const widget = word("widget");
  const kind = typeof widget === "string" ? ` [${widget}]` : "";
  const value = valueAt(data, path) ?? null;
  const isShown = fields.items[field]?.secret !== true && value !== null && value !== "" && typeof value !== "object";
  const names = word("enumNames");
  const choices = Array.isArray(names) ? [(names as readonly Json[]).map((name) => format(name as unknown as Text)).join(" / ")] : [];
  return [`${label}${kind}${isShown ? `: ${String(value)}` : ""}`, ...text("help"), ...text("placeholder"), ...choices];
}
