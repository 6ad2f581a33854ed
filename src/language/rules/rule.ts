/** Exports the type of an entry of the registry of rules, for its categories. */

/** An error fails `flows check`; a warning and a note do not. A note changes nothing for a depositor. */
export type Severity = "error" | "warning" | "note";

/** An example, compiled and proven with every run of the tests. */
export interface RuleExample {
  /** Files of the small definition of `tests/rules`: JSON is patched (RFC 7396), a text replaces the file, `null` removes it. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** The message of the finding, up to its path and its example. */
  readonly message: string;
}

/**
 * A rule of `flows check`. `flows docs` generates its page in `flows/rules` from these texts; the tests compile its
 * examples.
 */
export interface RuleEntry {
  readonly severity: Severity;
  /** Whether a waiver may accept its findings. */
  readonly waivable: boolean;
  /** The other keywords that a waiver must have: the screen that refuses the depositor, and the depositors. */
  readonly waiverNames?: readonly ("target" | "when")[];
  /** Markdown. */
  readonly finds: string;
  /** Markdown. */
  readonly fix: string;
  readonly examples: readonly RuleExample[];
}

/** The entries of a category, typed by their ids. */
export function rules<Id extends string>(entries: Readonly<Record<Id, RuleEntry>>): Readonly<Record<Id, RuleEntry>> {
  return entries;
}
