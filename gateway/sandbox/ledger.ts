/**
 * Exports the double-entry ledger, in integer cents. A positive entry is a credit: the positive balance of an account
 * is the bank's liability to the depositor. Entries never change; a reversal corrects a mistake.
 */
import { sql } from "kysely";
import type { UnitOfWork } from "./unit-of-work.js";

/** The bank's internal accounts, on the other side of its postings. */
export type InternalAccount = "house:ach" | "house:interest" | "house:verification";

/** An entry of a posting: the id of the ledger account, and integer cents. Positive is a credit, negative a debit. */
export interface Entry {
  readonly account: number;
  readonly cents: number;
}

interface Posting {
  readonly kind: "deposit" | "withdrawal" | "interest" | "reversal" | "verification" | "opening";
  readonly effectiveOn: string;
  readonly entries: readonly Entry[];
  readonly transfer?: string;
  readonly reverses?: number;
}

/** Creates the ledger account of a depositor's account. Returns its id; fails for a code that exists. */
export async function openLedgerAccount(work: UnitOfWork, code: string): Promise<number> {
  const row = await work.db.insertInto("ledger_accounts").values({ code }).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Returns the id of an internal account; creates it when it is missing. */
export async function internalAccount(work: UnitOfWork, code: InternalAccount): Promise<number> {
  await work.db
    .insertInto("ledger_accounts")
    .values({ code })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .execute();
  const row = await work.db.selectFrom("ledger_accounts").select("id").where("code", "=", code).executeTakeFirstOrThrow();
  return row.id;
}

/** Inserts a posting; at commit, the database rejects one whose entries do not sum to zero. */
export async function post(work: UnitOfWork, posting: Posting): Promise<number> {
  const { id } = await work.db
    .insertInto("postings")
    .values({
      kind: posting.kind,
      posted_at: work.at,
      effective_on: posting.effectiveOn,
      transfer_uuid: posting.transfer ?? null,
      reverses: posting.reverses ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await work.db
    .insertInto("entries")
    .values(posting.entries.map((entry) => ({ posting_id: id, ledger_account_id: entry.account, cents: entry.cents })))
    .execute();
  return id;
}

/** Moves cents between two ledger accounts. */
export function transfer(work: UnitOfWork, from: number, to: number, cents: number, posting: Omit<Posting, "entries">): Promise<number> {
  return post(work, {
    ...posting,
    entries: [
      { account: from, cents: -cents },
      { account: to, cents },
    ],
  });
}

/** Reverses a posting with the opposite entries; a posting can be reversed once. */
export async function reverse(work: UnitOfWork, postingId: number, effectiveOn: string, transferUuid: string): Promise<number> {
  const entries = await work.db
    .selectFrom("entries")
    .selectAll()
    .where("posting_id", "=", postingId)
    .orderBy("ledger_account_id")
    .execute();
  return post(work, {
    kind: "reversal",
    effectiveOn,
    transfer: transferUuid,
    reverses: postingId,
    entries: entries.map((entry) => ({ account: entry.ledger_account_id, cents: -entry.cents })),
  });
}

/** The sum of an account's entries, in integer cents. Positive: the bank owes it to the depositor; an internal account may be negative. */
export async function balanceOf(work: UnitOfWork, ledgerAccountId: number): Promise<number> {
  const row = await work.db
    .selectFrom("entries")
    .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as("cents"))
    .where("ledger_account_id", "=", ledgerAccountId)
    .executeTakeFirstOrThrow();
  return row.cents;
}

/**
 * An account's movements on one day (`2027-01-31`) in integer cents, credits positive. Interest is apart, because the day's
 * principal excludes interest that is credited at its end.
 */
export interface DayMovement {
  readonly day: string;
  readonly principal: number;
  readonly interest: number;
}

/**
 * The movements of an account by the effective day of their postings, in this order, in integer cents. Days without a posting
 * are left out.
 */
export function movementsOf(work: UnitOfWork, ledgerAccountId: number): Promise<DayMovement[]> {
  return work.db
    .selectFrom("entries")
    .innerJoin("postings", "postings.id", "entries.posting_id")
    .select([
      "postings.effective_on as day",
      sql<number>`coalesce(sum(entries.cents) filter (where postings.kind <> 'interest'), 0)::bigint`.as("principal"),
      sql<number>`coalesce(sum(entries.cents) filter (where postings.kind = 'interest'), 0)::bigint`.as("interest"),
    ])
    .where("entries.ledger_account_id", "=", ledgerAccountId)
    .groupBy("postings.effective_on")
    .orderBy("postings.effective_on")
    .execute();
}
