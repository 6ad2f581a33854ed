/**
 * Exports the second holder of an account: the application that the primary holder fills in, the invitation, and the steps
 * by which the invited person accepts it. Every change locks the account's entity.
 */
import { requireNoClosing } from "./accounts.js";
import { addAlert } from "./alerts.js";
import { ApiError, invalid, notFound } from "./api-error.js";
import { type Depositor, lockDepositor, profileOf, registrationFactsOf } from "./depositors.js";
import { recordConsents } from "./disclosures.js";
import { nameOf, primaryHolderOf, secondHolderOf } from "./holders.js";
import { checkIdentity, PASSED_STATUSES } from "./identity-check.js";
import {
  failInvitation,
  invite,
  newestInvitation,
  openInvitation,
  requireOpenAccount,
  requirePause,
  setInvitationStatus,
} from "./invitations.js";
import { cancelJobs } from "./jobs.js";
import { jointAccountOf } from "./joint-account.js";
import { sendHoldNotice } from "./messages.js";
import type { BrandFacts } from "./options.js";
import { sendMessage } from "./outbox.js";
import { type DepositorPatch, patchDepositor, requireFreeSsn } from "./registration.js";
import { requireStep } from "./registration-steps.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";
import { confirmEmail, createUserWithoutPassword, emailKey, passwordLink } from "./users.js";

const conflict = (message: string): ApiError => new ApiError(409, "conflict", message);

/** The primary holder, whose entity is locked until the transaction ends. */
async function lockedPrimary(work: UnitOfWork, userUuid: string): Promise<Depositor> {
  const primary = await lockDepositor(work, userUuid);
  if (!primary.is_primary) throw new ApiError(403, "not_allowed", "Only the primary account holder can add a joint holder.");
  if (!PASSED_STATUSES.has(primary.registration_status ?? "") || primary.extended_status === "HOLD")
    throw new ApiError(403, "not_allowed", "You can't add a joint holder right now.");
  return primary;
}

/** The primary holder, as above, of an account that is not closing. */
async function lockedApplicant(work: UnitOfWork, userUuid: string): Promise<Depositor> {
  const primary = await lockedPrimary(work, userUuid);
  await requireNoClosing(work, primary.entity_uuid, "Your account is closing, so you can't add a joint holder.");
  return primary;
}

/** The second holder whose application the primary holder may still change. */
async function pendingSecond(work: UnitOfWork, primary: Depositor): Promise<Depositor> {
  const second = await secondHolderOf(work, primary.entity_uuid);
  if (!second) throw notFound("The joint application");
  if (second.registration_last_step === "completed") throw conflict("Your joint holder has already accepted the invitation.");
  return second;
}

async function requireOtherEmail(work: UnitOfWork, primary: Depositor, email: string): Promise<void> {
  const own = await work.db.selectFrom("users").select("email_key").where("uuid", "=", primary.user_uuid).executeTakeFirstOrThrow();
  if (own.email_key === emailKey(email)) throw invalid({ email: ["Enter an email that's different from yours."] });
}

/** Begins the application of a second holder, or changes the email of one that was begun. Returns the joint account. */
export async function registerSecondary(work: UnitOfWork, brand: BrandFacts, userUuid: string, email: string) {
  const primary = await lockedApplicant(work, userUuid);
  await requireOtherEmail(work, primary, email);
  const known = await secondHolderOf(work, primary.entity_uuid);
  if (known && known.registration_status !== "UNSUBMITTED") throw conflict("Your account already has a joint holder.");
  if (known) await changeEmail(work, known, email);
  else {
    const user = await createUserWithoutPassword(work, brand, email);
    await work.db
      .insertInto("depositors")
      .values({
        uuid: newUuid(work.bank),
        user_uuid: user,
        entity_uuid: primary.entity_uuid,
        is_primary: false,
        registration_status: "UNSUBMITTED",
        registration_last_step: "basic",
        created_at: work.at,
      })
      .execute();
  }
  return jointAccountOf(work, primary.entity_uuid, []);
}

