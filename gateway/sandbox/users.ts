/**
 * Exports the users: registration, sign-in, email verification and password reset. Locks and email links expire by the
 * bank's clock, as invitations do, so that moving the clock ends them.
 */

import { sql } from "kysely";
import { ApiError, invalid } from "./api-error.js";
import { findDevice, forgetDevices } from "./devices.js";
import { institutionOf } from "./institutions.js";
import type { BrandFacts } from "./options.js";
import { recallMessage, sendMessage } from "./outbox.js";
import { forgetFailures, fromAddress, fromDevice, fromSession, requirePassword } from "./password-attempts.js";
import { COST, hashPassword, passwordProblems } from "./passwords.js";
import { closeSessionsOf } from "./sessions.js";
import { hashOf, newToken, newUuid, type UnitOfWork } from "./unit-of-work.js";

const RESET_MS = 30 * 60 * 1000;
const RESEND_MS = 60 * 1000;
const VERIFY_MS = 7 * 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** The reset links that the bank sends to one address within an hour. */
const MAX_RESETS = 5;

/** The form in which addresses are compared: without white space around it, in lower case. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly cost?: number;
}

/** Returns the user's uuid. Throws `ApiError` 422 at `password` (the institution's rules) or at `email` (`duplicate_email`). */
export async function createUser(work: UnitOfWork, brand: BrandFacts, user: NewUser): Promise<string> {
  const key = emailKey(user.email);
  const problems = passwordProblems(user.password, institutionOf(brand.slug).password_requirements, key);
  if (problems.length > 0) throw invalid({ password: problems });
  const hash = await hashPassword(work.bank, user.password, user.cost ?? COST.person);
  return insertUser(work, brand, user.email, hash, "Log in, or use another email.");
}

/** `duplicateHint`: what to do about an email that already has an account. */
async function insertUser(work: UnitOfWork, brand: BrandFacts, email: string, hash: string, duplicateHint: string): Promise<string> {
  const duplicateEmail = new ApiError(422, "duplicate_email", "We already have an account with this email.", {
    errors: { email: [`We already have an account with this email. ${duplicateHint}`] },
  });
  const uuid = newUuid(work.bank);
  const row = await work.db
    .insertInto("users")
    .values({
      uuid,
      brand: brand.slug,
      email: email.trim(),
      email_key: emailKey(email),
      password_hash: hash,
      created_at: work.bank.systemNow(),
    })
    .onConflict((conflict) => conflict.columns(["brand", "email_key"]).doNothing())
    .returning("uuid")
    .executeTakeFirst();
  if (!row) throw duplicateEmail;
  return uuid;
}

/**
 * A user who cannot sign in before they choose a password with a link. A sign-in with their address takes as long as one with an
 * address without an account.
 */
export async function createUserWithoutPassword(work: UnitOfWork, brand: BrandFacts, email: string): Promise<string> {
  return insertUser(work, brand, email, await hashPassword(work.bank, newToken(work.bank)), "Use another email.");
}

/** A token with which a user chooses a password, as if they had requested a reset. */
export const passwordLink = (work: UnitOfWork, userUuid: string): Promise<string> => createLinkToken(work, userUuid, "reset", RESET_MS);

