/**
 * Exports the formats and bounds of texts in form schemas, for the compiler, the browser's precompiled validators and the
 * gateway. `flows/fields.json` declares the formats of a country and of the product; this file interprets the declarations,
 * and has the formats that need a computation. A format validates a text as it was typed, separators included.
 */
import { parseAmount, US_DOLLARS } from "./amount-text.js";

export interface FieldFormat {
  readonly validate: (text: string) => boolean;
  /** The text as it is sent: trimmed, and without the separators that people type. */
  readonly normalise: (text: string) => string;
}

/** A format of `flows/fields.json`. The compiler writes it beside `format` in a form's schema, as {@link DECLARED}. */
export interface DeclaredFormat {
  /** The separators that people type and that are not sent; a space means any white space. */
  readonly remove?: string;
  /** Whether the text is sent in capital letters. */
  readonly upperCase?: boolean;
  /** Regular expression of the text as it is sent. */
  readonly pattern?: string;
  /** Regular expression of a part that the text must not have, in capital or small letters. */
  readonly reject?: string;
  /** The digits of the text, each times the weight of its position (the weights repeat), add up to a multiple of `modulus`. */
  readonly checksum?: { readonly weights: readonly number[]; readonly modulus: number };
}

/** The keyword of compiled form schemas for the declaration of a format. */
export const DECLARED = "x-format";

const trimmed = (text: string): string => text.trim().normalize("NFC");

const byPattern = (pattern: RegExp): FieldFormat => ({ normalise: trimmed, validate: (text) => pattern.test(trimmed(text)) });

function hasChecksum(text: string, { weights, modulus }: NonNullable<DeclaredFormat["checksum"]>): boolean {
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0), 0);
  return sum % modulus === 0;
}

/** The functions of a declared format. */
export function fieldFormat({ remove = "", upperCase, pattern, reject, checksum }: DeclaredFormat): FieldFormat {
  const isRemoved = (character: string): boolean => remove.includes(/\s/.test(character) ? " " : character);
  const wanted = pattern === undefined ? null : new RegExp(pattern, "u");
  const rejected = reject === undefined ? null : new RegExp(reject, "iu");
  const normalise = (text: string): string => {
    const kept = remove === "" ? trimmed(text) : [...trimmed(text)].filter((character) => !isRemoved(character)).join("");
    return upperCase === true ? kept.toUpperCase() : kept;
  };
  return {
    normalise,
    validate: (text) => {
      const sent = normalise(text);
      return wanted?.test(sent) !== false && rejected?.test(sent) !== true && (checksum === undefined || hasChecksum(sent, checksum));
    },
  };
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

/** Cents of a microdeposit as people write them: `.07`, `0.07` and `7` are seven; null unless it is 1 to 99. */
export function centsOf(text: string): number | null {
  const typed = text.trim().replace(/^\$/, "");
  const match = /^(?:(\d{1,2})|0?\.(\d{2}))$/.exec(typed);
  const cents = match === null ? 0 : Number(match[1] ?? match[2]);
  return cents >= 1 && cents <= 99 ? cents : null;
}

/** An amount in its sent form: up to 12 digits of dollars, so that its cents are an exact number. */
const AMOUNT = /^\d{1,12}\.\d{2}$/;

/** `$1,234.5` -> `1234.50`; a text that is not an amount stays as it is. */
const decimal = (text: string): string => parseAmount(text, US_DOLLARS) ?? text.trim();

/**
 * An amount of US dollars in cents: of a depositor's input, or of a bound in a schema (`1`, `"100000.00"`). Null when it is no
 * amount.
 */
export function amountInCents(amount: string | number): number | null {
  const plain = decimal(String(amount));
  return AMOUNT.test(plain) ? Number(plain.replace(".", "")) : null;
}

/** The formats that every form schema may name without a declaration. */
export const BUILT_IN_FORMATS: Readonly<Record<string, FieldFormat>> = {
  money: { normalise: decimal, validate: (text) => AMOUNT.test(decimal(text)) },
  cents: { normalise: (text) => String(centsOf(text) ?? text.trim()), validate: (text) => centsOf(text) !== null },
  email: byPattern(
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
  ),
  // The age of a birth date is a keyword's (`x-minimum-age`): a format has no clock.
  date: { normalise: trimmed, validate: (text) => isDate(text.trim()) },
  "date-time": byPattern(
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
  ),
  uuid: byPattern(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
};

/** Whether a text that the definitions write can be a value of a format of dates; every text can be one of any other format. */
export function isWritable(text: string, format: string | null): boolean {
  return (format !== "date" && format !== "date-time") || BUILT_IN_FORMATS[format]?.validate(text) === true;
}

/** The functions of the format that a schema names; null for a schema without a known format. */
export function formatOf(schema: { readonly [keyword: string]: unknown }): FieldFormat | null {
  const declared = schema[DECLARED];
  // The compiler has checked the declaration.
  if (declared !== undefined) return fieldFormat(declared as DeclaredFormat);
  return typeof schema.format === "string" ? (BUILT_IN_FORMATS[schema.format] ?? null) : null;
}

/** The declared formats that a compiled form schema names, by name. */
export function declaredFormats(schema: unknown): Readonly<Record<string, DeclaredFormat>> {
  if (typeof schema !== "object" || schema === null) return {};
  const inner = Object.assign({}, ...Object.values(schema).map(declaredFormats)) as Record<string, DeclaredFormat>;
  const { format, [DECLARED]: declared } = schema as { readonly [keyword: string]: unknown };
  return typeof format === "string" && typeof declared === "object" && declared !== null ? { ...inner, [format]: declared } : inner;
}

/** Whole years from a birth date to a day (`YYYY-MM-DD`); null when either is not a date. */
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
  /** The bound on the same scale; null when it is not a valid bound. */
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

/** Whether a text satisfies a bound of ours; a text that cannot be measured does. */
export function withinBound(keyword: string, written: unknown, text: string, today: string): boolean {
  const known = BOUND_KEYWORDS[keyword];
  const measured = known?.measure(text, today) ?? null;
  const bound = known?.bound(written) ?? null;
  if (known === undefined || measured === null || bound === null) return true;
  return known.end === "least" ? measured >= bound : measured <= bound;
}
