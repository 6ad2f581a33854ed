/** Exports the list operators (`sum`, `distinct`), for values and conditions. */
import { US_DOLLARS, withoutGroups } from "./amount-text.js";

const FIGURE = /^-?\d+(?:\.\d+)?$/;

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === "";

/** A figure as people type it, without the signs around it: `$1,234.50` and `33.3 %` are figures. */
const plainFigure = (value: unknown): string =>
  withoutGroups(
    String(value)
      .trim()
      .replace(/^\$\s*|\s*%$/g, ""),
    US_DOLLARS.group,
  );

/**
 * The sum of figures and of texts that are figures, exact in decimal: `33.33`, `33.33` and `33.34` are 100. Blank items add
 * nothing. NaN when an item is not a figure, so that every comparison with the sum fails.
 */
export function sumOf(list: readonly unknown[]): number {
  const figures = list.filter((item) => !isBlank(item)).map(plainFigure);
  if (!figures.every((figure) => FIGURE.test(figure))) return Number.NaN;
  const places = Math.max(0, ...figures.map((figure) => (figure.split(".")[1] ?? "").length));
  const units = figures.map((figure) => {
    const [whole = "0", fraction = ""] = figure.split(".");
    return BigInt(`${whole}${fraction.padEnd(places, "0")}`);
  });
  // Digits that JSON cannot carry as a number are read back from the text.
  const total = units.reduce((sum, unit) => sum + unit, 0n);
  const digits = String(total < 0n ? -total : total).padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return Number(`${total < 0n ? "-" : ""}${text}`);
}

/** Whether no two items are equal; blank items are not compared. */
export function areDistinct(list: readonly unknown[]): boolean {
  const written = list.filter((item) => !isBlank(item)).map((item) => JSON.stringify(item));
  return new Set(written).size === written.length;
}
