/**
 * Exports the effects of ACH return codes (Nacha, R01-R85) on the linked account, its holders and retries (domain.md 2,
 * "ACH returns").
 */
import type { Selectable } from "kysely";
import { ApiError, invalid } from "./api-error.js";
import { readData } from "./data.js";
import type { LinkedAccountRow, TransferRow } from "./database/tables.js";
import type { UnitOfWork } from "./unit-of-work.js";

type Link = Selectable<LinkedAccountRow>;

interface ReturnRule {
  readonly explanation: string;
  /** The account's new status; null leaves it unchanged. */
  readonly link: string | null;
  /** The account must be relinked. */
  readonly relink: boolean;
  /** Whether the transfer may be retried: a limited number of times, or after a new authorization. */
  readonly retry: "limited" | "authorized" | null;
  /** Whether the same account may be linked again. */
  readonly same_account: boolean;
  /** The bank reviews the return and holds the funds until the review ends. */
  readonly review: boolean;
}

const rules = readData<{ readonly other: ReturnRule } & Readonly<Record<string, ReturnRule>>>("return-codes");
/** The consequences of an ACH return code (Nacha, R01-R85); codes without an entry have the rule `other`. */
export const returnRule = (code: string): ReturnRule => rules[code] ?? rules.other;

/** Whether deposits that were authorized before a return may still be made: not after it revoked or disputed them. */
export function keepsAuthorizations(code: string | null): boolean {
  const rule = code === null ? null : returnRule(code);
  return rule === null || (rule.retry !== "authorized" && !rule.review);
}

const MAX_RETRIES = 2;
/** Return code "non-transaction account": the account accepts no ACH transfers. */
const ACCOUNT_TYPE_REFUSED = "R20";

/** The remaining retries after this return. */
const retriesAfter = (link: Link, rule: ReturnRule): number | null => {
  if (rule.retry !== "limited") return null;
  return link.retries_left === null ? MAX_RETRIES : Math.max(0, link.retries_left - 1);
};

/** Applies the rule of a return code to the linked account and the savings account. */
export async function applyReturn(work: UnitOfWork, row: Selectable<TransferRow>, code: string): Promise<void> {
  const link = await work.db
    .selectFrom("linked_accounts")
    .selectAll()
    .where("uuid", "=", row.linked_account_uuid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rule = returnRule(code);
  if (rule.review) await work.db.updateTable("accounts").set({ held_at: work.at }).where("uuid", "=", row.account_uuid).execute();
  const retries_left = retriesAfter(link, rule);
  const returnColumns = { return_code: code, retries_left };
  const update = work.db.updateTable("linked_accounts").where("uuid", "=", link.uuid);
  // Another account has replaced this one; a late return changes only its counters.
  if (link.status === "ARCHIVED") {
    await update.set(returnColumns).execute();
    return;
  }
  const first = row.kind === "initial";
  // A failed first deposit locks the link for every code, so that the depositor sees what happened before any retry.
  const status = first ? "LOCKED" : (rule.link ?? link.status);
  // After a first deposit, the app shows the return and asks for the new authorization; later, only relinking gives
  // one.
  const needsNewAuthorization = rule.retry === "authorized" && status === "LOCKED" && !first;
  await update
    .set({ ...returnColumns, status, relink_required: link.relink_required || rule.relink || retries_left === 0 || needsNewAuthorization })
    .execute();
}

/** A settled debit clears the account's earlier returns. */
export async function clearReturns(work: UnitOfWork, linkUuid: string): Promise<void> {
  await work.db.updateTable("linked_accounts").set({ return_code: null, retries_left: null }).where("uuid", "=", linkUuid).execute();
}

/** Whether the same account may be linked again after its last return. */
export const mayLinkAgain = (link: Pick<Link, "return_code" | "retries_left">): boolean =>
  link.return_code === null || (returnRule(link.return_code).same_account && link.retries_left !== 0);

/** The locked account from which the first deposit may be retried, or null. */
export function retrySource(links: readonly Link[]): Link | null {
  const [newest] = links;
  if (newest?.status !== "LOCKED" || newest.return_code === null) return null;
  const { retry } = returnRule(newest.return_code);
  if (retry === null || newest.retries_left === 0) return null;
  return newest;
}

/** Unlocks an account for a newly authorized transfer; its returns still count. */
export async function unlockLink(work: UnitOfWork, link: Link): Promise<void> {
  await work.db.updateTable("linked_accounts").set({ status: "ACTIVE", relink_required: false }).where("uuid", "=", link.uuid).execute();
}

/** Throws when a returned account may not be linked again, or when its kind of account accepts no transfers. */
export function requireUsable(before: readonly Link[], link: { readonly hmac: string; readonly accountType: string }): void {
  const same = before.find((row) => row.number_hmac === link.hmac && row.return_code !== null);
  if (same && !mayLinkAgain(same))
    throw invalid({
      account_number: [
        same.retries_left === 0
          ? "Your bank returned too many transfers from this account. Link another account."
          : `${returnRule(same.return_code ?? "").explanation} Please link another account.`,
      ],
    });
  const [newest] = before;
  if (newest?.return_code === ACCOUNT_TYPE_REFUSED && newest.status !== "ARCHIVED" && link.accountType !== "checking")
    throw invalid({ account_type: ["Your bank doesn't allow transfers with that type of account. Link a checking account."] });
}

/** Whether the bank holds the funds to review a return as unauthorized. */
export async function underReview(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("accounts")
    .select("uuid")
    .where("entity_uuid", "=", entityUuid)
    .where("held_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws `ApiError` 403 `under_review` while the bank reviews a return of the entity. */
export async function requireNoReview(work: UnitOfWork, entityUuid: string): Promise<void> {
  if (await underReview(work, entityUuid))
    throw new ApiError(403, "under_review", "We're reviewing a returned transfer. Linking and transfers are paused until we finish.");
}

/** Ends the review; false when there was none. */
export async function endReview(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable("accounts")
    .set({ held_at: null })
    .where("entity_uuid", "=", entityUuid)
    .where("held_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
