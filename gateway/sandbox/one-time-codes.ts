/**
 * Exports the one-time codes of the second factor: 6 digits, valid 10 minutes, 5 attempts; resent after 60 seconds, 5
 * times an hour without a right one. A code expires by the system's clock, like a session; waits and locks use the bank's clock.
 */

import type { Selectable } from "kysely";
import { ApiError, invalid, notFound, unauthorized } from "./api-error.js";
import { readData } from "./data.js";
import type { CodePurpose, UserRow } from "./database/user-tables.js";
import { maskEmail, maskPhone } from "./masks.js";
import { sendMessage } from "./outbox.js";
import type { Session } from "./sessions.js";
import { configuredBrand, hashOf, hmacOf, newToken, type UnitOfWork } from "./unit-of-work.js";
import { emailKey } from "./users.js";

const CODE_MS = 10 * 60 * 1000;
const RESEND_MS = 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const LOCK_MS = 15 * 60 * 1000;
const MAX_TRIES = 5;
const MAX_SENDS = 5;

const magicValues = readData<{ readonly codes: { readonly accepted: string; readonly expired: string } }>("magic-values").codes;

export type Channel = "sms" | "email";

const isChannel = (channelName: string): channelName is Channel => channelName === "sms" || channelName === "email";

const locked = (): ApiError => new ApiError(403, "locked", "Too many incorrect attempts. Account Locked.", { commit: true });

async function userOf(work: UnitOfWork, userUuid: string) {
  const user = await work.db.selectFrom("users").selectAll().where("uuid", "=", userUuid).forUpdate().executeTakeFirstOrThrow();
  if (user.codes_locked_until && user.codes_locked_until > work.at) throw locked();
  return user;
}

/** The purpose of a challenge, and the recipient of its code; by default a sign-in and the user's own email or phone. */
interface ChallengeFor {
  readonly purpose?: CodePurpose;
  /** The new email or phone that the code verifies. */
  readonly target?: string;
}

/** Starts a challenge; the bank sends nothing until the depositor chooses a channel. */
export async function openChallenge(
  work: UnitOfWork,
  sessionUuid: string,
  userUuid: string,
  { purpose = "sign-in", target }: ChallengeFor = {},
): Promise<string> {
  const nonce = newToken(work.bank);
  await work.db
    .insertInto("challenges")
    .values({
      nonce_hash: hashOf(nonce),
      session_uuid: sessionUuid,
      user_uuid: userUuid,
      purpose,
      target: target ?? null,
      created_at: work.at,
    })
    .execute();
  return nonce;
}

/** What the limits on codes need of a user: they count across sessions, since every sign-in starts a new one. */
type Limited = Pick<Selectable<UserRow>, "uuid" | "brand" | "code_sends" | "code_sends_since">;

/** Counts a code that is about to be sent; throws where the user has received as many as an hour allows. */
async function countSend(work: UnitOfWork, { uuid, code_sends, code_sends_since }: Limited): Promise<void> {
  const isSameHour = code_sends_since !== null && work.at.getTime() - code_sends_since.getTime() < HOUR_MS;
  const sends = isSameHour ? code_sends : 0;
  if (sends >= MAX_SENDS)
    throw new ApiError(429, "too_many_codes", "We've sent you several codes. Use the latest one, or try again in 1 hour.");
  await work.db
    .updateTable("users")
    .set({ code_sends: sends + 1, ...(isSameHour ? {} : { code_sends_since: work.at }) })
    .where("uuid", "=", uuid)
    .execute();
}

async function sendCode(work: UnitOfWork, nonceHash: string, channel: Channel, to: string, brandSlug: string): Promise<void> {
  const now = work.bank.systemNow();
  const code = String(work.bank.random(4).readUInt32BE() % 1_000_000).padStart(6, "0");
  await work.db
    .updateTable("challenges")
    .set({
      channel,
      code_hash: hmacOf(work.bank, "code", nonceHash, code),
      code_expires_at: new Date(now.getTime() + CODE_MS),
      sent_at: work.at,
    })
    .where("nonce_hash", "=", nonceHash)
    .execute();
  const brand = configuredBrand(work.bank, brandSlug);
  await sendMessage(work, {
    to,
    channel,
    code,
    subject: `Your ${brand.short_name} verification code`,
    body: `${code} is your ${brand.name} verification code. It's good for 10 minutes. We'll never ask you for it.`,
  });
}

export interface SelectedChannel {
  readonly nonce_token: string;
  readonly mfa: Channel;
  readonly email: string;
  readonly phone: string | null;
}

/** Sends a code over a channel, with a new nonce: to the challenge's target, or to the user's own email or phone. */
export async function selectChannel(
  work: UnitOfWork,
  sessionUuid: string,
  userUuid: string,
  channelName: string,
  challenge: ChallengeFor = {},
): Promise<SelectedChannel> {
  if (!isChannel(channelName)) throw notFound("That code option");
  const user = await userOf(work, userUuid);
  const phone = (channelName === "sms" ? challenge.target : undefined) ?? user.phone;
  const email = (channelName === "email" ? challenge.target : undefined) ?? user.email;
  if (channelName === "sms" && phone === null)
    throw new ApiError(422, "validation", "Add a mobile phone number first.", { errors: { phone: ["Add a mobile phone number first."] } });
  await countSend(work, user);
  const nonce = await openChallenge(work, sessionUuid, userUuid, challenge);
  await sendCode(work, hashOf(nonce), channelName, channelName === "sms" && phone !== null ? phone : emailKey(email), user.brand);
  return { nonce_token: nonce, mfa: channelName, email: maskEmail(email), phone: maskPhone(phone) };
}

