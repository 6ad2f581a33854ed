/**
 * Exports step-up authentication (NIST SP 800-63B-4, "reauthentication"). A withdrawal and other calls that move money need
 * a new one-time code (`mfa-select`, `mfa-verify`), which permits one such call. A change of beneficiaries needs a recent
 * authentication, as a resource that demands `max_age` does (RFC 9470): a sign-in or a step-up code, which is not used up.
 */
import { ApiError } from "./api-error.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** How long a verified code permits a call, and an authentication is recent, on the system's clock. */
const VALID_MS = 10 * 60 * 1000;

const validSince = (work: UnitOfWork): Date => new Date(work.bank.systemNow().getTime() - VALID_MS);
const stepUpRequired = (): ApiError => new ApiError(403, "step_up_required", "Enter a verification code to continue.");

/** Records that the session's depositor has verified a step-up code. */
export async function recordStepUp(work: UnitOfWork, sessionUuid: string): Promise<void> {
  const now = work.bank.systemNow();
  await work.db.updateTable("sessions").set({ stepped_up_at: now, authenticated_at: now }).where("uuid", "=", sessionUuid).execute();
}

/** Uses up the session's verified code; throws 403 `step_up_required` when there is none, or it is too old. */
export async function consumeStepUp(work: UnitOfWork, sessionUuid: string): Promise<void> {
  const { numUpdatedRows } = await work.db
    .updateTable("sessions")
    .set({ stepped_up_at: null })
    .where("uuid", "=", sessionUuid)
    .where("stepped_up_at", ">", validSince(work))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw stepUpRequired();
}

/** Throws 403 `step_up_required` unless the session's depositor has signed in or verified a step-up code recently. */
export async function requireRecentAuthentication(work: UnitOfWork, sessionUuid: string): Promise<void> {
  const recent = await work.db
    .selectFrom("sessions")
    .select("uuid")
    .where("uuid", "=", sessionUuid)
    .where("authenticated_at", ">", validSince(work))
    .executeTakeFirst();
  if (recent === undefined) throw stepUpRequired();
}

/** Makes the sessions of a user older than a recent authentication, for people and tests that simulate it. */
export async function forgetAuthentication(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db
    .updateTable("sessions")
    .set({ authenticated_at: validSince(work), stepped_up_at: null })
    .where("user_uuid", "=", userUuid)
    .execute();
}
