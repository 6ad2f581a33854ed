/** Exports `inputOf`: which control of a page a field of a form is, for scenarios and for the flow tool's browser. */
import { valueAt } from "../blocks/form-data.js";
import { fieldOf } from "../blocks/form-errors.js";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
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