/**
 * Sends a code to a first phone number, which the code verifies. A user who has only entered the password may name the number
 * while they have no second factor, and a signed-in user until their application is complete. Everybody else changes the phone
 * with the password, and the owner gets a notice (`contact-changes.ts`).
 */
export async function enrollPhone(
  work: UnitOfWork,
  { uuid: sessionUuid, userUuid, full }: Pick<Session, "uuid" | "userUuid" | "full">,
  phone: string,
): Promise<SelectedChannel> {
  const { phone: present, second_factor_at } = await userOf(work, userUuid);
  const isApplying = full && !(await hasCompleted(work, userUuid));
  if (present !== null || (second_factor_at !== null && !isApplying))
    throw invalid({ phone: ["You already get codes another way. To change your phone, log in and go to My Account."] });
  return selectChannel(work, sessionUuid, userUuid, "sms", { target: phone });
}

/** Whether one of the user's applications is complete. */
async function hasCompleted(work: UnitOfWork, userUuid: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("depositors")
    .select("uuid")
    .where("user_uuid", "=", userUuid)
    .where("registration_last_step", "=", "completed")
    .executeTakeFirst();
  return row !== undefined;
}

async function challengeOf(work: UnitOfWork, sessionUuid: string, nonce: string) {
  return work.db
    .selectFrom("challenges")
    .selectAll()
    .where("nonce_hash", "=", hashOf(nonce))
    .where("session_uuid", "=", sessionUuid)
    .forUpdate()
    .executeTakeFirst();
}

/** Sends a new code for the same nonce; the earlier code becomes invalid, its failures stay. */
export async function resendCode(work: UnitOfWork, sessionUuid: string, userUuid: string, nonce: string): Promise<void> {
  const user = await userOf(work, userUuid);
  const challenge = await challengeOf(work, sessionUuid, nonce);
  if (!challenge || challenge.used_at || !challenge.channel || !challenge.sent_at)
    throw new ApiError(404, "not_found", "We can't resend that code. Choose how to get a new one.");
  if (work.at.getTime() - challenge.sent_at.getTime() < RESEND_MS)
    throw new ApiError(429, "too_soon", "We just sent you a code. Wait a minute before you request another one.");
  await countSend(work, user);
  const channel: Channel = challenge.channel === "sms" ? "sms" : "email";
  const to = challenge.target ?? (channel === "sms" ? user.phone : null) ?? user.email;
  await sendCode(work, challenge.nonce_hash, channel, channel === "sms" ? to : emailKey(to), user.brand);
}

/** The channel and the target of a verified code. */
export interface VerifiedCode {
  readonly channel: Channel;
  /** The new email or phone that the code verified; null when the code went to the user's own. */
  readonly target: string | null;
  readonly purpose: CodePurpose;
}

/** A nonce that is unknown, used or for another purpose. Only a sign-in may answer 401, which ends the session. */
const unknownNonce = (purpose: CodePurpose): ApiError =>
  purpose === "sign-in"
    ? unauthorized("That code is for a different login. Log in again to get a new code.")
    : new ApiError(404, "not_found", "That code is for a different request. Start again to get a new code.");

/** Accepts a code once for one of the purposes, or throws; the fifth wrong one locks. */
export async function verifyCode(
  work: UnitOfWork,
  sessionUuid: string,
  userUuid: string,
  nonce: string,
  code: string,
  purposes: readonly [CodePurpose, ...CodePurpose[]] = ["sign-in"],
): Promise<VerifiedCode> {
  const user = await userOf(work, userUuid);
  const challenge = await challengeOf(work, sessionUuid, nonce);
  if (!challenge || challenge.used_at || !purposes.includes(challenge.purpose)) throw unknownNonce(purposes[0]);
  const now = work.bank.systemNow();
  const submitted = code.trim();
  const errors = (message: string) => ({ errors: { code: [message] }, commit: true });
  const expired = new ApiError(
    400,
    "expired_code",
    "That code has expired. Get a new one.",
    errors("That code has expired. Get a new one."),
  );
  if (submitted === magicValues.expired) throw expired;
  const matches =
    submitted === magicValues.accepted ||
    (challenge.code_hash !== null && hmacOf(work.bank, "code", challenge.nonce_hash, submitted) === challenge.code_hash);
  if (matches && submitted !== magicValues.accepted && !(challenge.code_expires_at && challenge.code_expires_at > now)) throw expired;
  if (!matches) {
    const locks = user.code_failures + 1 >= MAX_TRIES;
    await work.db
      .updateTable("users")
      .set({
        code_failures: locks ? 0 : user.code_failures + 1,
        ...(locks ? { codes_locked_until: new Date(work.at.getTime() + LOCK_MS) } : {}),
      })
      .where("uuid", "=", userUuid)
      .execute();
    if (locks) throw locked();
    throw new ApiError(
      400,
      "wrong_code",
      "That code isn't right. Check it and try again.",
      errors("That code isn't right. Check it and try again."),
    );
  }
  await work.db.updateTable("challenges").set({ used_at: now }).where("nonce_hash", "=", challenge.nonce_hash).execute();
  await work.db
    .updateTable("users")
    .set({ code_failures: 0, code_sends: 0, second_factor_at: user.second_factor_at ?? work.at })
    .where("uuid", "=", userUuid)
    .execute();
  return { channel: challenge.channel === "sms" ? "sms" : "email", target: challenge.target, purpose: challenge.purpose };
}
