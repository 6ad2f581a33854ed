/**
 * Exports step-up authentication (NIST SP 800-63B-4, "reauthentication") for withdrawals and other protected calls: a
 * signed-in depositor verifies a new one-time code (`mfa-select`, `mfa-verify`), which permits one such call.
 */
import { ApiError } from "./api-error.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** How long a verified code permits a call, on the system's clock. */
const VALID_MS = 10 * 60 * 1000;

/** Records that the session's depositor has verified a step-up code. */
export async function recordStepUp(work: UnitOfWork, sessionUuid: string): Promise<void> {
  await work.db.updateTable("sessions").set({ stepped_up_at: work.bank.systemNow() }).where("uuid", "=", sessionUuid).execute();
}

/** Uses up the session's verified code; throws 403 `step_up_required` when there is none, or it is too old. */
export async function consumeStepUp(work: UnitOfWork, sessionUuid: string): Promise<void> {
  const { numUpdatedRows } = await work.db
    .updateTable("sessions")
    .set({ stepped_up_at: null })
    .where("uuid", "=", sessionUuid)
    .where("stepped_up_at", ">", new Date(work.bank.systemNow().getTime() - VALID_MS))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError(403, "step_up_required", "Enter a verification code to continue.");
}
