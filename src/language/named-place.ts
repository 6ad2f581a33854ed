/** Exports a named part of the definition with its place, and how messages of findings mention it. */
import type { Place } from "./problems.js";

/** The name of a part of the definition, or its text where it has no name, and where it is written. */
export interface NamedPlace {
  readonly name: string;
  readonly at: Pick<Place, "file" | "line">;
}

/** `name (file:line)`. */
export const withPlace = ({ name, at }: NamedPlace): string => `${name} (${at.file}:${at.line})`;
