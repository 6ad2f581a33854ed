/** Exports the name under which the draft of a form is kept, for the runtime, the handle of the screen and scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json, Value } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { pathsRead, rootOf } from "../language/logic-reads.js";

/**
 * The schema id. A form has a separate draft for each of its records (a message to reply to). A form that takes its
 * initial data from its history entry (the deposit to edit) has a separate draft for each set of initial data. So text
 * typed about one of them is not shown for another. `evaluate` gives the values of `record` and `initial`.
 */
export function draftName(form: FormBlock, evaluate: (value: Value) => Json): string {
  const { schemaId, fields, initial, record } = form;
  if (record !== undefined) return `${schemaId} ${JSON.stringify(evaluate(record))}`;
  if (initial === undefined || !beginsWithEntry(form)) return schemaId;
  const data = evaluate(initial);
  return `${schemaId} ${JSON.stringify(fields.order.map((field) => (isObject(data) ? (data[field] ?? null) : null)))}`;
}

/** Whether a form takes its initial data from its history entry. */
export function beginsWithEntry({ initial }: FormBlock): boolean {
  return initial !== undefined && pathsRead(initial).some((path) => rootOf(path) === "route");
}
