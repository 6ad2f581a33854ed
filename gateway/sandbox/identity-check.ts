/** The identity check: decided at once, by the magic values. */
import { readData } from "./data.js";

export type IdentityDecision = { readonly status: string; readonly hold: boolean };

interface Magic {
  readonly ssn_last4: Readonly<Record<string, string>>;
  readonly duplicate_ssn_last4: string;
  readonly last_names: Readonly<Record<string, string>>;
}

const magicValues = readData<Magic>("magic-values");

/** Statuses with which linking goes on: passed, or still being looked at. */
export const LINKABLE_STATUSES: ReadonlySet<string> = new Set(["PASSED", "MANUALLY_REVIEWED", "FLAGGED", "IN_REVIEW"]);
export const PASSED_STATUSES: ReadonlySet<string> = new Set(["PASSED", "MANUALLY_REVIEWED"]);
/** Statuses of a check that did not come to an end: it may be asked for again. */
export const RECHECKABLE_STATUSES: ReadonlySet<string> = new Set(["ERRORED", "UNSUBMITTED"]);

export const isDuplicateTestSsn = (ssnLast4: string): boolean => ssnLast4 === magicValues.duplicate_ssn_last4;

export function checkIdentity(lastName: string, ssnLast4: string): IdentityDecision {
  const byName = magicValues.last_names[lastName.trim().toLowerCase()];
  if (byName === "HOLD") return { status: "PASSED", hold: true };
  return { status: byName ?? magicValues.ssn_last4[ssnLast4] ?? "PASSED", hold: false };
}
