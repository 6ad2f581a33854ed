/**
 * Exports the users: registration, sign-in, email verification and password reset. Locks and email links expire by the
 * bank's clock, as invitations do, so that moving the clock ends them.
 */

import type { Selectable } from "kysely";
import { ApiError, invalid } from "./api-error.js";
import type { UserRow } from "./database/user-tables.js";
import { forgetDevices } from "./devices.js";
import { institutionOf } from "./institutions.js";
import type { BrandFacts } from "./options.js";
import { sendMessage } from "./outbox.js";
import { COST, hashPassword, passwordProblems, spendVerificationTime, verifyPassword } from "./passwords.js";
import { closeSessionsOf } from "./sessions.js";
import { hashOf, newToken, newUuid, type UnitOfWork } from "./unit-of-work.js";

const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;
const RESET_MS = 30 * 60 * 1000;
const RESEND_MS = 60 * 1000;
const VERIFY_MS = 7 * 24 * 60 * 60 * 1000;

export const emailKey = (email: string): string => email.trim().toLowerCase();

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly cost?: number;
}

export async function createUser(work: UnitOfWork, brand: BrandFacts, user: NewUser): Promise<string> {
  const key = emailKey(user.email);
  const problems = passwordProblems(user.password, institutionOf(brand.slug).password_requirements, key);
  if (problems.length > 0) throw invalid({ password: problems });
  return insertUser(work, brand, user.email, await hashPassword(work.bank, user.password, user.cost ?? COST.person));
}

async function insertUser(work: UnitOfWork, brand: BrandFacts, email: string, password_hash: string): Promise<string> {
  const duplicateEmail = new ApiError(422, "duplicate_email", "We already have an account with this email.", {
    errors: { email: ["We already have an account with this email. Log in, or use another email."] },
  });
  const uuid = newUuid(work.bank);
  const row = await work.db
    .insertInto("users")
    .values({
      uuid,
      brand: brand.slug,
      email: email.trim(),
      email_key: emailKey(email),
      password_hash,
      created_at: work.bank.systemNow(),
    })
    .onConflict((conflict) => conflict.columns(["brand", "email_key"]).doNothing())
    .returning("uuid")
    .executeTakeFirst();
  if (!row) throw duplicateEmail;
  return uuid;
}

/** A user who cannot sign in before they choose a password with a link. */
export async function createUserWithoutPassword(work: UnitOfWork, brand: BrandFacts, email: string): Promise<string> {
  return insertUser(work, brand, email, await hashPassword(work.bank, newToken(work.bank), COST.persona));
}

/** A token with which a user chooses a password, as if they had requested a reset. */
export const passwordLink = (work: UnitOfWork, userUuid: string): Promise<string> => createLinkToken(work, userUuid, "reset", RESET_MS);

async function createLinkToken(work: UnitOfWork, userUuid: string, purpose: "reset" | "verify-email", lifetimeMs: number): Promise<string> {
  const token = newToken(work.bank);
  await work.db
    .insertInto("link_tokens")
    .values({
      token_hash: hashOf(token),
      purpose,
      user_uuid: userUuid,
      created_at: work.at,
      expires_at: new Date(work.at.getTime() + lifetimeMs),
    })
    .execute();
  return token;
}

async function consumeLinkToken(work: UnitOfWork, token: string, purpose: "reset" | "verify-email"): Promise<string | null> {
  const row = await work.db
    .updateTable("link_tokens")
    .set({ used_at: work.at })
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", work.at)
    .returning("user_uuid")
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}

export async function sendWelcome(work: UnitOfWork, brand: BrandFacts, userUuid: string, email: string): Promise<void> {
  await sendVerification(work, brand, userUuid, email, `Welcome to ${brand.name}`);
}

async function sendVerification(work: UnitOfWork, brand: BrandFacts, userUuid: string, email: string, subject: string): Promise<void> {
  const token = await createLinkToken(work, userUuid, "verify-email", VERIFY_MS);
  const link = `${work.bank.options.publicOrigin(brand.slug)}/email-verified?token=${token}`;
  await sendMessage(work, {
    to: emailKey(email),
    channel: "email",
    subject,
    body: `To verify your email address, open this link within 7 days: ${link}`,
    link,
  });
}

