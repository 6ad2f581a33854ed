/** Exports the parser of typed amounts, for the format `money`, the input masks and the operators. */

/** How a locale writes an amount. */
export interface AmountNotation {
  readonly decimal: string;
  /** Separates groups of three digits. */
  readonly group: string;
  /** The symbol of the currency. The signs of all currencies ($, €, ¢) are accepted besides it. */
  readonly symbol: string;
}

/** The notation of US dollars. */
export const US_DOLLARS: AmountNotation = { decimal: ".", group: ",", symbol: "$" };

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A number without its group separators: `1,234.5` -> `1234.5`. A number with a separator elsewhere (`12,34`, `0,123`)
 * stays as it is and does not count as a number: the depositor may have meant a decimal separator.
 */
export function withoutGroups(number: string, group: string): string {
  // Some locales separate groups with a space that keyboards lack.
  const separator = /^\s$/.test(group) ? "\\s" : escaped(group);
  const grouped = new RegExp(`^-?[1-9]\\d{0,2}(?:${separator}\\d{3})+(?!\\d|${separator})`).exec(number);
  return grouped === null ? number : grouped[0].replace(new RegExp(separator, "g"), "") + number.slice(grouped[0].length);
}

/** A typed amount as a decimal text with two places: `$1,234.5` -> `1234.50`, `.5` -> `0.50`; null when it is not an amount. */
export function parseAmount(text: string, { decimal, group, symbol }: AmountNotation): string | null {
  const sign = `(?:${escaped(symbol)}|\\p{Sc})`;
  const bare = text.replace(new RegExp(`^\\s*${sign}?\\s*|\\s*${sign}?\\s*$`, "gu"), "");
  const amount = new RegExp(`^(\\d*)(?:${escaped(decimal)}(\\d{0,2}))?$`).exec(withoutGroups(bare, group));
  if (amount === null || !/\d/.test(bare)) return null;
  const [, whole = "", fraction = ""] = amount;
  return `${whole.replace(/^0+(?=\d)/, "") || "0"}.${fraction.padEnd(2, "0")}`;
}
