/**
 * Exports the formats of one (synchronous) evaluation for the formatting operators: json-logic-js does not pass formats
 * to its operations.
 */
import { FormatsMissing } from "./failures.js";
import type { Formats } from "./formats.js";

let formatting: Formats | null = null;

/** Call before an evaluation; null where the caller has no formats. */
export function setFormats(formats: Formats | null): void {
  formatting = formats;
}

/** Throws {@link FormatsMissing} in an evaluation without formats. */
export function formatsInUse(): Formats {
  if (formatting === null) throw new FormatsMissing();
  return formatting;
}
