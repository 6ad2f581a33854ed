/** Exports the simulation of an account with thousands of transactions, for tests of lists, searches and exports. */
import { addDays, dayOf, instantOf } from "../../calendar/banking-days.js";
import type { Account } from "../accounts.js";
import { invalid } from "../api-error.js";
import { internalAccount } from "../ledger.js";
import { linksOf } from "../links.js";
import { newUuid, type UnitOfWork } from "../unit-of-work.js";

const MOST = 20_000;
/** PostgreSQL accepts 65,535 parameters in a statement; a transfer has 15. */
const BATCH = 1000;

/**
 * Adds settled deposits of $1.00 to $3.00 on the days before today, each followed by a withdrawal of the same amount,
 * so that the balance stays the same. Returns the number of rows.
 */
export async function addLongHistory(work: UnitOfWork, account: Account, entityUuid: string, rows: unknown): Promise<number> {
  const count = Number(rows);
  if (!Number.isInteger(count) || count < 2 || count > MOST) throw invalid({ rows: [`A whole number from 2 to ${MOST}.`] });
  const [link] = await linksOf(work, entityUuid);
  if (!link) throw invalid({ email: ["This depositor has no linked account."] });
  const ach = await internalAccount(work, "house:ach");
  const pairs = Math.floor(count / 2);
  const today = dayOf(work.at);
  const all = Array.from({ length: pairs * 2 }, (_, index) => {
    const pair = Math.floor(index / 2);
    const isDeposit = index % 2 === 0;
    return {
      uuid: newUuid(work.bank),
      isDeposit,
      cents: 100 + (pair % 201),
      // About 30 pairs on each day, the last of them yesterday.
      day: addDays(today, -1 - Math.floor((pairs - 1 - pair) / 30)),
    };
  });
  for (let start = 0; start < all.length; start += BATCH) {
    const batch = all.slice(start, start + BATCH);
    const postings = await work.db
      .insertInto("postings")
      .values(
        batch.map(({ uuid, isDeposit, day }) => ({
          kind: isDeposit ? "deposit" : "withdrawal",
          posted_at: instantOf(day, "08:30"),
          effective_on: day,
          transfer_uuid: uuid,
          reverses: null,
        })),
      )
      .returning(["id", "transfer_uuid"])
      .execute();
    const idOf = new Map(postings.map(({ id, transfer_uuid }) => [transfer_uuid, id]));
    const postingOf = (uuid: string): number => {
      const id = idOf.get(uuid);
      if (id === undefined) throw new Error(`The transfer ${uuid} has no posting.`);
      return id;
    };
    await work.db
      .insertInto("entries")
      .values(
        batch.flatMap(({ uuid, isDeposit, cents }) => [
          { posting_id: postingOf(uuid), ledger_account_id: account.ledger_account_id, cents: isDeposit ? cents : -cents },
          { posting_id: postingOf(uuid), ledger_account_id: ach, cents: isDeposit ? -cents : cents },
        ]),
      )
      .execute();
    await work.db
      .insertInto("transfers")
      .values(
        batch.map(({ uuid, isDeposit, cents, day }) => ({
          uuid,
          account_uuid: account.uuid,
          linked_account_uuid: link.uuid,
          kind: isDeposit ? "deposit" : "withdrawal",
          direction: isDeposit ? "in" : "out",
          description: isDeposit ? `Deposit from ${link.institution ?? "your bank"}` : `Withdrawal to ${link.institution ?? "your bank"}`,
          amount_cents: cents,
          status: "Settled",
          date_created: instantOf(day, "08:00"),
          date_submitted: instantOf(day, "08:10"),
          date_processed: instantOf(day, "08:30"),
          submits_on: day,
          settles_on: day,
          return_due_on: day,
          available_on: day,
          posting_id: postingOf(uuid),
        })),
      )
      .execute();
  }
  return all.length;
}
