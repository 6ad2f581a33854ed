/** Exports the alerts of depositors, and notices that are sent as an alert and an email. */
import { sendMessage } from "./outbox.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** Adds an unread alert, which sends no email (`notifyDepositor` does), and returns its uuid. */
export async function addAlert(work: UnitOfWork, depositorUuid: string, title: string, body: string): Promise<string> {
  const uuid = newUuid(work.bank);
  await work.db.insertInto("alerts").values({ uuid, depositor_uuid: depositorUuid, title, body, date_created: work.at }).execute();
  return uuid;
}

/** Marks one alert of a depositor as read, or all of them (`uuid` null); the first time counts. Returns how many there are. */
export async function markAlertsRead(work: UnitOfWork, depositorUuid: string, uuid: string | null): Promise<number> {
  let query = work.db
    .updateTable("alerts")
    .set((set) => ({ read_at: set.fn.coalesce("read_at", set.val(work.at)) }))
    .where("depositor_uuid", "=", depositorUuid);
  if (uuid !== null) query = query.where("uuid", "=", uuid);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Adds an alert and sends an email, since alerts are visible only after registration. */
export async function notifyDepositor(
  work: UnitOfWork,
  depositor: { readonly uuid: string; readonly user_uuid: string },
  title: string,
  body: string,
): Promise<void> {
  const { email_key } = await work.db
    .selectFrom("users")
    .select("email_key")
    .where("uuid", "=", depositor.user_uuid)
    .executeTakeFirstOrThrow();
  await addAlert(work, depositor.uuid, title, body);
  await sendMessage(work, { to: email_key, channel: "email", subject: title, body });
}

/** The depositor's alerts as the API returns them, the newest first; instants in ISO 8601, `read_at` null while unread. */
export async function alertsOf(work: UnitOfWork, depositorUuid: string) {
  const rows = await work.db
    .selectFrom("alerts")
    .selectAll()
    .where("depositor_uuid", "=", depositorUuid)
    .orderBy("date_created", "desc")
    .orderBy("uuid")
    .execute();
  return rows.map((row) => ({
    uuid: row.uuid,
    title: row.title,
    body: row.body,
    date_created: row.date_created.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }));
}