async function changeEmail(work: UnitOfWork, second: Depositor, email: string): Promise<void> {
  const { brand } = await work.db.selectFrom("users").select("brand").where("uuid", "=", second.user_uuid).executeTakeFirstOrThrow();
  const taken = await work.db
    .selectFrom("users")
    .select("uuid")
    .where("brand", "=", brand)
    .where("email_key", "=", emailKey(email))
    .where("uuid", "<>", second.user_uuid)
    .executeTakeFirst();
  const message = "We already have an account with this email. Use another email.";
  if (taken) throw new ApiError(422, "duplicate_email", message, { errors: { email: [message] } });
  await work.db
    .updateTable("users")
    .set({ email: email.trim(), email_key: emailKey(email) })
    .where("uuid", "=", second.user_uuid)
    .execute();
}

/** A page of the joint application, or its confirmation. */
export interface SecondaryPatch extends Pick<DepositorPatch, "registration_last_step" | "basic" | "address" | "employer"> {
  /** The primary holder confirms the details: the invitation is sent. */
  readonly confirm?: { readonly details_correct: true };
}

/** Saves pages of the application; `confirm` submits it and sends the invitation. */
export async function updateSecondary(work: UnitOfWork, brand: BrandFacts, userUuid: string, { confirm, ...patch }: SecondaryPatch) {
  const primary = await lockedApplicant(work, userUuid);
  const second = await pendingSecond(work, primary);
  if (second.registration_status !== "UNSUBMITTED") throw conflict("You already sent this application.");
  const saved = await patchDepositor(work, brand, second.user_uuid, patch);
  if (confirm) {
    requireStep(await registrationFactsOf(work, brand, { ...saved, registration_last_step: null }), "confirmed");
    await requireFreeSsn(work, saved);
    await work.db
      .updateTable("depositors")
      .set({ registration_status: "IN_REVIEW", registration_last_step: "confirmed" })
      .where("uuid", "=", second.uuid)
      .execute();
    await sendInvitation(work, brand, second);
  }
  return jointAccountOf(work, primary.entity_uuid, []);
}

async function sendInvitation(work: UnitOfWork, brand: BrandFacts, second: Depositor): Promise<void> {
  const { email_key } = await work.db
    .selectFrom("users")
    .select("email_key")
    .where("uuid", "=", second.user_uuid)
    .executeTakeFirstOrThrow();
  await invite(work, brand, { entityUuid: second.entity_uuid, depositorUuid: second.uuid, email: email_key });
}

/** Changes the email of an invited person and sends the invitation there. */
export async function updateSecondaryEmail(work: UnitOfWork, brand: BrandFacts, userUuid: string, email: string) {
  const primary = await lockedApplicant(work, userUuid);
  const second = await pendingSecond(work, primary);
  if ((await newestInvitation(work, second.uuid)) === null) throw conflict("You haven't sent an invitation yet.");
  await requireOtherEmail(work, primary, email);
  await changeEmail(work, second, email);
  await sendInvitation(work, brand, second);
  return jointAccountOf(work, primary.entity_uuid, []);
}

