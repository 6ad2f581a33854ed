/**
 * Exports the change of a user's email or mobile phone: the password first, then a code to the new address or number, then a
 * notice to the old one (domain.md 1, "Edit email / phone"); and the notice of a first phone.
 */
import { ApiError, invalid, notFound } from "./api-error.js";
import type { CodePurpose } from "./database/user-tables.js";
import { maskEmail, maskPhone } from "./masks.js";
import { type Channel, selectChannel, verifyCode } from "./one-time-codes.js";
import { sendMessage } from "./outbox.js";
import { configuredBrand, type UnitOfWork } from "./unit-of-work.js";
import { confirmPassword, emailKey } from "./users.js";

/** Withdrawals wait this long after a change, so that the owner can react to the notice. */
const HOLD_MS = 24 * 60 * 60 * 1000;
const PURPOSE: CodePurpose = "contact";

/** Exactly one of `email` and `phone`. */
export interface ContactRequest {
  readonly email?: string;
  readonly phone?: string;
  readonly password: string;
}

/** The part of the contact information that changes, as `/mfa-confirm-update/{type}` names it. */
const CHANNELS: Readonly<Record<string, Channel>> = { email: "email", phone: "sms" };

const taken = (): ApiError =>
  new ApiError(422, "duplicate_email", "We already have an account with this email.", {
    errors: { email: ["We already have an account with this email. Use another email."] },
  });

async function requireFreeEmail(work: UnitOfWork, brand: string, email: string): Promise<void> {
  const other = await work.db
    .selectFrom("users")
    .select("uuid")
    .where("brand", "=", brand)
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  if (other) throw taken();
}

/** Verifies the password and sends a code to the new email or phone. */
export async function requestContactChange(work: UnitOfWork, sessionUuid: string, userUuid: string, request: ContactRequest) {
  const user = await confirmPassword(work, sessionUuid, userUuid, request.password);
  const { email, phone } = request;
  if (email !== undefined) {
    if (emailKey(email) === user.email_key) throw invalid({ email: ["You already use this email."] });
    await requireFreeEmail(work, user.brand, email);
  }
  if (phone !== undefined && phone === user.phone) throw invalid({ phone: ["You already use this number."] });
  const target = email?.trim() ?? phone;
  if (target === undefined) throw invalid({ email: ["Enter a new email or phone number."] });
  const channel = email === undefined ? "sms" : "email";
  const { nonce_token } = await selectChannel(work, sessionUuid, userUuid, channel, { purpose: PURPOSE, target });
  return {
    nonce_token,
    type: email === undefined ? "phone" : "email",
    email: email === undefined ? null : maskEmail(target),
    phone: phone === undefined ? null : maskPhone(phone),
  };
}

/** Changes the email or phone that a code verified, and notifies the old email or phone. */
export async function confirmContactChange(
  work: UnitOfWork,
  sessionUuid: string,
  userUuid: string,
  type: string,
  { code, nonce_token }: { readonly code: string; readonly nonce_token: string },
) {
  const expected = CHANNELS[type];
  if (expected === undefined) throw notFound("That contact information");
  const { channel, target } = await verifyCode(work, sessionUuid, userUuid, nonce_token, code, [PURPOSE]);
  if (channel !== expected || target === null)
    throw new ApiError(404, "not_found", "That code is for a different request. Start again to get a new code.");
  const before = await work.db.selectFrom("users").selectAll().where("uuid", "=", userUuid).forUpdate().executeTakeFirstOrThrow();
  if (channel === "email") await requireFreeEmail(work, before.brand, target);
  const changes =
    channel === "email" ? { email: target, email_key: emailKey(target), email_verified_at: work.bank.systemNow() } : { phone: target };
  await work.db
    .updateTable("users")
    .set({ ...changes, contact_changed_at: work.at })
    .where("uuid", "=", userUuid)
    .execute();
  await notifyOld(work, before, channel);
  return work.db.selectFrom("users").select(["uuid", "email", "phone"]).where("uuid", "=", userUuid).executeTakeFirstOrThrow();
}

async function notifyOld(
  work: UnitOfWork,
  before: { readonly brand: string; readonly email_key: string; readonly phone: string | null },
  channel: Channel,
): Promise<void> {
  const brand = configuredBrand(work.bank, before.brand);
  const what = channel === "email" ? "email" : "mobile phone number";
  const subject = `Your ${brand.short_name} ${what} was changed`;
  const body = `You've changed your ${what}. If this wasn't you, email ${brand.emails.support} right away.`;
  await sendMessage(work, { to: before.email_key, channel: "email", subject, body });
  if (channel === "sms" && before.phone !== null) await sendMessage(work, { to: before.phone, channel: "sms", subject, body });
}

/** Notifies the email that a first phone was added (domain.md 5, 28), from a session whose sign-in was complete before. */
export async function notifyFirstPhone(work: UnitOfWork, userUuid: string): Promise<void> {
  const user = await work.db.selectFrom("users").select(["brand", "email_key"]).where("uuid", "=", userUuid).executeTakeFirstOrThrow();
  const brand = configuredBrand(work.bank, user.brand);
  await sendMessage(work, {
    to: user.email_key,
    channel: "email",
    subject: `A mobile phone number was added to your ${brand.short_name} account`,
    body: `You've added a mobile phone number. If this wasn't you, email ${brand.emails.support} right away.`,
  });
}

/** The instant from which withdrawals are possible again after a change of the contact information, or null. */
export async function withdrawalsHeldUntil(work: UnitOfWork, userUuid: string): Promise<Date | null> {
  const { contact_changed_at: changed } = await work.db
    .selectFrom("users")
    .select("contact_changed_at")
    .where("uuid", "=", userUuid)
    .executeTakeFirstOrThrow();
  const until = changed && new Date(changed.getTime() + HOLD_MS);
  return until && until > work.at ? until : null;
}
