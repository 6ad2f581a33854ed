/** Exports the changes of a linked bank account by its depositor: its nickname, and its removal. */
import { ApiError, notFound } from "./api-error.js";
import { lockDepositor } from "./depositors.js";
import { PASSED_STATUSES } from "./identity-check.js";
import { type LinkedAccount, linksOf, NO_LINK_CHANGES } from "./links.js";
import { dollarsOf } from "./money.js";
import type { UnitOfWork } from "./unit-of-work.js";

const DATE = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });

/** Locks the caller's entity and returns one of its links that is still there. */
async function linkOf(work: UnitOfWork, userUuid: string, uuid: string): Promise<LinkedAccount> {
  const depositor = await lockDepositor(work, userUuid);
  const link = (await linksOf(work, depositor.entity_uuid)).find((each) => each.uuid === uuid && each.status !== "ARCHIVED");
  if (!link) throw notFound("This linked account");
  if (!PASSED_STATUSES.has(depositor.registration_status ?? "") || depositor.extended_status === "HOLD")
    throw new ApiError(403, "not_allowed", NO_LINK_CHANGES);
  return link;
}

/** Names a link. */
export async function renameLink(work: UnitOfWork, userUuid: string, uuid: string, nickname: string): Promise<LinkedAccount[]> {
  const link = await linkOf(work, userUuid, uuid);
  await work.db.updateTable("linked_accounts").set({ nickname: nickname.trim() }).where("uuid", "=", link.uuid).execute();
  return linksOf(work, link.entity_uuid);
}

/** Removes a link. Throws 409 `transfers_pending`, with the reason, while a transfer of the link is in progress. */
export async function removeLink(work: UnitOfWork, userUuid: string, uuid: string): Promise<LinkedAccount[]> {
  const link = await linkOf(work, userUuid, uuid);
  const transfers = await work.db
    .selectFrom("transfers")
    .select(["amount_cents", "settles_on", "schedule_uuid"])
    .where("linked_account_uuid", "=", link.uuid)
    .where("status", "in", ["Initiated", "Pending", "Submitted"])
    .orderBy("settles_on", "desc")
    .execute();
  const [last] = transfers;
  if (last) {
    const day = DATE.format(new Date(`${last.settles_on}T00:00:00Z`));
    throw new ApiError(
      409,
      "transfers_pending",
      transfers.some(({ schedule_uuid }) => schedule_uuid !== null)
        ? "You have recurring deposits from this account. Stop them first, then remove the account."
        : `A transfer of ${dollarsOf(last.amount_cents)} with this account is in progress until ${day}. You can remove the account after that.`,
    );
  }
  const pending = await work.db
    .selectFrom("requests")
    .select("id")
    .where("linked_account_uuid", "=", link.uuid)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
  if (pending) throw new ApiError(409, "transfers_pending", "We're processing a transfer with this account. Try again in a few minutes.");
  await work.db.updateTable("linked_accounts").set({ status: "ARCHIVED", relink_required: false }).where("uuid", "=", link.uuid).execute();
  return linksOf(work, link.entity_uuid);
}
