/** Exports the name under which the draft of a form is kept, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import { pathsRead, rootOf } from "../language/logic-reads.js";
import type { ScreenHandle } from "./block.js";
import { pick } from "./form-data.js";

/**
 * The name of the form's draft. A form whose initial data are those of its history entry (the deposit to edit) has a draft for
 * each initial data: what was typed over one deposit is not shown over another.
 */
export function draftName({ schemaId, fields, initial }: FormBlock, screen: Pick<ScreenHandle, "value">): string {
  if (initial === undefined || !pathsRead(initial).some((path) => rootOf(path) === "route")) return schemaId;
  return `${schemaId} ${JSON.stringify(pick(fields.order, screen.value(initial)))}`;
}
