/**
 * Exports the invitations of a second account holder. An invitation is valid for 7 days of the bank's clock; the invited
 * person proves the last four digits of the SSN and the date of birth, with three attempts, and accepts it by choosing a
 * password. States: SENT, VERIFIED (proven), ACCEPTED; EXPIRED, LOCKED (three wrong answers), REPLACED (by a newer one).
 */
import type { Selectable } from "kysely";
import { isClosing } from "./accounts.js";
import { notifyDepositor } from "./alerts.js";
import { ApiError } from "./api-error.js";
import type { InvitationRow } from "./database/tables.js";
import { nameOf, primaryHolderOf } from "./holders.js";
import { enqueue } from "./jobs.js";
import type { BrandFacts } from "./options.js";
import { sendMessage } from "./outbox.js";
import { hashOf, newToken, newUuid, type UnitOfWork } from "./unit-of-work.js";

type Invitation = Selectable<InvitationRow>;

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const RESEND_MS = 60 * 1000;
const MAX_FAILURES = 3;
/** The states in which the link can be used. */
const OPEN = ["SENT", "VERIFIED"] as const;

interface Invitee {
  readonly entityUuid: string;
  readonly depositorUuid: string;
  readonly email: string;
}

/** Sends an invitation; an earlier one of the same person can no longer be used. */
export async function invite(work: UnitOfWork, brand: BrandFacts, invitee: Invitee): Promise<void> {
  await work.db
    .updateTable("invitations")
    .set({ status: "REPLACED" })
    .where("depositor_uuid", "=", invitee.depositorUuid)
    .where("status", "<>", "ACCEPTED")
    .execute();
  const uuid = newUuid(work.bank);
  const token = newToken(work.bank);
  const expires = new Date(work.at.getTime() + LIFETIME_MS);
  await work.db
    .insertInto("invitations")
    .values({
      uuid,
      entity_uuid: invitee.entityUuid,
      depositor_uuid: invitee.depositorUuid,
      token_hash: hashOf(token),
      email: invitee.email,
      status: "SENT",
      expires_at: expires,
      created_at: work.at,
    })
    .execute();
  await enqueue(work, "invitation-expire", expires, uuid);
  const link = `${work.bank.options.publicOrigin(brand.slug)}/joint-account/onboarding?uuid=${uuid}&hash=${token}`;
  await sendMessage(work, {
    to: invitee.email,
    channel: "email",
    subject: `You're invited to a joint account at ${brand.name}`,
    body: `${nameOf(await primaryHolderOf(work, invitee.entityUuid)) || "A customer of ours"} invited you to share a savings account at ${brand.name}. To accept, open this link within 7 days: ${link} You'll need your Social Security number and your date of birth. If you don't know this person, ignore this email.`,
    link,
  });
}

/** The newest invitation of a person, in any state. */
export async function newestInvitation(work: UnitOfWork, depositorUuid: string): Promise<Invitation | null> {
  const row = await work.db
    .selectFrom("invitations")
    .selectAll()
    .where("depositor_uuid", "=", depositorUuid)
    .where("status", "<>", "REPLACED")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Throws when an invitation was sent within the last minute. */
export function requirePause(work: UnitOfWork, newest: Invitation | null): void {
  if (newest && newest.created_at.getTime() > work.at.getTime() - RESEND_MS)
    throw new ApiError(429, "too_soon", "We just sent an invitation. Wait a minute before you send another one.");
}

/** Throws 403 `account_closing` where the account that the invited person would share is closing or closed. */
export async function requireOpenAccount(work: UnitOfWork, invitation: Invitation): Promise<void> {
  if (await isClosing(work, invitation.entity_uuid))
    throw new ApiError(403, "account_closing", "The account you were invited to share is closing or closed, so you can't join it.");
}

/** The open invitation of a link, locked until the transaction ends; throws when the link cannot be used. */
export async function openInvitation(work: UnitOfWork, uuid: string, token: string): Promise<Invitation> {
  const row = await work.db
    .selectFrom("invitations")
    .selectAll()
    .where("uuid", "=", uuid)
    .where("token_hash", "=", hashOf(token))
    .forUpdate()
    .executeTakeFirst();
  if (row?.status === "LOCKED") throw new ApiError(403, "locked", "Too many incorrect attempts. Account Locked.");
  if (!row || !OPEN.some((status) => status === row.status) || row.expires_at <= work.at)
    throw new ApiError(400, "expired_link", "This invitation has expired or was already used.");
  await requireOpenAccount(work, row);
  return row;
}

/** Counts a wrong answer, which the error commits; the third one locks the invitation. */
export async function failInvitation(work: UnitOfWork, invitation: Invitation): Promise<ApiError> {
  const failures = invitation.failures + 1;
  const locked = failures >= MAX_FAILURES;
  await work.db
    .updateTable("invitations")
    .set({ failures, ...(locked ? { status: "LOCKED" } : {}) })
    .where("uuid", "=", invitation.uuid)
    .execute();
  if (locked) {
    await notifyDepositor(
      work,
      await primaryHolderOf(work, invitation.entity_uuid),
      "Your invitation is locked",
      "The answers of the person you invited didn't match your joint application three times, so we locked the invitation. Check the details with them. You can send a new invitation, or cancel the application and start a new one.",
    );
    return new ApiError(403, "locked", "Too many incorrect attempts. Account Locked.", { commit: true });
  }
  const left = MAX_FAILURES - failures;
  const message = `This doesn't match the joint application. Check both answers. You have ${left} ${left === 1 ? "try" : "tries"} left.`;
  return new ApiError(422, "wrong_identity", message, {
    errors: { ssn_last4: [message] },
    commit: true,
    data: { attempts_left: left },
  });
}

/** Sets the status without a check of the former one; callers check the transition before. */
export async function setInvitationStatus(work: UnitOfWork, uuid: string, status: string): Promise<void> {
  await work.db.updateTable("invitations").set({ status }).where("uuid", "=", uuid).execute();
}

export async function expireInvitation(work: UnitOfWork, uuid: string): Promise<void> {
  const row = await work.db
    .updateTable("invitations")
    .set({ status: "EXPIRED" })
    .where("uuid", "=", uuid)
    .where("status", "in", [...OPEN])
    .returning("entity_uuid")
    .executeTakeFirst();
  if (!row) return;
  await notifyDepositor(
    work,
    await primaryHolderOf(work, row.entity_uuid),
    "Your invitation has expired",
    "Your joint account holder didn't accept the invitation within 7 days. You can send it again.",
  );
}
