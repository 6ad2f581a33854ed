/** Exports the functions that compiled validators call: the build bundles them into each journey's module of validators. */
import { FIELD_FORMATS, withinBound } from "../language/field-formats.js";

/** Formats in the structure that Ajv's compiled code requires. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  Object.entries(FIELD_FORMATS).map(([name, format]) => [name, format.validate]),
);

/** Whether a text keeps to a bound keyword of ours, by the machine's clock (UTC). */
export function keepsTo(keyword: string, bound: unknown, text: string): boolean {
  return withinBound(keyword, bound, text, new Date().toISOString().slice(0, 10));
}
