/**
 * Exports the input masks of the theme's widgets: they format a value as text, parse a text as a value, and format the
 * text while it is typed. An incomplete text is parsed as itself, so that validation can report it. Those of dates and
 * amounts depend on the locale: `locale-masks.ts`.
 */

/** How a control writes a value. `parse` gives the value of any text, also of one that `format` does not give. */
export interface InputMask {
  readonly format: (value: string) => string;
  readonly parse: (text: string) => string;
  /** Formats the text while it grows at its end; not called while the caret is elsewhere or text is deleted. */
  readonly formatWhileTyping?: (text: string) => string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Whether a text has only characters of a number. */
const isNumberLike = (text: string): boolean => /^[\d\s().+-]*$/.test(text);

const masks = new Map<string, InputMask>();

/**
 * The mask of a pattern like `(###) ###-####`; the value has its separators. `prefix`: digits that people may type before
 * those of the pattern. The text is reduced to digits and limited to as many as the pattern has (S5). The same mask for the
 * same arguments.
 */
export function patternMask(pattern: string, prefix = ""): InputMask {
  const key = JSON.stringify([pattern, prefix]);
  const known = masks.get(key);
  if (known !== undefined) return known;
  const format = (text: string): string => masked(text, pattern, prefix);
  const mask = { format, parse: (text: string) => format(text.trim()), formatWhileTyping: format };
  masks.set(key, mask);
  return mask;
}

const digitsIn = (pattern: string): number => pattern.replace(/[^#]/g, "").length;

/** The separators of the pattern are written up to the last digit; digits of the first group alone have none. */
function masked(text: string, pattern: string, prefix: string): string {
  const most = digitsIn(pattern);
  const all = digitsOf(text);
  const digits = all.length > most && all.startsWith(prefix) ? all.slice(prefix.length) : all;
  const kept = digits.slice(0, most);
  const firstGroup = /#+/.exec(pattern)?.[0].length ?? 0;
  if (kept.length <= firstGroup) return kept;
  let shown = "";
  let count = 0;
  for (const character of pattern) {
    if (count === kept.length) break;
    shown += character === "#" ? kept[count++] : character;
  }
  return shown;
}

/** The mask of a number whose value has the digits alone. A text with other characters or more digits stays as it is. */
export function digitsMask(pattern: string): InputMask {
  // A value that is not a number stays, so that its error names what was typed.
  const format = (text: string): string =>
    isNumberLike(text) && digitsOf(text).length <= digitsIn(pattern) ? masked(text, pattern, "") : text;
  return { format, parse: (text) => (isNumberLike(text) ? digitsOf(text) : text.trim()), formatWhileTyping: format };
}

/** An account number, routing number or code: the value has no spaces and dashes. */
export const digits: InputMask = {
  format: (value) => value,
  parse: (text) => text.replace(/[\s-]/g, ""),
};

/** The mask of a control that takes any text as it is. */
export const plain: InputMask = { format: (value) => value, parse: (text) => text };

/** Removes white space around the text. */
export const trimmed: InputMask = { format: (value) => value, parse: (text) => text.trim() };

/** As `trimmed`, without these characters, as the sign of `60%`; a space means any white space. The same mask for the same ones. */
export function removing(characters: string): InputMask {
  if (characters === "") return trimmed;
  const known = masks.get(characters);
  if (known !== undefined) return known;
  const isRemoved = (character: string): boolean => characters.includes(/\s/.test(character) ? " " : character);
  const mask = { ...trimmed, parse: (text: string) => [...text.trim()].filter((character) => !isRemoved(character)).join("") };
  masks.set(characters, mask);
  return mask;
}

/** An email address: white space around it is not part of it, and its case stays as typed. */
export const email: InputMask = trimmed;
