/** Exports the findings about semantic types, for the compiler. */
import { type Finding, finding, orNearest } from "./problems.js";

export const unknownSemantics = (name: string, known: Iterable<string>): Finding =>
  finding("unknown-name", `There is no semantic type "${name}"${orNearest(name, known)}`);
export const unusedSemantics = (name: string): Finding => finding("unused", `Nothing has the semantic type "${name}"`);
export const secretKept = (path: string | null, name: string, place: string): Finding =>
  finding("secret-kept", `${path === null ? "This value" : `"${path}"`} is ${name}, a secret, and ${place} shows or keeps it`);
export const missingSecret = (path: string, name: string): Finding =>
  finding("secret-kept", `"${path}" is ${name}, a secret, and the draft of the form keeps it: write "secret": true`);
/** `type`: the type of the field, all of whose data is secret. */
export const missingTypeSecret = (type: string, names: Iterable<string>): Finding =>
  finding(
    "secret-kept",
    `Fields of the type "${type}" are ${[...names].join(" or ")}, a secret, and the drafts of their forms keep it: write "secret": true`,
  );
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
/**
 * `path`: the path that is read; undefined for an expression. `place`: as the message names it. An argument of several texts takes what
 * any of them does: of these, the message names those of the same family, such as `money`, where there are any.
 */
export function otherMeaning(path: string | undefined, given: readonly string[], place: string, wanted: Iterable<string>): Finding {
  const families = given.map(familyOf);
  const all = [...wanted];
  const similar = all.filter((one) => families.includes(familyOf(one)));
  return finding(
    "semantic-mismatch",
    `${path === undefined ? "This value" : `"${path}"`} is ${given.join(" or ")}, and ${place} takes ${(similar.length > 0 ? similar : all).join(" or ")}`,
  );
}

const familyOf = (name: string): string => name.split(".", 1)[0] ?? name;
