/** Exports withdrawals: what can be withdrawn and when the rest can, the request, and its dates before the depositor confirms. */
import { dayOf, instantOf } from "../calendar/banking-days.js";
import { obstacleOf } from "./account-closing.js";
import { accruedInterest } from "./account-figures.js";
import { type Account, accountOf, availableOf, visibleAccountOf } from "./accounts.js";
import { startTransfer } from "./ach.js";
import { ApiError } from "./api-error.js";
import { withdrawalsHeldUntil } from "./contact-changes.js";
import { holdsOf } from "./deposit-holds.js";
import type { Depositor } from "./depositors.js";
import { balanceOf } from "./ledger.js";
import { type LinkedAccount, linksOf } from "./links.js";
import { decimalOf, dollarsOf } from "./money.js";
import { insertRequest, last4Of, type RequestProcess } from "./request-records.js";
import { consumeStepUp } from "./step-up.js";
import { CUT_OFF, transferDates } from "./transfer-dates.js";
import { isUsable, requireAmount, requireLink, requireNoContactHold, requireTransfers, transfersStopped } from "./transfer-rules.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** Any amount can be withdrawn, so that nothing is left that only closing the account would pay. */
const MIN_CENTS = 1;

/** The body of a withdrawal (`schemas/api`). `amount` is a decimal in dollars. */
export interface WithdrawalRequest {
  readonly amount: string;
  readonly linked_account_id: string;
}

/**
 * The amount that can be withdrawn to a destination now: what is available, less deposits that can only go back to the
 * account that they came from. `without` leaves out one pending request.
 */
async function availableTo(work: UnitOfWork, account: Account, destination: LinkedAccount, without: string | null = null): Promise<number> {
  const today = dayOf(work.at);
  const available = await availableOf(work, account, without);
  // `availableOf` has taken off the deposits that nobody can use yet.
  const elsewhere = (await holdsOf(work, account, destination)).filter(({ usableOn }) => usableOn <= today);
  return Math.max(0, available - elsewhere.reduce((sum, { cents }) => sum + cents, 0));
}

function requireAvailable(cents: number, available: number): void {
  if (cents <= available) return;
  const message = `You can withdraw up to ${dollarsOf(available)} to this account now.`;
  throw new ApiError(422, "insufficient_funds", message, { errors: { amount: [message] } });
}

/** Accepts a withdrawal and returns its request's id. Uses up the session's step-up code. */
export async function acceptWithdrawal(
  work: UnitOfWork,
  session: { readonly uuid: string; readonly userUuid: string },
  body: WithdrawalRequest,
): Promise<string> {
  const { depositor, account } = await requireTransfers(work, session.userUuid);
  await requireNoContactHold(work, session.userUuid);
  const cents = requireAmount(body.amount, MIN_CENTS);
  const link = await requireLink(work, depositor.entity_uuid, body.linked_account_id, "out");
  requireAvailable(cents, await availableTo(work, account, link));
  await consumeStepUp(work, session.uuid);
  return insertRequest(work, depositor, { kind: "withdrawal", linkUuid: link.uuid, cents });
}

/** How a withdrawal request is checked again and performed once it is due. */
export const withdrawalRequests: RequestProcess = {
  async rejectionReason(work, request, depositor) {
    const stopped = await transfersStopped(work, depositor);
    if (stopped !== null) return stopped;
    const link = (await linksOf(work, depositor.entity_uuid)).find(({ uuid }) => uuid === request.linked_account_uuid);
    if (!link || !isUsable(link, "out")) return "You can't use that bank account anymore.";
    const account = await accountOf(work, depositor.entity_uuid);
    const available = account ? await availableTo(work, account, link, request.id) : 0;
    return (request.amount_cents ?? 0) > available ? "The amount is no longer available to withdraw." : null;
  },
  async execute(work, request, depositor) {
    const account = await accountOf(work, depositor.entity_uuid);
    if (!account || request.linked_account_uuid === null) throw new Error("An accepted withdrawal has two accounts.");
    return startTransfer(work, {
      accountUuid: account.uuid,
      linkUuid: request.linked_account_uuid,
      kind: "withdrawal",
      cents: request.amount_cents ?? 0,
      description: `Withdrawal to account ending ${await last4Of(work, request)}`,
      requestId: request.id,
    });
  },
  texts: {
    done: "Your withdrawal is on its way",
    rejected: "Your withdrawal didn't go through",
    doneBody: async (work, request) =>
      `${dollarsOf(request.amount_cents ?? 0)} will be sent to your account ending in ${await last4Of(work, request)}.`,
  },
};

/** The dates and holds of a withdrawal to a destination that is requested now, and what closing the account would pay, or why it is not possible now. */
export async function withdrawalPreview(work: UnitOfWork, depositor: Depositor, linkUuid: string, amount?: string) {
  const account = await visibleAccountOf(work, depositor);
  if (!account) throw new ApiError(403, "not_allowed", "Your account can't make transfers right now.");
  const link = await requireLink(work, depositor.entity_uuid, linkUuid, "out");
  const available = await availableTo(work, account, link);
  const cents = amount === undefined ? null : requireAmount(amount, MIN_CENTS);
  if (cents !== null) requireAvailable(cents, available);
  const { submitted, settles } = transferDates(work.at);
  const balance = await balanceOf(work, account.ledger_account_id);
  const interest = await accruedInterest(work, account);
  const obstacle = await obstacleOf(work, account, link);
  return {
    amount: cents === null ? null : decimalOf(cents),
    available: decimalOf(available),
    held_until: (await withdrawalsHeldUntil(work, depositor.user_uuid))?.toISOString() ?? null,
    sent_date: submitted,
    arrival_date: settles,
    cutoff: instantOf(submitted, CUT_OFF).toISOString(),
    holds: (await holdsOf(work, account, link)).map(({ cents, settledOn, usableOn, availableOn }) => ({
      amount: decimalOf(cents),
      available_date: availableOn,
      deposit_date: settledOn,
      reason: availableOn === usableOn ? "new_deposit" : "other_account",
    })),
    balance: decimalOf(balance),
    accrued_interest: decimalOf(interest),
    payout: decimalOf(balance + interest),
    closing_obstacle: obstacle?.message ?? null,
    closing_account_id: obstacle?.otherAccount ?? null,
  };
}
