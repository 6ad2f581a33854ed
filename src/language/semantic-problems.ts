/** Exports the findings about semantic types, for the compiler. */
import { type Finding, finding, orNearest } from "./problems.js";

export const unknownSemantics = (name: string, known: Iterable<string>): Finding =>
  finding("unknown-name", `There is no semantic type "${name}"${orNearest(name, known)}`);
export const unusedSemantics = (name: string): Finding => finding("unused", `Nothing has the semantic type "${name}"`);
export const secretKept = (path: string | null, name: string, place: string): Finding =>
  finding("secret-kept", `${path === null ? "This value" : `"${path}"`} is ${name}, a secret, and ${place} shows or keeps it`);
export const missingSecret = (path: string, name: string): Finding =>
  finding("secret-kept", `"${path}" is ${name}, a secret, and the draft of the form keeps it: write "secret": true`);
export const secretField = (path: string, name: string, given: string, types: readonly string[]): Finding =>
  finding(
    "secret-kept",
    `"${path}" is ${name}, a secret, and the field type "${given}" is for other data; use ${types.map((type) => `"${type}"`).join(" or ")}`,
  );
export const unformatted = (path: string, given: readonly string[], formats: readonly string[]): Finding =>
  finding(
    "semantic-mismatch",
    `"${path}" is ${given.join(" or ")}, and this text shows it as it is stored: write { "${formats[0]}": { "var": "${path}" } }${formats.length > 1 ? `, or another format: ${formats.slice(1).join(", ")}` : ""}`,
  );
/** `path`: the path that is read; undefined for an expression. `place`: as the message names it. */
export const otherMeaning = (path: string | undefined, given: readonly string[], place: string, wanted: Iterable<string>): Finding =>
  finding(
    "semantic-mismatch",
    `${path === undefined ? "This value" : `"${path}"`} is ${given.join(" or ")}, and ${place} takes ${[...wanted].join(" or ")}`,
  );