/** Sends a new invitation in place of the last one. Throws `ApiError` 409 before the first one, 429 within a minute of the last. */
export async function resendInvitation(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<void> {
  const second = await pendingSecond(work, await lockedApplicant(work, userUuid));
  const newest = await newestInvitation(work, second.uuid);
  if (newest === null) throw conflict("You haven't sent an invitation yet.");
  requirePause(work, newest);
  await sendInvitation(work, brand, second);
}

/** The answers of the joint application so far; null without one. */
export async function secondaryProfile(work: UnitOfWork, entityUuid: string) {
  const second = await secondHolderOf(work, entityUuid);
  return second ? profileOf(work, second) : null;
}

/** Ends the application and erases the second person's data; they get an email if they were invited. */
export async function closeSecondaryApplication(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<void> {
  const primary = await lockedPrimary(work, userUuid);
  const second = await pendingSecond(work, primary);
  const newest = await newestInvitation(work, second.uuid);
  if (newest !== null)
    await sendMessage(work, {
      to: newest.email,
      channel: "email",
      subject: "Your invitation was canceled",
      body: `${nameOf(primary) || "The person who invited you"} canceled the application for a joint account at ${brand.name}. Your invitation no longer works, and we've erased your information. You don't need to do anything.`,
    });
  const invitations = await work.db.deleteFrom("invitations").where("depositor_uuid", "=", second.uuid).returning("uuid").execute();
  for (const { uuid } of invitations) await cancelJobs(work, ["invitation-expire"], uuid);
  await work.db.deleteFrom("depositors").where("uuid", "=", second.uuid).execute();
  await work.db.deleteFrom("link_tokens").where("user_uuid", "=", second.user_uuid).execute();
  await work.db.deleteFrom("consents").where("user_uuid", "=", second.user_uuid).execute();
  await work.db.deleteFrom("users").where("uuid", "=", second.user_uuid).execute();
}

/** What the invited person sends with the link of the invitation. */
export interface IdentityProof {
  readonly uuid: string;
  readonly hash: string;
  readonly ssn_last4: string;
  readonly date_of_birth: string;
  /** Whether the IRS has notified the person of backup withholding: statement 2 of Form W-9 then does not apply. */
  readonly subject_to_withholding?: boolean | null;
}

/** Compares the answers with the application. Returns the email and a token with which the person chooses a password. */
export async function proveIdentity(work: UnitOfWork, brand: BrandFacts, proof: IdentityProof, ip: string | null) {
  const invitation = await openInvitation(work, proof.uuid, proof.hash);
  const second = await work.db.selectFrom("depositors").selectAll().where("uuid", "=", invitation.depositor_uuid).executeTakeFirstOrThrow();
  if (proof.ssn_last4 !== second.ssn_last4 || proof.date_of_birth !== second.basic?.date_of_birth)
    throw await failInvitation(work, invitation);
  if (invitation.status === "SENT") await recordConsents(work, brand, second.user_uuid, ip);
  const certification = { w9_certified: true, subject_to_withholding: proof.subject_to_withholding ?? false };
  await work.db
    .updateTable("depositors")
    .set({ confirmation: JSON.stringify({ ...second.confirmation, ...certification }) })
    .where("uuid", "=", second.uuid)
    .execute();
  await setInvitationStatus(work, invitation.uuid, "VERIFIED");
  return { email: invitation.email, token: await passwordLink(work, second.user_uuid) };
}

/**
 * Accepts the invitation of a user who has proven their identity and chosen a password: the bank checks the identity, and
 * the person becomes a holder of the account. Does nothing for anybody else.
 */
export async function acceptInvitation(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<void> {
  const second = await lockDepositor(work, userUuid);
  const invitation = await newestInvitation(work, second.uuid);
  if (invitation?.status !== "VERIFIED") return;
  await requireOpenAccount(work, invitation);
  await setInvitationStatus(work, invitation.uuid, "ACCEPTED");
  await confirmEmail(work, userUuid);
  const { status, hold } = checkIdentity(String(second.basic?.last_name), second.ssn_last4 ?? "");
  await work.db
    .updateTable("depositors")
    .set({
      registration_status: status,
      extended_status: hold ? "HOLD" : null,
      registration_last_step: "completed",
      identified_at: work.at,
    })
    .where("uuid", "=", second.uuid)
    .execute();
  if (hold) await sendHoldNotice(work, second.uuid);
  await notifyOfAcceptance(work, brand, second, PASSED_STATUSES.has(status) && !hold);
}

/** Writes to both holders; the primary holder does not learn the result of the identity check. */
async function notifyOfAcceptance(work: UnitOfWork, brand: BrandFacts, second: Depositor, passed: boolean): Promise<void> {
  const primary = await primaryHolderOf(work, second.entity_uuid);
  const name = nameOf(second) || "Your joint account holder";
  const next = passed
    ? `${name} accepted the invitation and can now use the account.`
    : `${name} accepted the invitation. They can use the account when we finish verifying their identity.`;
  await addAlert(work, primary.uuid, "Your joint holder accepted", next);
  const link = `${work.bank.options.publicOrigin(brand.slug)}/joint-account/verify/success`;
  await sendMessage(work, {
    to: await emailOf(work, primary.user_uuid),
    channel: "email",
    subject: "Your joint holder accepted the invitation",
    body: `${next} See where things are: ${link}`,
    link,
  });
  await sendMessage(work, {
    to: await emailOf(work, second.user_uuid),
    channel: "email",
    subject: `Welcome to ${brand.short_name}`,
    body: passed
      ? `You're now a joint owner of the savings account that you share with ${nameOf(primary) || "the primary holder"}. Log in with the password you just chose.`
      : "Your password is set. You can use the account when we finish verifying your identity. To see if we need anything from you, log in.",
  });
}

async function emailOf(work: UnitOfWork, userUuid: string): Promise<string> {
  return (await work.db.selectFrom("users").select("email_key").where("uuid", "=", userUuid).executeTakeFirstOrThrow()).email_key;
}
