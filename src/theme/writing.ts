/**
 * How a field's value is written and read: the text shown for a value, the value of a text, and what a text becomes
 * while it is typed. A text that is no whole value yet is its own value, so that validation has something to name.
 */
export interface Writing {
  readonly show: (value: string) => string;
  readonly read: (text: string) => string;
  /** Puts a text in shape while it grows at its end; never asked while the caret stands elsewhere or text is deleted. */
  readonly shape?: (text: string) => string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Letters and signs that say "this is no number at all": such a text is left as it is. */
const isNumberLike = (text: string): boolean => /^[\d\s().+-]*$/.test(text);

/** S5: reduced to digits, limited to 10, shown as `(xxx) xxx-xxxx`. A leading country code 1 is dropped. */
export function formatPhone(text: string): string {
  if (!isNumberLike(text)) return text;
  const all = digitsOf(text);
  const digits = (all.length > 10 && all.startsWith("1") ? all.slice(1) : all).slice(0, 10);
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

export const phone: Writing = { show: formatPhone, read: formatPhone, shape: formatPhone };

function formatSsn(text: string): string {
  if (!isNumberLike(text)) return text;
  const digits = digitsOf(text).slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== "").join("-");
}

/** Shown with dashes, valued as nine digits. */
export const ssn: Writing = {
  show: formatSsn,
  read: (text) => (isNumberLike(text) ? digitsOf(text) : text.trim()),
  shape: formatSsn,
};

/** An account, routing or code number: digits, with spaces and dashes accepted and dropped. */
export const digits: Writing = {
  show: (value) => value,
  read: (text) => text.replace(/[\s-]/g, ""),
};

function formatZip(text: string): string {
  const bare = text.replace(/[\s-]/g, "");
  return /^\d{6,9}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : text.trim();
}

export const zip: Writing = { show: (value) => value, read: formatZip };

/** `2031-04-09` of `4/9/2031`, `04092031` or itself; any other text stays as it was typed. */
function readDate(text: string): string {
  const typed = text.trim();
  const parts = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  if (parts === null) return typed;
  const [, month = "", day = "", year = ""] = parts;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function showDate(value: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return parts === null ? value : `${parts[2]}/${parts[3]}/${parts[1]}`;
}

/** Slashes come by themselves after a month and a day of two digits; a year that is typed first is left alone. */
function shapeDate(text: string): string {
  const unslashed = /^(0\d|1[0-2])(\d{1,2})?(\d{1,4})?$/.exec(text);
  if (unslashed) return [unslashed[1], unslashed[2], unslashed[3]].filter((part) => part !== undefined).join("/");
  const monthDone = /^(\d{1,2}\/\d{2})(\d{1,4})$/.exec(text);
  return monthDone ? `${monthDone[1]}/${monthDone[2]}` : text;
}

/** Typed as MM/DD/YYYY, valued as YYYY-MM-DD. */
export const date: Writing = { show: showDate, read: readDate, shape: shapeDate };

/** `1,234.50` of `1234.50`. Digits are moved as text: no float comes near. */
function showMoney(value: string): string {
  const parts = /^(-?)(\d+)(\.\d{2})$/.exec(value);
  return parts === null ? value : `${parts[1]}${(parts[2] ?? "").replace(/\B(?=(\d{3})+$)/g, ",")}${parts[3]}`;
}

function readMoney(text: string): string {
  const bare = text.replace(/[$,\s]/g, "");
  const parts = /^(\d*)(?:\.(\d{0,2}))?$/.exec(bare);
  if (parts === null || bare === "" || bare === ".") return bare;
  const whole = (parts[1] ?? "").replace(/^0+(?=\d)/, "");
  return `${whole === "" ? "0" : whole}.${(parts[2] ?? "").padEnd(2, "0")}`;
}

/** US dollars, valued as a decimal string with two places. */
export const money: Writing = { show: showMoney, read: readMoney };

/** An amount under a dollar: `.07`, `7` and `0.07` are seven cents. */
export const cents: Writing = {
  show: (value) => value,
  read: (text) => {
    const bare = text.replace(/[$¢\s]/g, "");
    return /^\d{1,2}$/.test(bare) ? `0.${bare.padStart(2, "0")}` : readMoney(bare);
  },
};

export const plain: Writing = { show: (value) => value, read: (text) => text };

/** Blanks around a text are nobody's meaning. */
export const trimmed: Writing = { show: (value) => value, read: (text) => text.trim() };

export const email: Writing = trimmed;
