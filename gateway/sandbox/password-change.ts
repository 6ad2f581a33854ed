/**
 * Exports the change of a password by a signed-in user: the current password first, then the institution's rules. It ends the
 * other sessions, forgets the remembered devices, voids reset links and notifies the user (OWASP ASVS 5.0, 7.4.3 and 6.3.7).
 */
import { invalid } from "./api-error.js";
import { forgetDevices } from "./devices.js";
import { institutionOf } from "./institutions.js";
import { sendMessage } from "./outbox.js";
import { hashPassword, passwordProblems } from "./passwords.js";
import { closeOtherSessions } from "./sessions.js";
import { configuredBrand, type UnitOfWork } from "./unit-of-work.js";
import { confirmPassword, voidResetLinks } from "./users.js";

/** The body of the call; `new_password` must meet the institution's rules. */
export interface PasswordRequest {
  /** The current one. */
  readonly password: string;
  readonly new_password: string;
}

/** Changes the password. Throws 422 at `password` or `new_password`, 403 `locked` after too many wrong passwords. */
export async function changePassword(work: UnitOfWork, sessionUuid: string, userUuid: string, request: PasswordRequest): Promise<void> {
  const user = await confirmPassword(work, sessionUuid, userUuid, request.password);
  const brand = configuredBrand(work.bank, user.brand);
  const problems = passwordProblems(request.new_password, institutionOf(user.brand).password_requirements, user.email_key);
  if (request.new_password === request.password) problems.push("Choose a password that you don't use now.");
  if (problems.length > 0) throw invalid({ new_password: problems });
  await work.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(work.bank, request.new_password) })
    .where("uuid", "=", userUuid)
    .execute();
  await closeOtherSessions(work, userUuid, sessionUuid);
  await forgetDevices(work, userUuid);
  await voidResetLinks(work, userUuid);
  await sendMessage(work, {
    to: user.email_key,
    channel: "email",
    subject: `Your ${brand.short_name} password was changed`,
    body: `You've changed your password, and we logged you out everywhere else. If this wasn't you, email ${brand.emails.support} right away.`,
  });
}
