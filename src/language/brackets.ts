/** Exports the search for an unbalanced bracket, and for one that is nested too deeply, for the reader of JSON files. */

export interface UnbalancedBracket {
  readonly offset: number;
  readonly bracket: string;
  /** `unclosed`: an opening bracket without its closing one. `surplus`: a closing bracket without an opening one. */
  readonly kind: "unclosed" | "surplus";
}

interface Opening {
  readonly offset: number;
  readonly bracket: string;
  /** The column at which its line begins. */
  readonly indent: number;
  readonly line: number;
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/**
 * The unbalanced bracket of a text, or null for a balanced text. The place of a missing bracket is found by
 * indentation: a closing bracket that begins its line closes the one whose line is indented like it.
 */
export function unbalancedBracket(text: string): UnbalancedBracket | null {
  const open: Opening[] = [];
  let candidate: UnbalancedBracket | null = null;
  for (const { offset, bracket, indent, line, first } of bracketsOf(text)) {
    if (CLOSING[bracket] !== undefined) {
      open.push({ offset, bracket, indent, line });
      continue;
    }
    const top = open.at(-1);
    if (top === undefined) return candidate ?? { offset, bracket, kind: "surplus" };
    const matches = CLOSING[top.bracket] === bracket;
    if (first && top.line !== line && candidate === null) {
      if (indent < top.indent) candidate = { offset: top.offset, bracket: top.bracket, kind: "unclosed" };
      else if (indent > top.indent) candidate = { offset, bracket, kind: "surplus" };
    }
    if (!matches) return candidate ?? mismatch(open, { offset, bracket });
    open.pop();
  }
  const last = open.at(-1);
  return last === undefined ? null : (candidate ?? { offset: last.offset, bracket: last.bracket, kind: "unclosed" });
}

/** The offset of the first bracket that opens more than `limit` levels; null where none does. */
export function tooDeepAt(text: string, limit: number): number | null {
  let depth = 0;
  for (const { index, 0: token } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (CLOSING[token] !== undefined) depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    if (depth > limit) return index;
  }
  return null;
}

/** A closing bracket of the other kind: it closes an outer bracket, or none. */
function mismatch(open: readonly Opening[], { offset, bracket }: { readonly offset: number; readonly bracket: string }): UnbalancedBracket {
  const top = open.at(-1);
  const outer = open.some((one) => CLOSING[one.bracket] === bracket);
  return outer && top !== undefined ? { offset: top.offset, bracket: top.bracket, kind: "unclosed" } : { offset, bracket, kind: "surplus" };
}

interface Bracket extends Opening {
  /** Whether it is the first character of its line. */
  readonly first: boolean;
}

/** The brackets outside of strings. A string ends at the end of its line at the latest. */
function bracketsOf(text: string): readonly Bracket[] {
  let start = 0;
  return text.split("\n").flatMap((line, index) => {
    const from = start;
    start += line.length + 1;
    const indent = line.search(/\S/);
    return [...line.replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, (string) => "_".repeat(string.length)).matchAll(/[{}[\]]/g)].map((match) => ({
      offset: from + match.index,
      bracket: match[0],
      indent,
      line: index,
      first: match.index === indent,
    }));
  });
}
