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

/** S5: the digits of a text, at most 10, as `(xxx) xxx-xxxx`, without a leading country code 1. */
export function formatPhone(text: string): string {
  if (!isNumberLike(text)) return text;
  const all = digitsOf(text);
  const digits = (all.length > 10 && all.startsWith("1") ? all.slice(1) : all).slice(0, 10);
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

export const phone: InputMask = { format: formatPhone, parse: formatPhone, formatWhileTyping: formatPhone };

function formatSsn(text: string): string {
  if (!isNumberLike(text)) return text;
  const digits = digitsOf(text).slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== "").join("-");
}

/** Formatted with dashes; the value is nine digits. */
export const ssn: InputMask = {
  format: formatSsn,
  parse: (text) => (isNumberLike(text) ? digitsOf(text) : text.trim()),
  formatWhileTyping: formatSsn,
};

/** An account number, routing number or code: the value has no spaces and dashes. */
export const digits: InputMask = {
  format: (value) => value,
  parse: (text) => text.replace(/[\s-]/g, ""),
};

function formatZip(text: string): string {
  const bare = text.replace(/[\s-]/g, "");
  return /^\d{6,9}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : text.trim();
}

export const zip: InputMask = { format: (value) => value, parse: formatZip };

/** Parses `4/9/2031`, `04092031` and `2031-04-09` as `2031-04-09`; returns any other text as it is. */
function parseDate(text: string): string {
  const typed = text.trim();
  const parts = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  if (parts === null) return typed;
  const [, month = "", day = "", year = ""] = parts;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
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

/** Typed as MM/DD/YYYY; the value is YYYY-MM-DD. */
export const date: InputMask = { format: formatDate, parse: parseDate, formatWhileTyping: formatDateWhileTyping };

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

/** US dollars; the value is a decimal string with two places. */
export const money: InputMask = { format: formatMoney, parse: parseMoney };

/** An amount under a dollar: `.07`, `7` and `0.07` are parsed as seven cents. */
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
