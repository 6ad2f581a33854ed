/**
 * The named string formats of the form schemas: one registry for the compiler, the browser's precompiled validators and
 * the gateway. A format validates a text as it was typed, separators included; {@link normaliseFormat} gives what is sent.
 */

export interface FieldFormat {
  readonly validate: (text: string) => boolean;
  /** The text as it is sent: trimmed, and without the separators that people type. */
  readonly normalise: (text: string) => string;
}

const trimmed = (text: string): string => text.trim().normalize("NFC");
const digitsOnly = (text: string): string => text.replace(/[\s-]/g, "");

const byPattern = (pattern: RegExp, normalise: FieldFormat["normalise"] = trimmed): FieldFormat => ({
  normalise,
  validate: (text) => pattern.test(normalise(text)),
});

/** ABA routing number: nine digits, a Federal Reserve district, weights 3-7-1. */
function isRouting(text: string): boolean {
  if (!/^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2])\d{7}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** A calendar date that exists. */
function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return year > 0 && days !== undefined && day >= 1 && day <= days;
}

const POST_OFFICE_BOX = /\b(p\.?\s*o\.?|post\s+office)\s*box\b/i;
const STATES =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY";
const STATE_CODES: ReadonlySet<string> = new Set(STATES.split(" "));

/** Cents of a microdeposit as people write them: `.07`, `0.07` and `7` are seven; null when it is none of 1 to 99. */
export function centsOf(text: string): number | null {
  const typed = text.trim().replace(/^\$/, "");
  const match = /^(?:(\d{1,2})|0?\.(\d{2}))$/.exec(typed);
  const cents = match === null ? 0 : Number(match[1] ?? match[2]);
  return cents >= 1 && cents <= 99 ? cents : null;
}

/** `(415) 555-0134` -> `4155550134`. */
const phoneDigits = (text: string): string => text.replace(/[\s()-]/g, "");
/** An amount in its sent form: up to 12 digits of dollars, so that its cents are an exact number. */
const AMOUNT = /^\d{1,12}\.\d{2}$/;

/** `$1,234.5` -> `1234.50`. */
function decimal(text: string): string {
  const plain = text
    .trim()
    .replace(/^\$\s*/, "")
    .replace(/,(?=\d{3}(?:\D|$))/g, "");
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(plain);
  return match === null ? plain : `${String(match[1]).replace(/^0+(?=\d)/, "")}.${(match[2] ?? "").padEnd(2, "0")}`;
}

/**
 * An amount of US dollars in cents: of a depositor's input, or of a bound in a schema (`1`, `"100000.00"`). Null when it is no
 * amount.
 */
export function amountInCents(amount: string | number): number | null {
  const plain = decimal(String(amount));
  return AMOUNT.test(plain) ? Number(plain.replace(".", "")) : null;
}

export const FIELD_FORMATS: Readonly<Record<string, FieldFormat>> = {
  "us-phone": {
    normalise: phoneDigits,
    validate: (text) => /^(?:\d{10}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}|\d{3} \d{3} \d{4})$/.test(text.trim()),
  },
  // Area not 000, 666 or 900-999; group not 00; serial not 0000.
  ssn: byPattern(/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/, digitsOnly),
  "aba-routing": { normalise: digitsOnly, validate: (text) => isRouting(digitsOnly(text)) },
  "account-number": byPattern(/^\d{4,17}$/, digitsOnly),
  "us-zip": byPattern(/^\d{5}(?:-\d{4})?$/),
  "us-state": { normalise: (text) => text.trim().toUpperCase(), validate: (text) => STATE_CODES.has(text.trim().toUpperCase()) },
  "person-name": byPattern(/^(?=.*\p{L})[\p{L}\p{M} .'’-]{1,50}$/u),
  "street-address": { normalise: trimmed, validate: (text) => trimmed(text) !== "" && !POST_OFFICE_BOX.test(text) },
  // The age is a keyword's (`x-minimum-age`): a format has no clock.
  "birth-date": { normalise: trimmed, validate: (text) => isDate(text.trim()) },
  money: { normalise: decimal, validate: (text) => AMOUNT.test(decimal(text)) },
  cents: { normalise: (text) => String(centsOf(text) ?? text.trim()), validate: (text) => centsOf(text) !== null },
  "otp-code": byPattern(/^\d{6}$/, digitsOnly),
  ein: byPattern(/^\d{2}-?\d{7}$/, (text) => text.replace(/\s/g, "")),
  email: byPattern(
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
  ),
  date: { normalise: trimmed, validate: isDate },
  "date-time": byPattern(
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
  ),
  uuid: byPattern(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
};

/** What is sent of a text that was typed into a field of this format; a text without a known format is trimmed. */
export function normaliseFormat(format: string | undefined, text: string): string {
  const known = format === undefined ? undefined : FIELD_FORMATS[format];
  return known === undefined ? text.trim() : known.normalise(text);
}

/** Whole years from a birth date to a day (`YYYY-MM-DD`); null when either is no date. */
export function ageOn(birthDate: string, day: string): number | null {
  if (!isDate(birthDate) || !isDate(day)) return null;
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** A keyword of ours that bounds a text: whole years of a birth date, or an amount of US dollars. */
export interface BoundKeyword {
  /** JSON types that the bound itself may have in a schema. */
  readonly types: readonly ("number" | "string")[];
  /** The end of the range that it sets. */
  readonly end: "least" | "most";
  /** The measured text; null when it cannot be measured, which is an error of its format. `today`: `YYYY-MM-DD`. */
  readonly measure: (text: string, today: string) => number | null;
  /** The bound on the same scale; null when it is none. */
  readonly bound: (written: unknown) => number | null;
}

const AGE = {
  types: ["number"],
  measure: (text: string, today: string) => ageOn(text.trim(), today),
  bound: (written: unknown) => (typeof written === "number" ? written : null),
} as const;
const DOLLARS = {
  types: ["number", "string"],
  measure: (text: string) => amountInCents(text),
  bound: (written: unknown) => (typeof written === "number" || typeof written === "string" ? amountInCents(written) : null),
} as const;

/** The keywords of form schemas that JSON Schema does not have: one definition for the compiler, the browser and the gateway. */
export const BOUND_KEYWORDS: Readonly<Record<string, BoundKeyword>> = {
  "x-minimum-age": { ...AGE, end: "least" },
  "x-maximum-age": { ...AGE, end: "most" },
  "x-minimum-amount": { ...DOLLARS, end: "least" },
  "x-maximum-amount": { ...DOLLARS, end: "most" },
};

/** Whether a text keeps to a bound of ours; a text that cannot be measured does. */
export function withinBound(keyword: string, written: unknown, text: string, today: string): boolean {
  const known = BOUND_KEYWORDS[keyword];
  const measured = known?.measure(text, today) ?? null;
  const bound = known?.bound(written) ?? null;
  if (known === undefined || measured === null || bound === null) return true;
  return known.end === "least" ? measured >= bound : measured <= bound;
}
