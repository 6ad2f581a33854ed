/**
 * Exports the input masks of the theme's widgets: they format a value as text, parse a text as a value, and format the
 * text while it is typed. An incomplete text is parsed as itself, so that validation can report it.
 */
export interface InputMask {
  readonly format: (value: string) => string;
  readonly parse: (text: string) => string;
  /** Formats the text while it grows at its end; not called while the caret is elsewhere or text is deleted. */
  readonly formatWhileTyping?: (text: string) => string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Whether a text has only characters of a number; the masks leave other texts as they are. */
const isNumberLike = (text: string): boolean => /^[\d\s().+-]*$/.test(text);

const masks = new Map<string, InputMask>();

/**
 * The mask of a pattern like `(###) ###-####`; the value has its separators. `prefix`: digits that people may type before
 * those of the pattern. A text with other characters or more digits stays as it is. The same mask for the same arguments.
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

/** The separators of the pattern are written up to the last digit; digits of the first group alone have none. */
function masked(text: string, pattern: string, prefix: string): string {
  const most = pattern.replace(/[^#]/g, "").length;
  const all = digitsOf(text);
  const digits = all.length > most && all.startsWith(prefix) ? all.slice(prefix.length) : all;
  if (!isNumberLike(text) || digits.length > most) return text;
  const firstGroup = /#+/.exec(pattern)?.[0].length ?? 0;
  if (digits.length <= firstGroup) return digits;
  let shown = "";
  let count = 0;
  for (const character of pattern) {
    if (count === digits.length) break;
    shown += character === "#" ? digits[count++] : character;
  }
  return shown;
}

/** As `patternMask`; the value has the digits alone. */
export function digitsMask(pattern: string): InputMask {
  const { format } = patternMask(pattern);
  return { format, parse: (text) => (isNumberLike(text) ? digitsOf(text) : text.trim()), formatWhileTyping: format };
}

/** An account number, routing number or code: the value has no spaces and dashes. */
export const digits: InputMask = {
  format: (value) => value,
  parse: (text) => text.replace(/[\s-]/g, ""),
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The number of a month as text: of `Apr`, `april` and `Sept.`; empty for any other word. */
function monthOf(name: string): string {
  const found = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return found < 0 ? "" : String(found + 1);
}

/** Year, month and day of a text in one of the orders that people type, the month before the day; null for any other text. */
function partsOfDate(text: string): readonly [year: string, month: string, day: string] | null {
  const numbers = /^(\d{1,2})\s*[/.\-\s]\s*(\d{1,2})\s*[/.\-\s]\s*(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  if (numbers) return [numbers[3] ?? "", numbers[1] ?? "", numbers[2] ?? ""];
  const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text);
  if (yearFirst) return [yearFirst[1] ?? "", yearFirst[2] ?? "", yearFirst[3] ?? ""];
  const named = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4}|\d{2})$/i.exec(text);
  const month = monthOf(named?.[1] ?? "");
  return named === null || month === "" ? null : [named[3] ?? "", month, named[2] ?? ""];
}

/** The latest year of a text of two digits that `isPossible`. */
function fullYear(text: string, isPossible: (year: number) => boolean): string {
  if (text.length !== 2) return text;
  const year = [2100, 2000, 1900].map((century) => century + Number(text)).find(isPossible);
  return String(year ?? 1900 + Number(text));
}

/**
 * Parses `4/9/31`, `4-9-2031`, `04092031`, `Apr 9, 2031` and `2031-04-09` as `2031-04-09`; returns any other text as it is.
 * `isPossible` decides the century of a year of two digits.
 */
function parseDate(text: string, isPossible: (date: string) => boolean): string {
  const parts = partsOfDate(text.trim());
  if (parts === null) return text.trim();
  const rest = `-${parts[1].padStart(2, "0")}-${parts[2].padStart(2, "0")}`;
  return `${fullYear(parts[0], (year) => isPossible(`${year}${rest}`))}${rest}`;
}

/** The calendar date of this device, `years` from now. */
function dateFromNow(years: number): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear() + years}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function formatDate(value: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return parts === null ? value : `${parts[2]}/${parts[3]}/${parts[1]}`;
}

/** Adds slashes after a month and a day of two digits; leaves a text that starts with a year as it is. */
function formatDateWhileTyping(text: string): string {
  const unslashed = /^(0\d|1[0-2])(\d{1,2})?(\d{1,4})?$/.exec(text);
  if (unslashed) return [unslashed[1], unslashed[2], unslashed[3]].filter((part) => part !== undefined).join("/");
  const monthDone = /^(\d{1,2}\/\d{2})(\d{1,4})$/.exec(text);
  return monthDone ? `${monthDone[1]}/${monthDone[2]}` : text;
}

/** How many years ahead a date with a year of two digits may be. */
const YEARS_AHEAD = 20;

/** Shown as MM/DD/YYYY; the value is YYYY-MM-DD. A year of two digits is the latest one at most 20 years ahead. */
export const date: InputMask = {
  format: formatDate,
  parse: (text) => parseDate(text, (each) => each <= dateFromNow(YEARS_AHEAD)),
  formatWhileTyping: formatDateWhileTyping,
};

/** As `date`; a year of two digits is the latest one that is not in the future. */
export const pastDate: InputMask = { ...date, parse: (text) => parseDate(text, (each) => each <= dateFromNow(0)) };

/** Formats `1234.50` as `1,234.50`, as text: a float would round. */
function formatMoney(value: string): string {
  const parts = /^(-?)(\d+)(\.\d{2})$/.exec(value);
  return parts === null ? value : `${parts[1]}${(parts[2] ?? "").replace(/\B(?=(\d{3})+$)/g, ",")}${parts[3]}`;
}

function parseMoney(text: string): string {
  const bare = text.replace(/[$,\s]/g, "");
  const parts = /^(\d*)(?:\.(\d{0,2}))?$/.exec(bare);
  if (parts === null || bare === "" || bare === ".") return bare;
  const whole = (parts[1] ?? "").replace(/^0+(?=\d)/, "");
  return `${whole === "" ? "0" : whole}.${(parts[2] ?? "").padEnd(2, "0")}`;
}

/** An amount; the value is a decimal string with two places. */
export const money: InputMask = { format: formatMoney, parse: parseMoney };

/** An amount under one unit: `.07`, `7` and `0.07` are parsed as seven cents. */
export const cents: InputMask = {
  format: (value) => value,
  parse: (text) => {
    const bare = text.replace(/[$¢\s]/g, "");
    return /^\d{1,2}$/.test(bare) ? `0.${bare.padStart(2, "0")}` : parseMoney(bare);
  },
};

export const plain: InputMask = { format: (value) => value, parse: (text) => text };

/** Removes white space around the text. */
export const trimmed: InputMask = { format: (value) => value, parse: (text) => text.trim() };

export const email: InputMask = trimmed;
