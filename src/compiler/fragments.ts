/** Exports which fragment selects a field, for the checks of what operations select. */
import type { Origin } from "../language/bundle.js";
import type { Fragment, Operation } from "./operations.js";

/** The fragment of an operation in which a field is selected; null where the operation selects it itself. */
export function fragmentAt({ file, line }: Origin, { fragments }: Operation): Fragment | null {
  return fragments.find(({ at, lastLine }) => at.file === file && at.line <= line && line <= lastLine) ?? null;
}

/** The fragment of one of the operations in which all these fields are selected; null where there is none. */
export function fragmentAround(fields: readonly Origin[], operations: Iterable<Operation>): Fragment | null {
  for (const operation of operations) {
    const [first = null, ...others] = fields.map((at) => fragmentAt(at, operation));
    if (first !== null && others.every((other) => isSamePlace(first.at, other?.at))) return first;
  }
  return null;
}

/** Whether two places are on the same line of the same file. */
export const isSamePlace = (one: Origin, other: Origin | undefined): boolean => one.file === other?.file && one.line === other.line;
