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

/** A transfer that has moved money, or is under way, with the keyed hash of the other account's number. */
interface Movement {
  readonly amount_cents: number;
  readonly available_on: string;
  readonly settles_on: string;
  readonly date_created: Date;
  readonly number_hmac: string;
}

function movementsOf(work: UnitOfWork, account: Account, direction: "in" | "out", statuses: readonly string[]): Promise<Movement[]> {
  return work.db
    .selectFrom("transfers")
    .innerJoin("linked_accounts", "linked_accounts.uuid", "transfers.linked_account_uuid")
    .select(["transfers.amount_cents", "transfers.available_on", "transfers.settles_on", "transfers.date_created"])
    .select("linked_accounts.number_hmac")
    .where("transfers.account_uuid", "=", account.uuid)
    .where("transfers.direction", "=", direction)
    .where("transfers.status", "in", statuses)
    .orderBy("transfers.date_created")
    .execute();
}

/**
 * The cents of each deposit that have not gone back to its source: a withdrawal takes the newest ones of its destination that
 * could be used. Without this, money of two sources could go to neither, once that of one has gone back.
 */
function keptOf(deposits: readonly Movement[], withdrawals: readonly Movement[]): readonly number[] {
  const kept = deposits.map(({ amount_cents }) => amount_cents);
  for (const { amount_cents, date_created, number_hmac } of withdrawals) {
    const day = dayOf(date_created);
    let left = amount_cents;
    for (let index = deposits.length - 1; index >= 0; index -= 1) {
      const deposit = deposits[index];
      if (deposit?.number_hmac !== number_hmac || deposit.available_on > day) continue;
      const back = Math.min(left, kept[index] ?? 0);
      kept[index] = (kept[index] ?? 0) - back;
      left -= back;
    }
  }
  return kept;
}

/** The settled deposits that cannot go to a destination yet, in the order of the days on which they can. */
export async function holdsOf(work: UnitOfWork, account: Account, destination: LinkedAccount): Promise<DepositHold[]> {
  const today = dayOf(work.at);
  const deposits = await movementsOf(work, account, "in", ["Settled"]);
  const kept = keptOf(deposits, await movementsOf(work, account, "out", ["Initiated", "Pending", "Submitted", "Settled"]));
  return deposits
    .map((row, index) => ({
      cents: kept[index] ?? 0,
      settledOn: row.settles_on,
      usableOn: row.available_on,
      availableOn: row.number_hmac === destination.number_hmac ? row.available_on : addDays(row.settles_on, OTHER_ACCOUNT_DAYS),
      sourceHmac: row.number_hmac,
    }))
    .filter(({ cents, availableOn }) => cents > 0 && availableOn > today)
    .sort((a, b) => a.availableOn.localeCompare(b.availableOn));
}
