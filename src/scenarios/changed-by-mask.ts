/** Exports `changedByMask`, for scenarios: a text that the input mask of a field would change can't be in the field. */
import { valueAt } from "../blocks/form-data.js";
import { fieldOf } from "../blocks/form-errors.js";
import type { FormBlock } from "../language/blocks.js";
import { isObject } from "../language/json.js";
import { patternMask } from "../theme/input-masks.js";

/** Why the control of a field can't have a text: its mask writes another one. None where it can. `path`: in the form's data. */
export function changedByMask(form: FormBlock, path: string, text: string): readonly string[] {
  const ui = valueAt(form.uiSchema, fieldOf(path, form.fields).replaceAll("[]", ".items"));
  if (!isObject(ui)) return [];
  const mask = valueAt(ui, "ui:options.mask");
  const prefix = valueAt(ui, "ui:options.maskPrefix");
  if (typeof mask !== "string") return [];
  const written = patternMask(mask, typeof prefix === "string" ? prefix : "").format(text);
  // A widget of its own, as that of a secret number, has the digits alone as its value, however it writes them.
  const entered = (shown: string): string => (ui["ui:widget"] === undefined ? shown : shown.replace(/\D/g, ""));
  if (entered(written) === entered(text)) return [];
  return [`The mask of the field "${path}" writes ${JSON.stringify(written)} where ${JSON.stringify(text)} is typed.`];
}
