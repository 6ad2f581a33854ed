/**
 * Exports the cancelling of a deposit or withdrawal before it is sent: of one transfer, or of a whole series of recurring
 * deposits. Regulation E (12 CFR 1005.10(c)) lets a consumer stop a recurring transfer up to three business days before it;
 * the bank accepts it until the cut-off time of the day on which the transfer goes out.
 */
import { requireChanges } from "./account-access.js";
import { endUnsentTransfer, type Transfer } from "./ach.js";
import { ApiError, notFound } from "./api-error.js";
import { startNextRun, stopSeries } from "./deposit-series.js";
import { lockDepositor } from "./depositors.js";
import { insertCompletedRequest } from "./request-records.js";
import { isUuid, type UnitOfWork } from "./unit-of-work.js";

/** `run` cancels one transfer: a series continues with its next run. `series` stops the series too. */
export type CancelScope = "run" | "series";

/** Whether the depositor can cancel a transfer now. */
export const isCancellable = ({ status, kind }: Pick<Transfer, "status" | "kind">): boolean =>
  (kind === "deposit" || kind === "withdrawal") && (status === "Initiated" || status === "Pending");

/** Why a transfer that has left the queue, or never goes out, cannot be canceled. */
const REASONS: Readonly<Record<string, string>> = {
  Cancelled: "This transfer was already canceled.",
  Voided: "We already canceled this transfer. No money was moved.",
  Submitted: "We've already sent this transfer, so it can't be canceled.",
  Settled: "This transfer is complete, so it can't be canceled.",
  Returned: "Your bank returned this transfer, so it can't be canceled.",
};

/** Cancels a transfer. Returns the request's id, and the message for the depositor. */
export async function cancelTransfer(
  work: UnitOfWork,
  userUuid: string,
  uuid: string,
  scope: CancelScope,
): Promise<{ readonly request_id: string; readonly message: string }> {
  const depositor = await lockDepositor(work, userUuid);
  requireChanges(depositor, "You can't cancel transfers right now. Message us for help.");
  const row = isUuid(uuid)
    ? await work.db
        .selectFrom("transfers")
        .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
        .selectAll("transfers")
        .where("transfers.uuid", "=", uuid)
        .where("accounts.entity_uuid", "=", depositor.entity_uuid)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("This transfer");
  if (!isCancellable(row))
    throw new ApiError(422, "not_cancellable", REASONS[row.status] ?? "You can't cancel this transfer online. Message us for help.");
  await endUnsentTransfer(work, uuid, "Cancelled");
  if (row.schedule_uuid !== null) {
    if (scope === "series") await stopSeries(work, row.schedule_uuid);
    else await startNextRun(work, row);
  }
  const request_id = await insertCompletedRequest(work, depositor, { kind: "void", transferUuid: uuid });
  return { request_id, message: row.direction === "in" ? "Deposit cancelled successfully" : "Withdrawal canceled" };
}
