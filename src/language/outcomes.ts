/** Exports the type of `flows/outcomes.json`: the possible answers of each operation. */
import type { BundleCore } from "./bundle.js";
import type { Json } from "./definition.js";
import { inlined } from "./inline-names.js";

/** A possible value at a path after an answer. */
export type Becomes =
  | string
  | number
  | boolean
  | null
  | { readonly any: "text" | "instant" | "list" | "record" }
  | { readonly variable: string };

/** A failure of an operation: a message of the bank, or of the gateway. */
export interface DeclaredFailure {
  readonly message: string;
  /** The fields of the form at which the message is shown. */
  readonly fields?: readonly string[];
}

/** As written. */
export interface OutcomesFile {
  readonly language: 1;
  readonly common: Readonly<Record<string, DeclaredFailure>>;
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly ok: Readonly<Record<string, { readonly when?: Json; readonly becomes: Readonly<Record<string, readonly Becomes[]>> }>>;
        readonly failures: Readonly<Record<string, DeclaredFailure>>;
      }
    >
  >;
}

/** One good answer: its condition, and the assignments to the state. */
export interface GoodAnswer {
  readonly name: string;
  /** Plain json-logic; null = always. */
  readonly logic: Json | null;
  readonly becomes: Readonly<Record<string, readonly Becomes[]>>;
}

/** The possible answers of each operation, by its name. Nothing is known about an operation without an entry. */
export interface LinkedOutcomes {
  /** Names of failures, the common ones included, by operation. */
  readonly failures: ReadonlyMap<string, readonly string[]>;
  readonly good: ReadonlyMap<string, readonly GoodAnswer[]>;
}

/** Names inlined, common failures added. Without a file, nothing is known about any operation. */
export function linkOutcomes(core: BundleCore, file: OutcomesFile | null): LinkedOutcomes {
  const failures = new Map<string, readonly string[]>();
  const good = new Map<string, readonly GoodAnswer[]>();
  for (const [operation, { ok, failures: own }] of Object.entries(file?.operations ?? {})) {
    failures.set(operation, [...new Set([...Object.keys(file?.common ?? {}), ...Object.keys(own)])]);
    good.set(
      operation,
      Object.entries(ok).map(([name, answer]) => ({
        name,
        logic: answer.when === undefined ? null : inlined(core, answer.when),
        becomes: answer.becomes,
      })),
    );
  }
  return { failures, good };
}
