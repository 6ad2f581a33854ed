/** Exports the type of a generated document, for its generators and for `flows docs`. */

/** A generated file: its path from the root, and its text. */
export interface Document {
  readonly path: string;
  readonly text: string;
}
