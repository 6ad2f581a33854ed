/** Exports the findings about definitions that nothing uses, for the compiler. */
import { type Finding, finding } from "./problems.js";

export const unusedPredicate = (name: string): Finding => finding("unused", `The predicate "${name}" is never used`);
export const unusedOperation = (name: string): Finding => finding("unused", `The operation "${name}" is never sent`);
export const unusedVariable = (name: string, operation: string): Finding =>
  finding("unused", `No "with" gives the variable "${name}" of "${operation}": give it, or remove it from the document`);
export const unusedAction = (name: string): Finding => finding("unused", `Nothing raises the action "${name}"`);
export const unusedData = (name: string): Finding =>
  finding("unused", `Nothing reads the answer of "${name}", and it writes to no slice of the state`);
export const unusedGate = (name: string): Finding => finding("unused", `No screen has the gate "${name}"`);
export const unusedShell = (name: string): Finding => finding("unused", `No screen has the shell "${name}"`);
export const unusedDuration = (name: string): Finding => finding("unused", `Nothing waits for the duration "${name}"`);
export const unusedPoll = (name: string): Finding => finding("unused", `No timer uses the poll "${name}"`);
export const unusedLookup = (name: string): Finding => finding("unused", `No field of a form has the lookup "${name}"`);
export const unusedQueryKey = (key: string): Finding =>
  finding("unused", `Nothing on this screen reads "route.state.${key}", which "queryToState" takes from the address`);
export const unusedFieldType = (name: string): Finding => finding("unused", `No field has the type "${name}"`);
export const unusedOptionList = (name: string): Finding => finding("unused", `No field offers the options "${name}"`);
export const unusedFieldFormat = (name: string): Finding => finding("unused", `No schema of a form names the format "${name}"`);
export const unusedTable = (name: string): Finding => finding("unused", `Nothing reads an entry of the table "${name}"`);
export const unusedSchema = (name: string): Finding =>
  finding("unused", `No form uses schemas/${name}, and the gateway validates nothing with it`);
export const duplicateSchema = (name: string, other: string): Finding =>
  finding("duplicate-schema", `schemas/${name} asks for exactly what schemas/${other} asks for: one of them is enough`);
export const unaskedProperty = (path: string, schema: string): Finding =>
  finding("unused", `No form with schemas/${schema} asks for "${path}", and no call sends it: ask for it, or remove it`);
export const unusedDefinition = (reference: string): Finding => finding("unused", `No form refers to ${reference}`);
export const unusedDecision = (name: string): Finding => finding("unused", `The decision "${name}" is never used`);
