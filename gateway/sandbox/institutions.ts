/** Exports the institutions' settings in the bank's own systems, which brand.json does not have. */
import { readData } from "./data.js";

export interface PasswordRequirements {
  readonly min_length: number;
  readonly max_length: number;
  readonly uppercase: boolean;
  readonly lowercase: boolean;
  readonly number: boolean;
  readonly symbol: boolean;
}

export interface Institution {
  /** The initial interest rate in percent. */
  readonly rate: string;
  readonly password_requirements: PasswordRequirements;
  /** Routing numbers of the institution itself, for the link modes that allow only its own accounts. */
  readonly same_institution_routing_numbers: readonly string[];
  /** How depositors call and write to the institution, for its documents. */
  readonly phone: string;
  readonly address: readonly string[];
  /** Its taxpayer identification number, for the forms that it files. */
  readonly tin: string;
}

const institutions = readData<{ readonly default: Institution } & Readonly<Record<string, Institution>>>("institutions");

/** The settings of an institution; those of `default` for a slug without its own. */
export const institutionOf = (slug: string): Institution => institutions[slug] ?? institutions.default;
