/** Exports the outbox: the emails and text messages that a real bank would send. */
import type { UnitOfWork } from "./unit-of-work.js";

interface OutgoingMessage {
  readonly to: string;
  readonly channel: "email" | "sms";
  readonly subject: string;
  readonly body: string;
  readonly code?: string;
  readonly link?: string;
}

/** Sends a message when the transaction commits; returns its number. */
export async function sendMessage(work: UnitOfWork, message: OutgoingMessage): Promise<number> {
  const { id } = await work.db
    .insertInto("outbox")
    .values({
      recipient: message.to,
      channel: message.channel,
      subject: message.subject,
      body: message.body,
      code: message.code ?? null,
      link: message.link ?? null,
      sent_at: work.bank.systemNow(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Recalls a message of the same transaction, before anybody can read it. */
export async function recallMessage(work: UnitOfWork, id: number): Promise<void> {
  await work.db.deleteFrom("outbox").where("id", "=", id).execute();
}

/** A sent message, as the sandbox's controls return it. */
export interface SentMessage {
  readonly to: string;
  readonly channel: string;
  readonly subject: string;
  readonly body: string;
  readonly code: string | null;
  readonly link: string | null;
  readonly sent_at: string;
}

/** All messages to one address, or to all, the newest first; with `most`, no more than the newest ones. */
export async function readOutbox(work: UnitOfWork, to: string | null, most?: number): Promise<SentMessage[]> {
  let query = work.db.selectFrom("outbox").selectAll().orderBy("id", "desc");
  if (most !== undefined) query = query.limit(most);
  if (to !== null) query = query.where("recipient", "=", to.includes("@") ? to.toLowerCase() : to);
  const rows = await query.execute();
  return rows.map((row) => ({
    to: row.recipient,
    channel: row.channel,
    subject: row.subject,
    body: row.body,
    code: row.code,
    link: row.link,
    sent_at: row.sent_at.toISOString(),
  }));
}
