/**
 * Exports the closing of an account: the bank credits the accrued interest and sends the whole balance in one transfer;
 * when that has settled, the account is closed and its holders may only read documents (VIEW_ONLY).
 */
import { dayOf } from "../calendar/banking-days.js";
import { accruedInterest } from "./account-figures.js";
import { type Account, accountOf } from "./accounts.js";
import { startTransfer, type Transfer } from "./ach.js";
import { ApiError } from "./api-error.js";
import { type DepositHold, holdsOf } from "./deposit-holds.js";
import { PASSED_STATUSES } from "./identity-check.js";
import { balanceOf, internalAccount, transfer } from "./ledger.js";
import { type LinkedAccount, linksOf } from "./links.js";
import { dollarsOf } from "./money.js";
import { longDate } from "./pdf/dates.js";
import { insertRequest, last4Of, pendingRequestsOf, type RequestProcess } from "./request-records.js";
import { consumeStepUp } from "./step-up.js";
import { isUsable, requireLink, requireNoContactHold, requireTransfers, transfersStopped } from "./transfer-rules.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** The body of a closing (`schemas/api`): the whole balance goes to the linked account. */
export interface ClosingRequest {
  readonly reason: string;
  readonly linked_account_id: string;
  readonly confirmation: "CLOSE";
}

/** Why an account cannot be closed now. */
export interface ClosingObstacle {
  readonly message: string;
  /** The linked account to which it can be closed instead; null where no account helps. */
  readonly otherAccount: string | null;
}

/**
 * Why an account cannot be closed now with its balance going to a destination, or null: pending transfers, scheduled deposits,
 * an overdrawn balance, deposits on hold, deposits that can only go back to another account.
 */
export async function obstacleOf(work: UnitOfWork, account: Account, destination: LinkedAccount): Promise<ClosingObstacle | null> {
  const rows = await work.db
    .selectFrom("transfers")
    .select(["status", "scheduled"])
    .where("account_uuid", "=", account.uuid)
    .where("status", "in", ["Initiated", "Pending", "Submitted"])
    .execute();
  if (rows.some(({ status, scheduled }) => status === "Initiated" && scheduled))
    return { message: "Cancel your scheduled deposits before you close your account.", otherAccount: null };
  const requests = await Promise.all(
    (["deposit", "withdrawal"] as const).map((kind) => pendingRequestsOf(work, account.entity_uuid, kind)),
  );
  if (requests.flat().length > 0 || rows.length > 0)
    return { message: "You can close your account when your pending transfers are complete.", otherAccount: null };
  return heldObstacle(work, account, await holdsOf(work, account, destination));
}

/** Which amount is held, until when, and what the depositor can do, or that the account is overdrawn; null where nothing is. */
async function heldObstacle(work: UnitOfWork, account: Account, holds: readonly DepositHold[]): Promise<ClosingObstacle | null> {
  const balance = await balanceOf(work, account.ledger_account_id);
  if (balance < 0)
    return { message: "Your balance is below $0.00. You can close your account when you've brought it back up.", otherAccount: null };
  const held = Math.min(
    balance,
    holds.reduce((sum, { cents }) => sum + cents, 0),
  );
  const until = holds.at(-1)?.availableOn;
  if (until === undefined || held <= 0) return null;
  const today = dayOf(work.at);
  const amount = dollarsOf(held);
  const date = longDate(until);
  if (holds.some(({ usableOn }) => usableOn > today))
    return { message: `${amount} of your deposits is on hold until ${date}. You can close your account then.`, otherAccount: null };
  const source = await usableSource(work, account, holds);
  if (source === null)
    return {
      message: `${amount} can only go back to the account it came from until ${date}. You can close your account then.`,
      otherAccount: null,
    };
  // Deposits of this destination are held for that account as well: then choosing it would lead back here.
  const helps = (await holdsOf(work, account, source)).length === 0;
  const next = helps ? "Choose that account" : "Withdraw it there first";
  return {
    message: `${amount} can only go back to your account ending in ${source.number_last4} until ${date}. ${next}, or wait until then to close.`,
    otherAccount: helps ? source.uuid : null,
  };
}

/** The linked account from which all held deposits came, if it can receive them; null otherwise. */
async function usableSource(work: UnitOfWork, account: Account, holds: readonly DepositHold[]): Promise<LinkedAccount | null> {
  const links = (await linksOf(work, account.entity_uuid)).filter((link) => isUsable(link, "out"));
  return links.find((link) => holds.every(({ sourceHmac }) => sourceHmac === link.number_hmac)) ?? null;
}

