/** Exports the types of a form's fields in its data, for the engine and the blocks. */
import type { Json } from "./definition.js";

/** One place of a field in a form's data. */
export interface FieldPlace {
  /** `people.0.share` for the field `people[].share`. */
  readonly path: string;
  /** The item of the innermost list around it, and its position from 1; undefined outside of lists. */
  readonly around?: { readonly path: string; readonly item: Json; readonly position: number };
}

/** A check that a form's data fails. */
export interface FailedCheck {
  /** Where in the data the error is shown: `people`, `people.0.share`. */
  readonly path: string;
  readonly message: string;
}
