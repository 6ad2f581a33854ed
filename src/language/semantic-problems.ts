/** Exports the findings about semantic types, for the compiler. */
import { type Finding, finding, orNearest } from "./problems.js";

export const unknownSemantics = (name: string, known: Iterable<string>): Finding =>
  finding("unknown-name", `There is no semantic type "${name}"${orNearest(name, known)}`);
export const unusedSemantics = (name: string): Finding => finding("unused", `Nothing has the semantic type "${name}"`);
/** `path`: what is read; undefined for an expression. `place`: as the message names it. */
export const otherMeaning = (path: string | undefined, given: readonly string[], place: string, wanted: Iterable<string>): Finding =>
  finding(
    "semantic-mismatch",
    `${path === undefined ? "This value" : `"${path}"`} is ${given.join(" or ")}, and ${place} takes ${[...wanted].join(" or ")}`,
  );
