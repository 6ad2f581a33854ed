/**
 * Exports `normalise`, the stage between overlay and linker: it rewrites the short words of a merged definition into the
 * explicit form that the linker reads. One file per word. A rewriter leaves a malformed node as it is: the structural walk
 * against the meta-schema reports it. A generated node carries the position of the word that it came from.
 */
import type { Language } from "../../language/meta-schema.js";
import type { SourceNode } from "../../language/source.js";
import { writeOrders } from "./order.js";

/** A brand's definition after its overlay was merged: one tree for each part that has short words. */
export interface Merged {
  /** The content of `app.flow.json`. */
  readonly app: SourceNode | null;
  /** The decisions of `decisions.json`, by name. */
  readonly decisions: SourceNode | null;
  /** The screens of all flow files, by id. */
  readonly screens: SourceNode | null;
}

/** Rewrites every short word. The order matters where one word produces another. */
export function normalise(merged: Merged, language: Language): Merged {
  let explicit = merged;
  explicit = writeOrders(explicit, language);
  return explicit;
}
