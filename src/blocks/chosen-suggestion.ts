/** Exports what a chosen suggestion of a lookup fills into the data of a form, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { withValue } from "./form-data.js";
import { fieldOf } from "./form-errors.js";

/** `item`: the path of the list item that the field of the lookup is in; its own fields are filled in. */
export function withSuggestion(
  { fields }: Pick<FormBlock, "fields">,
  data: Json,
  item: string | undefined,
  values: Readonly<Record<string, string>>,
): Json {
  return Object.entries(values).reduce((next, [name, value]) => {
    const path = item === undefined ? name : `${item}.${name}`;
    return fields.items[fieldOf(path, fields)] === undefined ? next : withValue(next, path, value);
  }, data);
}
