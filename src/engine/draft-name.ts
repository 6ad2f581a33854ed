/** Exports the name under which the draft of a form is kept, for the handle of the screen and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json, Value } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { pathsRead, rootOf } from "../language/logic-reads.js";

/**
 * The schema id. A form whose initial data are those of its history entry (the deposit to edit) has a draft for each initial
 * data: what was typed over one deposit is not shown over another. `evaluate` gives the value of `initial`.
 */
export function draftName({ schemaId, fields, initial }: FormBlock, evaluate: (value: Value) => Json): string {
  if (initial === undefined || !pathsRead(initial).some((path) => rootOf(path) === "route")) return schemaId;
  const data = evaluate(initial);
  return `${schemaId} ${JSON.stringify(fields.order.map((field) => (isObject(data) ? (data[field] ?? null) : null)))}`;
}
