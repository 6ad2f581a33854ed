/** Exports the invitations of a second account holder: single use, valid for 7 days of the bank's clock. */
import { addAlert } from "./alerts.js";
import { enqueue } from "./jobs.js";
import type { BrandFacts } from "./options.js";
import { sendMessage } from "./outbox.js";
import { hashOf, newToken, newUuid, type UnitOfWork } from "./unit-of-work.js";

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

interface Invitee {
  readonly entityUuid: string;
  readonly depositorUuid: string;
  readonly email: string;
}

export async function invite(work: UnitOfWork, brand: BrandFacts, invitee: Invitee): Promise<void> {
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
    body: `You've been invited to share a savings account. To accept, open this link within 7 days: ${link}`,
    link,
  });
}

export async function acceptInvitation(work: UnitOfWork, depositorUuid: string): Promise<void> {
  await work.db
    .updateTable("invitations")
    .set({ status: "ACCEPTED" })
    .where("depositor_uuid", "=", depositorUuid)
    .where("status", "=", "SENT")
    .execute();
}

export async function expireInvitation(work: UnitOfWork, uuid: string): Promise<void> {
  const row = await work.db
    .updateTable("invitations")
    .set({ status: "EXPIRED" })
    .where("uuid", "=", uuid)
    .where("status", "=", "SENT")
    .returning(["entity_uuid", "email"])
    .executeTakeFirst();
  if (!row) return;
  const primary = await work.db
    .selectFrom("depositors")
    .select("uuid")
    .where("entity_uuid", "=", row.entity_uuid)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  if (primary)
    await addAlert(
      work,
      primary.uuid,
      "Your invitation has expired",
      "Your joint account holder didn't accept the invitation within 7 days. You can send it again.",
    );
}
