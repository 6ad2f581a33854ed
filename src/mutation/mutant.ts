/** Exports the types of mutants: small faults in the definitions, which the checker and the scenarios should find. */
import type { Json } from "../language/definition.js";

/** The kinds of mutants, most dangerous first: by the harm that a surviving mutant could do to a depositor. */
export const KINDS = [
  "guard",
  "gate",
  "condition",
  "operand",
  "comparison",
  "number",
  "literal",
  "predicate",
  "path",
  "target",
  "decision",
  "decision row",
  "fallback",
  "operation",
  "query",
  "binding",
  "binding removed",
  "selection",
  "selected field",
  "argument",
  "effect",
  "effect keyword",
  "assigned value",
  "assigned path",
  "reset",
  "failure row",
  "failures swapped",
  "app failure",
  "optimistic",
  "confirm",
  "secrecy",
  "persistence",
  "required",
  "bound",
  "format",
  "option",
  "check",
  "poll",
  "timer",
  "duration",
  "monitor",
  "entry action",
  "refetch",
  "control action",
  "control removed",
  "block removed",
  "field removed",
  "field type",
  "wizard step",
  "order",
  "shell",
  "progress",
  "text",
  "text value",
  "severity",
  "style",
  "presentation",
  "overlay",
] as const;

export type MutantKind = (typeof KINDS)[number];

/** One small fault in one file of the definitions; its text is made on demand. */
export interface Mutant {
  /** Stays the same while the mutated node keeps its place in the file: kind, file, JSON pointer (RFC 6901), and variant. */
  readonly id: string;
  readonly kind: MutantKind;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The changed part. */
  readonly change: string;
  /** The screen in which it is; null outside of screens. */
  readonly screen: string | null;
  /** The text of the file with the fault. */
  readonly text: () => string;
}

/** A node of a JSON file, as the operators see it. */
export interface Place {
  readonly value: Json;
  /** The keys and positions that lead to it. */
  readonly path: readonly (string | number)[];
  /** The value that contains it; null for the root. */
  readonly parent: Json;
}

/** A replacement of the node by another value. */
export interface Change {
  readonly value: Json;
  /** In words. */
  readonly change: string;
}

/** The names that a mutant may use in place of another one. */
export interface Vocabulary {
  readonly predicates: readonly string[];
  readonly paths: readonly string[];
  readonly decisions: readonly string[];
  readonly durations: readonly string[];
  readonly polls: readonly string[];
  readonly shells: readonly string[];
  readonly fieldTypes: readonly string[];
  /** Operations by kind. */
  readonly queries: readonly string[];
  readonly mutations: readonly string[];
  /** Paths of the state that the definitions read. */
  readonly variables: readonly string[];
  /** Texts that conditions compare with, by the variable that they are compared with. */
  readonly literals: ReadonlyMap<string, readonly string[]>;
}

export interface MutationOperator {
  readonly kind: MutantKind;
  /** The replacements of a node by this operator; none where it does not apply. */
  mutate(place: Place, names: Vocabulary): readonly Change[];
}
