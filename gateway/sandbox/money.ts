/** Exports the conversion of US dollars: decimal strings in the API, integer cents inside the bank. */

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** `"1234.5"` -> 123450; null for anything that is not an amount of whole cents. */
export function centsOf(decimal: string): number | null {
  const match = DECIMAL.exec(decimal);
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" && cents > 0 ? -cents : cents;
}

/** 123450 -> `"1234.50"`. */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 123450 -> `"$1,234.50"`, for emails and statements. */
export function dollarsOf(cents: number): string {
  const [whole = "0", part = "00"] = decimalOf(Math.abs(cents)).split(".");
  return `${cents < 0 ? "-" : ""}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${part}`;
}
