/** Exports the type of the definition that every rewriter of this stage reads and returns. */
import type { SourceNode } from "../../language/source.js";

/** A brand's definition after its overlay was merged: one tree for each part that has shorthand. */
export interface Merged {
  /** The content of `app.flow.json`. */
  readonly app: SourceNode | null;
  /** The decisions of `decisions.json`, by name. */
  readonly decisions: SourceNode | null;
  /** The screens of all flow files, by id. */
  readonly screens: SourceNode | null;
  /** The predicates of `predicates.json`, by name. */
  readonly predicates: SourceNode | null;
  /** The wizards of all flow files, by name. */
  readonly wizards: SourceNode | null;
  /** The wizards as they are without the overlay. */
  readonly baseWizards: SourceNode | null;
  /** The values of `values.json`, by name. */
  readonly values: SourceNode | null;
  /** The content of `fields.json`; null where there is none. */
  readonly fields: SourceNode | null;
}
