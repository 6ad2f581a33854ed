/** Exports the functions that compiled validators call: the build bundles them into each journey's module of validators. */
import { BUILT_IN_FORMATS, type DeclaredFormat, fieldFormat, withinBound } from "../language/field-formats.js";

/** The built-in and the declared formats, in the structure that Ajv's compiled code requires. */
export function formatsOf(declared: Readonly<Record<string, DeclaredFormat>>): Readonly<Record<string, (text: string) => boolean>> {
  const own = Object.entries(declared).map(([name, format]) => [name, fieldFormat(format)] as const);
  return Object.fromEntries([...Object.entries(BUILT_IN_FORMATS), ...own].map(([name, { validate }]) => [name, validate]));
}

/** Whether a text keeps to a bound keyword of ours, on a day (`YYYY-MM-DD`); without one, by the machine's clock (UTC). */
export function keepsTo(keyword: string, bound: unknown, text: string, today: string | undefined): boolean {
  return withinBound(keyword, bound, text, today ?? new Date().toISOString().slice(0, 10));
}
