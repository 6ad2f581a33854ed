/** Exports the bank's rules on who may make transfers, and with which linked account. */
import type { Account } from "./accounts.js";
import { accountOf } from "./accounts.js";
import { ApiError } from "./api-error.js";
import { withdrawalsHeldUntil } from "./contact-changes.js";
import { type Depositor, lockDepositor } from "./depositors.js";
import { PASSED_STATUSES } from "./identity-check.js";
import { type LinkedAccount, linksOf } from "./links.js";
import { centsOf, dollarsOf } from "./money.js";
import { requireNoReview, underReview } from "./returns.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** A depositor with an open account. */
export interface AccountHolder {
  readonly depositor: Depositor;
  readonly account: Account;
}

const mayTransfer = (depositor: Depositor): boolean =>
  PASSED_STATUSES.has(depositor.registration_status ?? "") &&
  depositor.registration_last_step === "completed" &&
  depositor.extended_status !== "HOLD";

/** Locks the caller's entity and returns the caller with the account; throws when they may not make transfers. */
export async function requireTransfers(work: UnitOfWork, userUuid: string): Promise<AccountHolder> {
  const depositor = await lockDepositor(work, userUuid);
  const account = await accountOf(work, depositor.entity_uuid);
  if (!account || !mayTransfer(depositor)) throw new ApiError(403, "not_allowed", "Your account can't make transfers right now.");
  if (account.closing_at !== null) throw new ApiError(403, "account_closing", "Your account is being closed, so it can't make transfers.");
  await requireNoReview(work, depositor.entity_uuid);
  return { depositor, account };
}

/** Throws 403 `withdrawals_held` for a day after a change of email or phone, so that the owner can react to the notice. */
export async function requireNoContactHold(work: UnitOfWork, userUuid: string): Promise<void> {
  if ((await withdrawalsHeldUntil(work, userUuid)) === null) return;
  throw new ApiError(403, "withdrawals_held", "You changed your contact information, so withdrawals are paused for 24 hours.");
}

/** Why an account makes no transfers now, or null; for requests and scheduled deposits that were accepted earlier. */
export async function transfersStopped(work: UnitOfWork, depositor: Depositor): Promise<string | null> {
  if (!mayTransfer(depositor)) return "Your account can't make transfers right now.";
  if ((await accountOf(work, depositor.entity_uuid))?.closing_at) return "Your account is being closed.";
  return (await underReview(work, depositor.entity_uuid)) ? "We're reviewing a returned transfer." : null;
}

/** Whether money can come from a linked account (`in`) or go to it (`out`); a stopped payment does not stop withdrawals. */
export const isUsable = (link: LinkedAccount, direction: "in" | "out"): boolean =>
  !link.relink_required && (link.status === "ACTIVE" || (direction === "out" && link.status === "DEPOSITS_LOCKED"));

/** The linked account of an id, if it can be used; throws 422 `no_source` otherwise. */
export async function requireLink(work: UnitOfWork, entityUuid: string, uuid: string, direction: "in" | "out"): Promise<LinkedAccount> {
  const link = (await linksOf(work, entityUuid)).find((each) => each.uuid === uuid);
  if (link && isUsable(link, direction)) return link;
  const message = "You can't use that bank account for transfers. Choose another account.";
  throw new ApiError(422, "no_source", message, { errors: { linked_account_id: [message] } });
}

/** An amount in cents; throws 422 for one below `least` cents, or for a missing one. */
export function requireAmount(decimal: string, least: number): number {
  const cents = centsOf(decimal);
  if (cents !== null && cents >= least) return cents;
  const message = `Enter an amount of ${dollarsOf(least)} or more.`;
  throw new ApiError(422, "validation", message, { errors: { amount: [message] } });
}