/** Sends the verification link again, at most once a minute. */
export async function resendVerification(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<void> {
  const recent = await work.db
    .selectFrom("link_tokens")
    .select("token_hash")
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", "verify-email")
    .where("created_at", ">", new Date(work.at.getTime() - RESEND_MS))
    .executeTakeFirst();
  if (recent) throw new ApiError(429, "too_soon", "We just sent you a link. Wait a minute before you request another one.");
  const { email } = await work.db.selectFrom("users").select("email").where("uuid", "=", userUuid).executeTakeFirstOrThrow();
  await sendVerification(work, brand, userUuid, email, `Verify your email for ${brand.short_name}`);
}

export async function verifyEmail(work: UnitOfWork, token: string): Promise<void> {
  const userUuid = await consumeLinkToken(work, token, "verify-email");
  if (userUuid === null) throw new ApiError(400, "expired_link", "This link has expired or was already used.");
  await confirmEmail(work, userUuid);
}

/** Records that the user has proven that they receive the email of their address. */
export async function confirmEmail(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db.updateTable("users").set({ email_verified_at: work.bank.systemNow() }).where("uuid", "=", userUuid).execute();
}

/** Sets the mobile phone that the user has verified. */
export async function setPhone(work: UnitOfWork, userUuid: string, phone: string): Promise<void> {
  await work.db.updateTable("users").set({ phone }).where("uuid", "=", userUuid).execute();
}

/**
 * The user with an email address and password. All failures give the same error; the fifth in a row locks the user for
 * a while.
 */
export async function authenticate(work: UnitOfWork, brand: BrandFacts, email: string, password: string) {
  const bad = new ApiError(400, "bad_credentials", "Your email or password is incorrect.", { commit: true });
  const user = await work.db
    .selectFrom("users")
    .selectAll()
    .where("brand", "=", brand.slug)
    .where("email_key", "=", emailKey(email))
    .forUpdate()
    .executeTakeFirst();
  if (!user) {
    await spendVerificationTime(work.bank, password);
    throw bad;
  }
  await requirePassword(work, user, password, bad);
  if (await isOnlyInvited(work, user.uuid)) throw bad;
  return user;
}

/**
 * Whether the user is a second holder who has not accepted the invitation: they can neither sign in nor reset a password,
 * since the account is not theirs before they have proven their identity.
 */
async function isOnlyInvited(work: UnitOfWork, userUuid: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("depositors")
    .select("uuid")
    .where("user_uuid", "=", userUuid)
    .where("is_primary", "=", false)
    .where("registration_last_step", "is distinct from", "completed")
    .executeTakeFirst();
  return row !== undefined;
}

/** The signed-in user, after their password was checked again. Wrong passwords count towards the lock of a sign-in. */
export async function confirmPassword(work: UnitOfWork, userUuid: string, password: string) {
  const user = await work.db.selectFrom("users").selectAll().where("uuid", "=", userUuid).forUpdate().executeTakeFirstOrThrow();
  const message = "Your password is incorrect.";
  await requirePassword(
    work,
    user,
    password,
    new ApiError(422, "wrong_password", message, { errors: { password: [message] }, commit: true }),
  );
  return user;
}

/** Throws `wrong` for a wrong password; the fifth in a row locks the user for a while. */
async function requirePassword(work: UnitOfWork, user: Selectable<UserRow>, password: string, wrong: ApiError): Promise<void> {
  const locked = new ApiError(403, "locked", "Too many incorrect attempts. Account Locked.", { commit: true });
  const now = work.at;
  if (user.locked_until && user.locked_until > now) throw locked;
  const users = work.db.updateTable("users").where("uuid", "=", user.uuid);
  if (!(await verifyPassword(password, user.password_hash))) {
    const failures = user.failed_logins + 1;
    const lock = failures >= MAX_FAILURES;
    await users.set({ failed_logins: lock ? 0 : failures, locked_until: lock ? new Date(now.getTime() + LOCK_MS) : null }).execute();
    throw lock ? locked : wrong;
  }
  await users.set({ failed_logins: 0, locked_until: null }).execute();
}

/** Sends a reset link if the address is known, without revealing whether it is. */
export async function sendReset(work: UnitOfWork, brand: BrandFacts, email: string): Promise<void> {
  const user = await work.db
    .selectFrom("users")
    .select(["uuid", "email_key"])
    .where("brand", "=", brand.slug)
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  if (!user || (await isOnlyInvited(work, user.uuid))) return;
  const token = await createLinkToken(work, user.uuid, "reset", RESET_MS);
  const link = `${work.bank.options.publicOrigin(brand.slug)}/login/reset-password?email=${encodeURIComponent(user.email_key)}&token=${token}`;
  await sendMessage(work, {
    to: user.email_key,
    channel: "email",
    subject: `Reset your ${brand.short_name} password`,
    body: `To choose a new password, open this link within 30 minutes: ${link} If you didn't request this, you can ignore this email.`,
    link,
  });
}

interface PasswordResetRequest {
  readonly email: string;
  readonly token: string;
  readonly password: string;
  readonly end_sessions?: boolean;
}

/** Sets the password of the user of a reset link; returns the user. */
export async function resetPassword(work: UnitOfWork, brand: BrandFacts, reset: PasswordResetRequest): Promise<string> {
  const { email, token, password, end_sessions = true } = reset;
  const problems = passwordProblems(password, institutionOf(brand.slug).password_requirements, emailKey(email));
  if (problems.length > 0) throw new ApiError(400, "validation", problems[0] ?? "", { errors: { password: problems } });
  const expired = new ApiError(400, "expired_link", "This link has expired or was already used. Get a new one.", {
    errors: { token: ["This link has expired or was already used."] },
  });
  const user = await work.db
    .selectFrom("users")
    .select(["uuid", "email_key"])
    .where("brand", "=", brand.slug)
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  // A token of another user is not consumed, because the error rolls back the transaction.
  if (!user || (await consumeLinkToken(work, token, "reset")) !== user.uuid) throw expired;
  await work.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(work.bank, password), failed_logins: 0, locked_until: null })
    .where("uuid", "=", user.uuid)
    .execute();
  if (end_sessions) await closeSessionsOf(work, user.uuid);
  // A device that was remembered with the old password requires the second factor again.
  await forgetDevices(work, user.uuid);
  // The first password of an invited person replaces none; accepting the invitation sends an email of its own.
  if (await isOnlyInvited(work, user.uuid)) return user.uuid;
  await sendMessage(work, {
    to: user.email_key,
    channel: "email",
    subject: `Your ${brand.short_name} password was changed`,
    body: `You've changed your password. If this wasn't you, email ${brand.emails.support} right away.`,
  });
  return user.uuid;
}
