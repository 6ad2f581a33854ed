/** Exports the findings about the values of conditions and of writes to the state, for the compiler. */
import { type Finding, finding, orNearestValue } from "./problems.js";

export const wrongOperand = (operator: string, wanted: string, found: string): Finding =>
  finding("type-mismatch", `"${operator}" takes ${wanted}, found ${found}`);
export const constantNotInEnum = (value: unknown, variable: string, allowed: readonly unknown[]): Finding =>
  finding("wrong-constant", `${JSON.stringify(value)} is never a value of ${variable}${orNearestValue(value, allowed)}`);
export const comparedWithItself = (operator: string, value: string): Finding =>
  finding("wrong-constant", `"${operator}" compares ${value} with itself`);
export const wrongDate = (value: string, variable: string, format: string): Finding =>
  finding(
    "wrong-constant",
    `${JSON.stringify(value)} is never a value of ${variable}: it is not ${format === "date" ? 'a date like "2026-01-31"' : 'an instant like "2026-01-31T18:00:00Z"'}`,
  );
export const wrongText = (value: string, variable: string, pattern: string): Finding =>
  finding("wrong-constant", `${JSON.stringify(value)} is never a value of ${variable}, whose texts match ${pattern}`);
export const typesDisagree = (operator: string, left: string, right: string): Finding =>
  finding("type-mismatch", `"${operator}" compares ${left} with ${right}`);
export const partOfText = (path: string, text: string): Finding =>
  finding("type-mismatch", `"in" takes a list for "${path}", whose values are listed, found the text "${text}": write ["${text}"]`);
export const otherType = (path: string, wanted: Iterable<string>, given: Iterable<string>): Finding =>
  finding("type-mismatch", `"${path}" is ${[...wanted].join(" or ")}, and is given ${[...given].join(" or ")}`);
export const neverNull = (variable: string): Finding => finding("wrong-constant", `${variable} is never null`);
export const maybeNull = (operator: string, variable: string): Finding =>
  finding("maybe-null", `${variable} may be null, and null ${operator} 0 would count as a number: test it for null in the same "and"`);
export const neverApplies = (): Finding =>
  finding("condition-constant", '"when" is false, so this never applies: remove it. An overlay removes a part of the base with null');
