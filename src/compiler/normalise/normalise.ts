/**
 * Exports `normalise`, the stage between overlay and linker: it rewrites the short words of a merged definition into the
 * explicit form that the linker reads. One file per word. A rewriter leaves a malformed node as it is: the structural walk
 * against the meta-schema reports it. A generated node carries the position of the word that it came from.
 */
import type { Language } from "../../language/meta-schema.js";
import type { Merged } from "./merged.js";
import { writeOrders } from "./order.js";

/** Rewrites every short word. The order matters where one word produces another. */
export function normalise(merged: Merged, language: Language): Merged {
  let explicit = merged;
  explicit = writeOrders(explicit, language);
  return explicit;
}
