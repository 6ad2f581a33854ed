/** What compiled validators call at run time: bundled into each journey's module of validators. */
import { ageOn, FIELD_FORMATS } from "../language/field-formats.js";

/** Formats as Ajv's compiled code asks for them. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  Object.entries(FIELD_FORMATS).map(([name, format]) => [name, format.validate]),
);

/** Whole years since a birth date, by the machine's clock (UTC); null when it is no date: that is the format's to say. */
export function ageToday(birthDate: string): number | null {
  return ageOn(birthDate.trim(), new Date().toISOString().slice(0, 10));
}
