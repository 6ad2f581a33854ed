/** Exports the identity check (KYC), which the magic values decide at once. */
import { readData } from "./data.js";

/** The result of an identity check. `hold`: the depositor passed and the account is on hold. */
export type IdentityDecision = { readonly status: string; readonly hold: boolean };

interface Magic {
  readonly ssn_last4: Readonly<Record<string, string>>;
  readonly duplicate_ssn_last4: string;
  readonly last_names: Readonly<Record<string, string>>;
}

const magicValues = readData<Magic>("magic-values");

/** Statuses that allow linking: passed or still under review. */
export const LINKABLE_STATUSES: ReadonlySet<string> = new Set(["PASSED", "MANUALLY_REVIEWED", "FLAGGED", "IN_REVIEW"]);
/** Statuses that allow transfers. */
export const PASSED_STATUSES: ReadonlySet<string> = new Set(["PASSED", "MANUALLY_REVIEWED"]);
/** Statuses of an incomplete check, which the depositor may repeat. */
export const RECHECKABLE_STATUSES: ReadonlySet<string> = new Set(["ERRORED", "UNSUBMITTED"]);
/** Statuses of a check without a result: an incomplete one, or one that a person at the bank decides. */
export const UNDECIDED_STATUSES: ReadonlySet<string> = new Set([...RECHECKABLE_STATUSES, "FLAGGED", "IN_REVIEW"]);

export const isDuplicateTestSsn = (ssnLast4: string): boolean => ssnLast4 === magicValues.duplicate_ssn_last4;

export function checkIdentity(lastName: string, ssnLast4: string): IdentityDecision {
  const byName = magicValues.last_names[lastName.trim().toLowerCase()];
  if (byName === "HOLD") return { status: "PASSED", hold: true };
  return { status: byName ?? magicValues.ssn_last4[ssnLast4] ?? "PASSED", hold: false };
}
