/** Exports the alerts of depositors. */
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

export async function addAlert(work: UnitOfWork, depositorUuid: string, title: string, body: string): Promise<string> {
  const uuid = newUuid(work.bank);
  await work.db.insertInto("alerts").values({ uuid, depositor_uuid: depositorUuid, title, body, date_created: work.at }).execute();
  return uuid;
}

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
