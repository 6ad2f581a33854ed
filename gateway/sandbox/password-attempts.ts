/**
 * Exports the check of a password, which the fifth wrong one in a row locks for a while. Failures count for the source of the
 * attempt: an email address, known or not, so that the lock doesn't reveal whether it is; a remembered device; or an open
 * session. Whoever fails with only the address locks neither the owner's device nor the owner's session.
 */
import { ApiError } from "./api-error.js";
import { spendVerificationTime, verifyPassword } from "./passwords.js";
import type { UnitOfWork } from "./unit-of-work.js";

const MAX_FAILURES = 5;
/** The lock ends by the bank's clock, so that moving the clock ends it. */
const LOCK_MS = 15 * 60 * 1000;

/** Where an attempt comes from. */
export interface AttemptSource {
  readonly brand: string;
  readonly source: string;
}

export const fromAddress = (brand: string, emailKey: string): AttemptSource => ({ brand, source: `email ${emailKey}` });
export const fromDevice = (brand: string, uuid: string): AttemptSource => ({ brand, source: `device ${uuid}` });
export const fromSession = (brand: string, uuid: string): AttemptSource => ({ brand, source: `session ${uuid}` });

interface Attempt {
  readonly password: string;
  /** Null for an unknown address, whose every password is wrong. */
  readonly hash: string | null;
  /** The error for a wrong password. */
  readonly wrong: ApiError;
}

/** Throws `wrong` for a wrong password, and 403 `locked` from the fifth in a row on. */
export async function requirePassword(work: UnitOfWork, from: AttemptSource, { password, hash, wrong }: Attempt): Promise<void> {
  const locked = new ApiError(403, "locked", "Too many incorrect attempts. Account Locked.", { commit: true });
  // Also locks the row, so that attempts at the same time count one after another.
  const { failures, locked_until } = await work.db
    .insertInto("password_failures")
    .values(from)
    .onConflict((conflict) => conflict.columns(["brand", "source"]).doUpdateSet({ source: from.source }))
    .returning(["failures", "locked_until"])
    .executeTakeFirstOrThrow();
  if (locked_until !== null && locked_until > work.at) throw locked;
  if (hash === null) await spendVerificationTime(work.bank, password);
  else if (await verifyPassword(password, hash)) return forgetFailures(work, from);
  const locks = failures + 1 >= MAX_FAILURES;
  await work.db
    .updateTable("password_failures")
    .set({ failures: locks ? 0 : failures + 1, locked_until: locks ? new Date(work.at.getTime() + LOCK_MS) : null })
    .where("brand", "=", from.brand)
    .where("source", "=", from.source)
    .execute();
  throw locks ? locked : wrong;
}

/** Ends the lock of a source, and counts from zero. */
export async function forgetFailures(work: UnitOfWork, { brand, source }: AttemptSource): Promise<void> {
  await work.db.deleteFrom("password_failures").where("brand", "=", brand).where("source", "=", source).execute();
}
