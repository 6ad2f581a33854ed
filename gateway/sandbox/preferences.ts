/** Exports a user's preferences: the kinds of email they want, and paper statements. Security notices are always sent. */
import { sendMessage } from "./outbox.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** True sends emails of the topic; `paperless` true sends no statements by mail. */
export interface Preferences {
  readonly email_transfers: boolean;
  readonly email_statements: boolean;
  readonly email_messages: boolean;
  readonly paperless: boolean;
}

export type Topic = "transfers" | "statements" | "messages";

const COLUMNS = ["email_transfers", "email_statements", "email_messages", "paperless"] as const;

/** Throws where there is no such user. */
export function preferencesOf(work: UnitOfWork, userUuid: string): Promise<Preferences> {
  return work.db.selectFrom("users").select(COLUMNS).where("uuid", "=", userUuid).executeTakeFirstOrThrow();
}

/** Changes the preferences that are given; returns all of them. */
export async function changePreferences(work: UnitOfWork, userUuid: string, changes: Partial<Preferences>): Promise<Preferences> {
  if (Object.keys(changes).length > 0) await work.db.updateTable("users").set(changes).where("uuid", "=", userUuid).execute();
  return preferencesOf(work, userUuid);
}

/** Sends a depositor an email about a topic, unless they have turned those emails off. */
export async function sendPreferredEmail(
  work: UnitOfWork,
  depositorUuid: string,
  topic: Topic,
  subject: string,
  body: string,
): Promise<void> {
  const user = await work.db
    .selectFrom("users")
    .innerJoin("depositors", "depositors.user_uuid", "users.uuid")
    .select(["users.email_key", "email_transfers", "email_statements", "email_messages"])
    .where("depositors.uuid", "=", depositorUuid)
    .executeTakeFirstOrThrow();
  const wanted = { transfers: user.email_transfers, statements: user.email_statements, messages: user.email_messages }[topic];
  if (wanted) await sendMessage(work, { to: user.email_key, channel: "email", subject, body });
}

/** Whether a depositor's statements also come by mail. */
export async function wantsPaper(work: UnitOfWork, depositorUuid: string): Promise<boolean> {
  const { paperless } = await work.db
    .selectFrom("users")
    .innerJoin("depositors", "depositors.user_uuid", "users.uuid")
    .select("paperless")
    .where("depositors.uuid", "=", depositorUuid)
    .executeTakeFirstOrThrow();
  return !paperless;
}
