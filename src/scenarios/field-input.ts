/** Exports which control of a page a field of a form is, and what it does not take, for scenarios and for the flow tool's browser. */
import { valueAt } from "../blocks/form-data.js";
import { fieldOf } from "../blocks/form-errors.js";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { ITEMS } from "../language/logic-reads.js";
import { withKnown } from "../language/suggest.js";
import { changedByMask } from "./changed-by-mask.js";
import { schemaAt } from "./try-values.js";

/** The control of one field, by what the form's schema and UI schema say of it. */
export interface FieldInput {
  /** The id of the control in the page. */
  readonly id: string;
  /** The widget's name; "" for the usual one of its type. */
  readonly widget: string;
  /** The values to choose from; none for a field that is typed. */
  readonly options: readonly Json[];
  /** The lookup that suggests values while the depositor types; null where the field has none. */
  readonly lookup: string | null;
}

/** `path`: in the form's data (`people.0.name`). */
export function inputOf(form: FormBlock, path: string): FieldInput {
  const ui = valueAt(form.uiSchema, fieldOf(path, form.fields).replaceAll("[]", ".items")) ?? {};
  const widget = isObject(ui) ? ui["ui:widget"] : undefined;
  const schema = schemaAt(form.schema as Json, path);
  const options = isObject(schema) && Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
  const lookup = valueAt(ui, "ui:options.lookup");
  return {
    id: [form.key, ...path.split(".")].join("_"),
    widget: typeof widget === "string" ? widget : "",
    options,
    lookup: typeof lookup === "string" ? lookup : null,
  };
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The values of a type that the schema does not allow, in a value that one control fills in, each with its path. */
function wrongTypes(schema: Json, path: string, value: Json): readonly string[] {
  if (!isObject(schema)) return [];
  const { type, properties, items = null } = schema;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const own = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const isAllowed = type === undefined || types.includes(own) || (types.includes("integer") && Number.isInteger(value));
  if (!isAllowed)
    return [`The field "${path}" takes ${types.map((one) => TYPES[String(one)] ?? one).join(" or ")}, not ${JSON.stringify(value)}.`];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item, index) => wrongTypes(items, `${path}.${index}`, item));
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.entries(value).flatMap(([name, part]) => wrongTypes(properties[name] ?? null, `${path}.${name}`, part));
}

/**
 * Why a depositor cannot fill in a value, or the values in a list or an object; none where each is an option of a field of the
 * form, or of the type of a field and not changed by its mask. A text that the form rejects is a value to fill in; null clears a field.
 */
export function wrongFill(form: FormBlock, path: string, value: Json): readonly string[] {
  const { order, items } = form.fields;
  const place = path.replace(/\.\d+(?=\.|$)/g, ITEMS);
  const hasFields = (prefix: string): boolean => order.some((one) => one.startsWith(prefix));
  // A list that one control fills in, such as attachments, has no fields of its own.
  if (hasFields(`${place}${ITEMS}`)) {
    if (!Array.isArray(value)) return [`The field "${path}" takes a list of objects with its fields.`];
    return (value as readonly Json[]).flatMap((item, index) => wrongFill(form, `${path}.${index}`, item));
  }
  if (hasFields(`${place}.`)) {
    if (!isObject(value)) return [`"${path}" takes an object with its fields.`];
    return Object.entries(value).flatMap(([name, part]) => wrongFill(form, `${path}.${name}`, part));
  }
  if (items[fieldOf(path, form.fields)] === undefined) return [withKnown(`The form has no field "${path}"`, path, order)];
  const { options } = inputOf(form, path);
  if (value === null) return [];
  if (options.length === 0) {
    const wrong = wrongTypes(schemaAt(form.schema as Json, path), path, value);
    return wrong.length > 0 || typeof value !== "string" ? wrong : changedByMask(form, path, value);
  }
  if (value === "" || options.includes(value)) return [];
  return [`The field "${path}" has no option ${JSON.stringify(value)}: ${options.map((one) => JSON.stringify(one)).join(", ")}.`];
}
