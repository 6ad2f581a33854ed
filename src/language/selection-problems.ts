/** Exports the findings about what operations select, for the compiler. */
import { type NamedPlace, withPlace } from "./named-place.js";
import { type Finding, finding } from "./problems.js";

export const fieldUnread = (name: string): Finding => finding("unused", `Nothing reads the field "${name}" of the answer`);

/** `operations`: those that write the slice without the field. */
export const fieldNotSelected = (path: string, operations: readonly NamedPlace[]): Finding =>
  finding(
    "field-not-selected",
    `The state's "${path}" is read, and ${operations.map(withPlace).join(", ")} ${operations.length === 1 ? "writes" : "write"} "${path.replace(/[.[].*$/s, "")}" without it`,
  );
/** At a fragment with which several operations select an object of the state. */
export const notInFragment = (path: string, fragment: string): Finding =>
  finding("field-not-selected", `The fragment "${fragment}" does not select the state's "${path}"`);
/** At a fragment that selects an answer which screens read. */
export const fieldNotInFragment = (field: string, fragment: string): Finding =>
  finding("field-not-selected", `The fragment "${fragment}" does not select "${field}"`);
export const outcomeNotSelected = (path: string, operation: NamedPlace): Finding =>
  finding(
    "field-not-selected",
    `The answer of ${withPlace(operation)} changes the state's "${path}", and the operation does not select it`,
  );
export const initialNotSelected = (field: string): Finding =>
  finding("field-not-selected", `The form shows "${field}", and the query of its initial data does not select it: saving would lose it`);
export const sameQuery = (name: string, other: string): Finding =>
  finding("graphql", `"${name}" selects the same as "${other}": use that query, or correct this one.`);
/** A value of the state that nothing reads. */
export const unreadState = (path: string): Finding =>
  finding("unused", `Nothing reads "${path}" of the state: remove it, or say with "x-read" what reads it`);
