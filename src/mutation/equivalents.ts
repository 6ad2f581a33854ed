/** Exports the mutants that `flows/scenarios/equivalents.json` declares equivalent, for `flows mutate`. */
import type { Mutant } from "./mutant.js";

/** Mutants without a difference that a depositor can observe; `*` matches any text. */
export interface Equivalent {
  readonly kind: string;
  readonly file: string;
  /** The JSON pointer of the changed value (RFC 6901). */
  readonly place: string;
  readonly change: string;
  readonly reason: string;
}

const matches = (pattern: string, text: string): boolean => new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "s").test(text);

const escaped = (text: string): string => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");

type Described = Pick<Mutant, "id" | "kind" | "file" | "change">;

/** The pointer in the id of a mutant. */
const placeOf = ({ id }: Described): string => id.slice(id.indexOf("#") + 1).replace(/ \d+$/, "");

const isDescribedBy = (mutant: Described, { kind, file, place, change }: Equivalent): boolean =>
  mutant.kind === kind && matches(file, mutant.file) && matches(place, placeOf(mutant)) && matches(change, mutant.change);

/** The declaration of a mutant as equivalent; null where there is none. */
export function equivalentOf(mutant: Described, equivalents: readonly Equivalent[]): Equivalent | null {
  return equivalents.find((one) => isDescribedBy(mutant, one)) ?? null;
}

/** Declarations that match none of the mutants. */
export function staleEquivalents(mutants: readonly Described[], equivalents: readonly Equivalent[]): readonly Equivalent[] {
  return equivalents.filter((one) => !mutants.some((mutant) => isDescribedBy(mutant, one)));
}
