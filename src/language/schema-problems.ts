/** What may be wrong with a form's schema by itself: it refuses what it says, or says what can never be. */
import type { Json } from "./definition.js";
import { type Finding, orNearest } from "./problems.js";

const error = (rule: string, message: string): Finding => ({ severity: "error", rule, message });

export const rangeCrossed = (least: string, low: number | string, most: string, high: number | string): Finding =>
  error("range-crossed", `"${least}" ${low} is above "${most}" ${high}: nothing that is given can ever be right`);
export const patternSyntax = (what: string): Finding => error("pattern-syntax", `Not a regular expression: ${what}`);
export const patternBackslash = (written: string): Finding =>
  error(
    "pattern-syntax",
    `This asks for a backslash before "${written}", which nobody types: in JSON the backslash of a regular expression is written twice, here it is four times`,
  );
export const valueRefused = (word: string, value: Json, keyword: string): Finding =>
  error("value-refused", `${JSON.stringify(value)} stands in "${word}", and "${keyword}" beside it refuses it`);
export const keywordIdle = (keyword: string, types: readonly string[]): Finding =>
  error("keyword-idle", `"${keyword}" judges nothing here: it says nothing of a value of the type ${types.join(" or ")}`);
export const requiredUnknown = (name: string, known: readonly string[]): Finding =>
  error("required-unknown", `"required" names "${name}", which is no property here${orNearest(name, known)}`);
export const tickedAlready = (): Finding =>
  error("ticked-already", "This must be agreed to and is from the start, so nobody agrees to it: leave the default out");
export const otherId = (id: string, file: string): Finding =>
  error("schema-id", `The "$id" "${id}" must be its own file's name under schemas/, "${file}"`);