/** Does the same work for a user who does not exist, and stores nothing. */
async function createLinkToken(work: UnitOfWork, userUuid: string, purpose: "reset" | "verify-email", lifetimeMs: number): Promise<string> {
  const token = newToken(work.bank);
  const expiresAt = new Date(work.at.getTime() + lifetimeMs);
  await sql`
    insert into link_tokens (token_hash, purpose, user_uuid, created_at, expires_at)
    select ${hashOf(token)}, ${purpose}, uuid, ${work.at}::timestamptz, ${expiresAt}::timestamptz from users where uuid = ${userUuid}::uuid
  `.execute(work.db);
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

/** Sends the first email with a link that verifies the address and is valid for 7 days. */
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

/** Consumes the token of an emailed link. Throws `ApiError` 400 `expired_link` for one that is unknown, used or expired. */
export async function verifyEmail(work: UnitOfWork, token: string): Promise<void> {
  const userUuid = await consumeLinkToken(work, token, "verify-email");
  if (userUuid === null) throw new ApiError(400, "expired_link", "This link has expired or was already used.");
  await confirmEmail(work, userUuid);
}

/** Records that the user has proven that they receive the email of their address. */
export async function confirmEmail(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db.updateTable("users").set({ email_verified_at: work.bank.systemNow() }).where("uuid", "=", userUuid).execute();
}

/** Sets the first mobile phone that the user has verified, and returns whether it did: one that they have stays. */
export async function setPhone(work: UnitOfWork, userUuid: string, phone: string): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable("users")
    .set({ phone })
    .where("uuid", "=", userUuid)
    .where("phone", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The credentials that a person signs in with; `deviceToken`: the token of the device, remembered or not. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly deviceToken: string | undefined;
}

/**
 * The user with an email address and password, and the remembered device. All failures give the same error, whether the
 * address is known or not, and the fifth in a row locks for a while.
 */
export async function authenticate(work: UnitOfWork, brand: BrandFacts, { email, password, deviceToken }: Credentials) {
  const wrong = new ApiError(400, "bad_credentials", "Your email or password is incorrect.", { commit: true });
  const key = emailKey(email);
  const user = await work.db
    .selectFrom("users")
    .selectAll()
    .where("brand", "=", brand.slug)
    .where("email_key", "=", key)
    .forUpdate()
    .executeTakeFirst();
  const device = user === undefined ? null : await findDevice(work, user.uuid, deviceToken);
  const from = device === null ? fromAddress(brand.slug, key) : fromDevice(brand.slug, device.uuid);
  await requirePassword(work, from, { password, hash: user?.password_hash ?? null, wrong });
  // Without a user, no password is right.
  if (user === undefined || (await isOnlyInvited(work, user.uuid))) throw wrong;
  return { user, device };
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

/** The signed-in user, after their password was checked again in this session. */
export async function confirmPassword(work: UnitOfWork, sessionUuid: string, userUuid: string, password: string) {
  const user = await work.db.selectFrom("users").selectAll().where("uuid", "=", userUuid).forUpdate().executeTakeFirstOrThrow();
  const message = "Your password is incorrect.";
  const wrong = new ApiError(422, "wrong_password", message, { errors: { password: [message] }, commit: true });
  await requirePassword(work, fromSession(user.brand, sessionUuid), { password, hash: user.password_hash, wrong });
  return user;
}

/** Links with which the password was to be chosen before it was: whoever got one must not change it again. */
export async function voidResetLinks(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db
    .updateTable("link_tokens")
    .set({ used_at: work.at })
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", "reset")
    .where("used_at", "is", null)
    .execute();
}

/** Whether the address has received as many links as an hour allows: more would only fill the mailbox. */
async function hasEnoughResets(work: UnitOfWork, userUuid: string): Promise<boolean> {
  const { count } = await work.db
    .selectFrom("link_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", "reset")
    .where("created_at", ">", new Date(work.at.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  return count >= MAX_RESETS;
}

/** The uuid of no user, and the number of no message. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const NO_MESSAGE = 0;

/**
 * Sends a reset link if the address is known, without revealing whether it is: an address that gets no link costs the same
 * statements, and the message to it is recalled before the transaction ends.
 */
export async function sendReset(work: UnitOfWork, brand: BrandFacts, email: string): Promise<void> {
  const user = await work.db
    .selectFrom("users")
    .select(["uuid", "email_key"])
    .where("brand", "=", brand.slug)
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  const uuid = user?.uuid ?? NOBODY;
  const [isInvited, hasEnough] = [await isOnlyInvited(work, uuid), await hasEnoughResets(work, uuid)];
  const getsLink = user !== undefined && !isInvited && !hasEnough;
  const to = user?.email_key ?? emailKey(email);
  const token = await createLinkToken(work, getsLink ? uuid : NOBODY, "reset", RESET_MS);
  const link = `${work.bank.options.publicOrigin(brand.slug)}/login/reset-password?email=${encodeURIComponent(to)}&token=${token}`;
  const message = await sendMessage(work, {
    to,
    channel: "email",
    subject: `Reset your ${brand.short_name} password`,
    body: `To choose a new password, open this link within 30 minutes: ${link} If you didn't request this, you can ignore this email.`,
    link,
  });
  await recallMessage(work, getsLink ? NO_MESSAGE : message);
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
    .set({ password_hash: await hashPassword(work.bank, password) })
    .where("uuid", "=", user.uuid)
    .execute();
  await forgetFailures(work, fromAddress(brand.slug, user.email_key));
  await voidResetLinks(work, user.uuid);
  if (end_sessions) await closeSessionsOf(work, user.uuid);
  // A device that was remembered with the old password requires the second factor again.
  await forgetDevices(work, user.uuid);
  // The first password of an invited person replaces none; accepting the invitation sends its own email.
  if (await isOnlyInvited(work, user.uuid)) return user.uuid;
  await sendMessage(work, {
    to: user.email_key,
    channel: "email",
    subject: `Your ${brand.short_name} password was changed`,
    body: `You've changed your password. If this wasn't you, email ${brand.emails.support} right away.`,
  });
  return user.uuid;
}