/** Accepts the closing and returns its request's id. Uses up the session's step-up code. */
export async function acceptClosing(
  work: UnitOfWork,
  session: { readonly uuid: string; readonly userUuid: string },
  { reason, linked_account_id }: ClosingRequest,
): Promise<string> {
  const { depositor, account } = await requireTransfers(work, session.userUuid);
  await requireNoContactHold(work, session.userUuid);
  const link = await requireLink(work, depositor.entity_uuid, linked_account_id, "out");
  if ((await pendingRequestsOf(work, depositor.entity_uuid, "close")).length > 0)
    throw new ApiError(409, "conflict", "We're already closing your account.");
  const obstacle = await obstacleOf(work, account, link);
  if (obstacle !== null) throw new ApiError(409, "transfers_pending", obstacle.message);
  await consumeStepUp(work, session.uuid);
  return insertRequest(work, depositor, { kind: "close", linkUuid: link.uuid, cents: null, reason });
}

/** How a closing request is checked again and performed once it is due. */
export const closingRequests: RequestProcess = {
  async rejectionReason(work, request, depositor) {
    const stopped = await transfersStopped(work, depositor);
    if (stopped !== null) return stopped;
    const link = (await linksOf(work, depositor.entity_uuid)).find(({ uuid }) => uuid === request.linked_account_uuid);
    if (!link || !isUsable(link, "out")) return "You can't use that bank account anymore.";
    const account = await accountOf(work, depositor.entity_uuid);
    return account ? ((await obstacleOf(work, account, link))?.message ?? null) : "There is no account to close.";
  },
  async execute(work, request, depositor) {
    const account = await accountOf(work, depositor.entity_uuid);
    if (!account || request.linked_account_uuid === null) throw new Error("An accepted closing has two accounts.");
    await work.db.updateTable("accounts").set({ closing_at: work.at }).where("uuid", "=", account.uuid).execute();
    const paid = await payOut(work, account);
    if (paid === null) {
      await close(work, account.uuid);
      return null;
    }
    return startTransfer(work, {
      uuid: paid.uuid,
      accountUuid: account.uuid,
      linkUuid: request.linked_account_uuid,
      kind: "closing",
      cents: paid.cents,
      description: `Closing balance to account ending ${await last4Of(work, request)}`,
      requestId: request.id,
      postingId: paid.posting,
    });
  },
  texts: {
    done: "Your account is closing",
    rejected: "We couldn't close your account",
    doneBody: async (work, request) => `We're sending your balance to your account ending in ${await last4Of(work, request)}.`,
  },
};

/** Credits the accrued interest and takes the whole balance from the account; null when it is empty. */
async function payOut(work: UnitOfWork, account: Account): Promise<{ cents: number; posting: number; uuid: string } | null> {
  const today = dayOf(work.at);
  const interest = await accruedInterest(work, account);
  if (interest > 0)
    await transfer(work, await internalAccount(work, "house:interest"), account.ledger_account_id, interest, {
      kind: "interest",
      effectiveOn: today,
    });
  const cents = await balanceOf(work, account.ledger_account_id);
  if (cents <= 0) return null;
  const uuid = newUuid(work.bank);
  const posting = await transfer(work, account.ledger_account_id, await internalAccount(work, "house:ach"), cents, {
    kind: "withdrawal",
    effectiveOn: today,
    transfer: uuid,
  });
  return { cents, posting, uuid };
}

async function close(work: UnitOfWork, accountUuid: string): Promise<void> {
  const { entity_uuid } = await work.db
    .updateTable("accounts")
    .set({ closed_on: dayOf(work.at) })
    .where("uuid", "=", accountUuid)
    .returning("entity_uuid")
    .executeTakeFirstOrThrow();
  // A second holder whom the bank has refused, or not verified yet, gets no access to the documents of the account.
  await work.db
    .updateTable("depositors")
    .set({ registration_status: "VIEW_ONLY" })
    .where("entity_uuid", "=", entity_uuid)
    .where((where) =>
      where.or([
        where("is_primary", "=", true),
        where("registration_status", "in", [...PASSED_STATUSES]),
        where("registration_last_step", "<>", "completed"),
      ]),
    )
    .execute();
}

/** Closes the account when its last transfer has settled. */
export async function followClosing(work: UnitOfWork, row: Transfer): Promise<void> {
  if (row.status === "Settled") await close(work, row.account_uuid);
}
