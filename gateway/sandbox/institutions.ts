/** What the bank's own systems hold of an institution, beyond the look that its brand gives it. */
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
  /** Interest rate in percent with which it starts. */
  readonly rate: string;
  readonly password_requirements: PasswordRequirements;
  /** Routing numbers that count as the same institution, for the link modes that ask it. */
  readonly same_institution_routing_numbers: readonly string[];
}

const institutions = readData<{ readonly default: Institution } & Readonly<Record<string, Institution>>>("institutions");

export const institutionOf = (slug: string): Institution => institutions[slug] ?? institutions.default;
