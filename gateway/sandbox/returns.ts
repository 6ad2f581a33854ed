/** What a return code means: for the linked account, for its holders, and for asking again (domain.md 2, "ACH returns"). */
import type { Selectable } from "kysely";
import { ApiError, invalid } from "./api-error.js";
import { readData } from "./data.js";
import type { LinkedAccountRow, TransferRow } from "./database/tables.js";
import type { UnitOfWork } from "./unit-of-work.js";

type Link = Selectable<LinkedAccountRow>;

interface ReturnRule {
  readonly explanation: string;
  /** The account's status from then on; null leaves it as it is. */
  readonly link: string | null;
  /** The account must be linked anew. */
  readonly relink: boolean;
  /** Whether the transfer may be asked for again: a few times, or whenever it is authorized afresh. */
  readonly retry: "limited" | "authorized" | null;
  /** The very same account may be linked once more. */
  readonly same_account: boolean;
  /** The bank looks into it; until that is over the funds are held. */
  readonly review: boolean;
}

const rules = readData<{ readonly other: ReturnRule } & Readonly<Record<string, ReturnRule>>>("return-codes");
export const returnRule = (code: string): ReturnRule => rules[code] ?? rules.other;

const MAX_RETRIES = 2;
/** The bank's word for it: this account takes no savings accounts' transfers. */
const ACCOUNT_TYPE_REFUSED = "R20";

/** How often the transfer may be asked for again after it has come back once more. */
const retriesAfter = (link: Link, rule: ReturnRule): number | null => {
  if (rule.retry !== "limited") return null;
  return link.retries_left === null ? MAX_RETRIES : Math.max(0, link.retries_left - 1);
};

/** Deals with the linked account, and with the savings account, as the code of a returned transfer demands. */
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
  const told = { return_code: code, retries_left };
  const update = work.db.updateTable("linked_accounts").where("uuid", "=", link.uuid);
  // Another account has taken its place meanwhile: what came late changes nothing of that.
  if (link.status === "ARCHIVED") {
    await update.set(told).execute();
    return;
  }
  const first = row.kind === "initial";
  // A first funding that fails locks the link, whatever the code: the depositor is led to what happened before anything is tried again.
  const status = first ? "LOCKED" : (rule.link ?? link.status);
  // After a first funding the fresh authorization is given where it is told of; later there is only linking again for it.
  const needsNewAuthorization = rule.retry === "authorized" && status === "LOCKED" && !first;
  await update
    .set({ ...told, status, relink_required: link.relink_required || rule.relink || retries_left === 0 || needsNewAuthorization })
    .execute();
}

/** Money has come from this account: what came back before no longer counts. */
export async function clearReturns(work: UnitOfWork, linkUuid: string): Promise<void> {
  await work.db.updateTable("linked_accounts").set({ return_code: null, retries_left: null }).where("uuid", "=", linkUuid).execute();
}

/** Whether this very account may be linked once more after what came back from it. */
export const mayLinkAgain = (link: Pick<Link, "return_code" | "retries_left">): boolean =>
  link.return_code === null || (returnRule(link.return_code).same_account && link.retries_left !== 0);

/** The locked account from which the first deposit may be asked for again, or null. */
export function retrySource(links: readonly Link[]): Link | null {
  const [newest] = links;
  if (newest?.status !== "LOCKED" || newest.return_code === null) return null;
  const { retry } = returnRule(newest.return_code);
  if (retry === null || newest.retries_left === 0) return null;
  return newest;
}

/** Opens an account again for the transfer that was authorized afresh; its returns go on counting. */
export async function unlockLink(work: UnitOfWork, link: Link): Promise<void> {
  await work.db.updateTable("linked_accounts").set({ status: "ACTIVE", relink_required: false }).where("uuid", "=", link.uuid).execute();
}

/** Refuses to link, once more, an account that cannot be used, and another of a kind that takes no transfers. */
export function requireUsable(before: readonly Link[], link: { readonly hmac: string; readonly accountType: string }): void {
  const same = before.find((row) => row.number_hmac === link.hmac && row.return_code !== null);
  if (same && !mayLinkAgain(same))
    throw invalid({
      account_number: [
        same.retries_left === 0
          ? "Transfers from this account came back too often. Please link another account."
          : `${returnRule(same.return_code ?? "").explanation} Please link another account.`,
      ],
    });
  const [newest] = before;
  if (newest?.return_code === ACCOUNT_TYPE_REFUSED && newest.status !== "ARCHIVED" && link.accountType !== "checking")
    throw invalid({ account_type: ["Your bank does not allow transfers with that kind of account. Please link a checking account."] });
}

/** Funds are held while the bank looks into a transfer that nobody is said to have authorized. */
export async function underReview(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("accounts")
    .select("uuid")
    .where("entity_uuid", "=", entityUuid)
    .where("held_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function requireNoReview(work: UnitOfWork, entityUuid: string): Promise<void> {
  if (await underReview(work, entityUuid))
    throw new ApiError(
      403,
      "under_review",
      "We are reviewing a transfer that came back. Until that is done, no account is linked and no money moves.",
    );
}

/** The review is over; false where there was none. */
export async function endReview(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable("accounts")
    .set({ held_at: null })
    .where("entity_uuid", "=", entityUuid)
    .where("held_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
