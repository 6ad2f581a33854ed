/** Exports the findings about the syntax of JSON files, for their reader. */
import type { UnbalancedBracket } from "./brackets.js";
import { type Finding, finding } from "./problems.js";

/** The fix for an error of the parser, where its code does not state it. */
const ADVICE: Readonly<Record<string, (found: string) => string>> = {
  CommaExpected: () => "a comma is missing before this",
  InvalidCommentToken: () => "it has no comments, so remove this one",
  InvalidSymbol: (found) =>
    `${found === "" ? "this" : found} is no value. Keys and texts are in double quotes; other values are numbers, true, false and null`,
};

/** `code` is the parser's; `found` is the text of its place, and `before` is the last character before it that is not a space. */
export function syntaxError(code: string, found = "", before = ""): Finding {
  if (before === "," && /^[,}\]]/.test(found)) return finding("syntax", `Not JSON: remove the comma before this "${found.charAt(0)}"`);
  if (before === "" && found === "" && code === "ValueExpected") return finding("syntax", "Not JSON: the file is empty");
  const advice = ADVICE[code]?.(found) ?? code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return finding("syntax", `Not JSON: ${advice}`);
}
export const byteOrderMark = (): Finding =>
  finding("syntax", "The file begins with a byte-order mark, which JSON does not have: save it as UTF-8 without one (without BOM)");
export const notUtf8 = (): Finding => finding("syntax", "The file is not UTF-8 from here on: save it as UTF-8");
export const unreadableCharacter = (code: number): Finding =>
  finding(
    "syntax",
    `This text contains the character U+${code.toString(16).toUpperCase().padStart(4, "0")}, which nobody can see or read: type the text again without it`,
  );
export const garbledText = (found: string): Finding =>
  finding("syntax", `This text contains "${found}", as a text of UTF-8 that was read in another encoding: type the character again`);
export const nestedTooDeeply = (limit: number): Finding => finding("syntax", `This is nested more than ${limit} levels deep`);
export const unbalanced = ({ bracket, kind }: Pick<UnbalancedBracket, "bracket" | "kind">): Finding =>
  finding("syntax", kind === "unclosed" ? `This "${bracket}" is never closed` : `This "${bracket}" closes nothing`);
