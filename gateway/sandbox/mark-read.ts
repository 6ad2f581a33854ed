/** Exports the read marks of alerts and messages; the first time counts. */
import type { UnitOfWork } from "./unit-of-work.js";

/**
 * Marks one alert or message of a depositor, or all of them (`uuid` null); returns how many belong to the depositor.
 */
export async function markRead(
  work: UnitOfWork,
  table: "alerts" | "messages",
  depositorUuid: string,
  uuid: string | null,
): Promise<number> {
  let query = work.db
    .updateTable(table)
    .set((set) => ({ read_at: set.fn.coalesce("read_at", set.val(work.at)) }))
    .where("depositor_uuid", "=", depositorUuid);
  if (uuid !== null) query = query.where("uuid", "=", uuid);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}
