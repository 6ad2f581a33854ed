/** Exports what a depositor sees of a field besides its errors: label, what is in `BESIDE`, value, help and options, for scenarios. */
import { valueAt } from "../blocks/form-data.js";
import type { FormBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { inBrackets } from "./presentation.js";

/** A field of a form, or of an item of a list in it. */
export interface ShownField {
  /** As the form names it: `people[].name`. */
  readonly field: string;
  /** Its path in the data: `people.0.name`. */
  readonly path: string;
  readonly label: string;
}

/** Keywords of a field that are not texts: the kind of input, the keyboard of a phone, and what a browser may fill in. */
const BESIDE = ["widget", "inputMode", "autocomplete"] as const;

/** The lines of a field; the value of a secret is not one. `format`: in the scope of the field. */
export function fieldTexts(
  { uiSchema, fields }: FormBlock,
  { field, path, label }: ShownField,
  data: Json,
  format: (text: Text) => string,
): readonly string[] {
  const ui = valueAt(uiSchema, field.replaceAll("[]", ".items")) ?? {};
  const options = isObject(ui) && isObject(ui["ui:options"]) ? ui["ui:options"] : {};
  const keyword = (name: string): Json => (isObject(ui) ? (ui[`ui:${name}`] ?? options[name] ?? null) : null);
  const text = (name: string): readonly string[] => (keyword(name) === null ? [] : [format(keyword(name) as unknown as Text)]);
  // The depositor fills in the fields of its items.
  const isList = fields.order.some((one) => one.startsWith(`${field}[].`));
  const shown = (isList ? [] : BESIDE).map((name) => [name, keyword(name)] as const);
  const beside = inBrackets(shown.flatMap(([name, its]) => (typeof its === "string" ? [[name, its] as const] : [])));
  const value = valueAt(data, path) ?? null;
  const isShown = fields.items[field]?.secret !== true && value !== null && value !== "" && typeof value !== "object";
  const names = keyword("enumNames");
  const choices = Array.isArray(names) ? [(names as readonly Json[]).map((name) => format(name as unknown as Text)).join(" / ")] : [];
  const named = beside === "" ? label : `${label} ${beside}`;
  return [`${named}${isShown ? `: ${String(value)}` : ""}`, ...text("help"), ...text("placeholder"), ...choices];
}
