/**
 * Exports the types of the language that code reads. The words of the language, with their types, are in the meta-schema
 * (`schemas/*.schema.json`, `schemas/blocks/*.json`): `blocks.ts` is generated from it, and a test compares the types here.
 */

/** The version of the language that this compiler reads. */
export const LANGUAGE = 2;

/** JSON, as parsed. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A json-logic expression that gives a value; a string, number, boolean or null is itself. */
export type Value = Json;

export type Severity = "success" | "info" | "warning" | "error";

/**
 * An effect: one or more words of the closed list under one `when`. The runtime performs them in the order
 * in which this type lists them; each reads the state that the ones before it left.
 */
export interface Effect {
  readonly when?: Json;
  /** Writes state paths that `state.schema.json` marks `x-writable`. `alerts[].read_at` writes to the items of a list. */
  readonly set?: Readonly<Record<string, Value>>;
  /** Beside `set`: only the items whose fields have these values are written to; without it, all are. */
  readonly where?: Readonly<Record<string, Value>>;
  /** Slices set back to their initial values; `all` keeps only `dismissed` and clears what is persisted. */
  readonly reset?: "all" | readonly string[];
  /** Sends queries of this screen (by their key in `data`) or app loads again. */
  readonly refetch?: readonly string[];
  /** A list of `{path, message}`: shown at the fields of the form that was sent, and in its summary. */
  readonly fieldErrors?: Value;
  readonly notify?: { readonly message: Json | { readonly var: string }; readonly severity?: Severity };
  /** As `notify` with the message of the error, at this severity. */
  readonly notifyError?: Severity;
  /** Starts a download of a gateway address. */
  readonly download?: { readonly url: Value; readonly filename?: Value };
  /** Opens an embedded provider (fastlink) with the configuration that the server created. */
  readonly openProvider?: { readonly provider: string; readonly config: Value };
  readonly go?: string | GoTarget;
  /** Goes to the path that the named decision gives. */
  readonly decide?: string;
  /** Performs nothing, and is the only word: a failure that the depositor does not see. */
  readonly silent?: true;
}

export interface GoTarget {
  /** A path of the flows; `:name` parts are filled from `params`. */
  readonly path: string | { readonly var: string };
  readonly params?: Readonly<Record<string, Value>>;
  readonly state?: Readonly<Record<string, Value>>;
  readonly search?: Readonly<Record<string, Value>>;
  readonly replace?: boolean;
}
