/** Exports the values of a `try` table with the controls of a page that take them, for the flow tool's browser. */
import { valueAt } from "../blocks/form-data.js";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { type FieldInput, inputOf } from "./field-input.js";
import type { Tried } from "./scenario.js";
import { entered, typeAt } from "./try-values.js";

/** One value of the table. */
export interface TriedRow {
  readonly path: string;
  /** As the table writes it. */
  readonly text: string;
  readonly error: string | null;
  readonly input: FieldInput;
  readonly value: Json;
  /** What the field has before. */
  readonly former: Json;
}

/** The values of one field, without those that are not options of it: a depositor cannot choose them. */
export function triedRows(form: FormBlock, path: string, values: Tried[string], data: Json): readonly TriedRow[] {
  const input = inputOf(form, path);
  const former = valueAt(data, path) ?? null;
  const type = typeAt(form.schema as Json, path);
  const rows = Object.entries(values).map(
    ([text, error]): TriedRow => ({ path, text, error, input, value: entered(type, text) ?? null, former }),
  );
  return input.options.length === 0 ? rows : rows.filter(({ value }) => input.options.includes(value));
}
