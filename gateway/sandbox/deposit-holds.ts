/** Exports which deposits are on hold, and until when, for withdrawals to a linked account and for the closing to it. */
import { addDays, dayOf } from "../calendar/banking-days.js";
import type { Account } from "./accounts.js";
import type { LinkedAccount } from "./links.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** How long a deposit can only go back to the account that it came from. */
const OTHER_ACCOUNT_DAYS = 60;

/** A settled deposit that cannot go to a destination yet. */
export interface DepositHold {
  readonly cents: number;
  /** The day on which the deposit settled. */
  readonly settledOn: string;
  /** The first day on which the depositor can use the deposit. */
  readonly usableOn: string;
  /** The first day on which the deposit can go to the destination. */
  readonly availableOn: string;
  /** The keyed hash of the number of the account that the deposit came from. */
  readonly sourceHmac: string;
}

/** The settled deposits that cannot go to a destination yet, in the order of the days on which they can. */
export async function holdsOf(work: UnitOfWork, account: Account, destination: LinkedAccount): Promise<DepositHold[]> {
  const today = dayOf(work.at);
  const rows = await work.db
    .selectFrom("transfers")
    .innerJoin("linked_accounts", "linked_accounts.uuid", "transfers.linked_account_uuid")
    .select(["transfers.amount_cents", "transfers.available_on", "transfers.settles_on", "linked_accounts.number_hmac"])
    .where("transfers.account_uuid", "=", account.uuid)
    .where("transfers.direction", "=", "in")
    .where("transfers.status", "=", "Settled")
    .orderBy("transfers.available_on")
    .execute();
  return rows
    .map((row) => ({
      cents: row.amount_cents,
      settledOn: row.settles_on,
      usableOn: row.available_on,
      availableOn: row.number_hmac === destination.number_hmac ? row.available_on : addDays(row.settles_on, OTHER_ACCOUNT_DAYS),
      sourceHmac: row.number_hmac,
    }))
    .filter(({ availableOn }) => availableOn > today)
    .sort((a, b) => a.availableOn.localeCompare(b.availableOn));
}
