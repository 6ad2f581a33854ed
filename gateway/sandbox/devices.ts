/** Exports the remembered devices, which need no second factor for 30 days. */
import { notFound } from "./api-error.js";
import { hashOf, isUuid, newToken, newUuid, type UnitOfWork } from "./unit-of-work.js";

const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns the device's token, which is stored only as a hash. It expires by the system's clock, not the bank's. */
export async function rememberDevice(work: UnitOfWork, userUuid: string, name: string): Promise<string> {
  const token = newToken(work.bank);
  const now = work.bank.systemNow();
  await work.db
    .insertInto("devices")
    .values({
      uuid: newUuid(work.bank),
      token_hash: hashOf(token),
      user_uuid: userUuid,
      name,
      created_at: now,
      expires_at: new Date(now.getTime() + REMEMBERED_MS),
    })
    .execute();
  return token;
}

/** The remembered device of a token; null without a token, for an expired one, and for one of another user. */
export async function findDevice(
  work: UnitOfWork,
  userUuid: string,
  token: string | undefined,
): Promise<{ uuid: string; name: string } | null> {
  if (token === undefined) return null;
  const row = await work.db
    .selectFrom("devices")
    .select(["uuid", "name"])
    .where("token_hash", "=", hashOf(token))
    .where("user_uuid", "=", userUuid)
    .where("expires_at", ">", work.bank.systemNow())
    .executeTakeFirst();
  return row ?? null;
}

/** The user's remembered devices, the newest first. */
export async function devicesOf(work: UnitOfWork, userUuid: string) {
  const rows = await work.db
    .selectFrom("devices")
    .select(["uuid", "name", "created_at", "expires_at"])
    .where("user_uuid", "=", userUuid)
    .where("expires_at", ">", work.bank.systemNow())
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }));
}

/** Forgets one device; throws 404 for a device of somebody else. */
export async function forgetDevice(work: UnitOfWork, userUuid: string, uuid: string): Promise<void> {
  const { numDeletedRows } = isUuid(uuid)
    ? await work.db.deleteFrom("devices").where("uuid", "=", uuid).where("user_uuid", "=", userUuid).executeTakeFirst()
    : { numDeletedRows: 0n };
  if (numDeletedRows === 0n) throw notFound("This device");
}

/** Every later sign-in requires the second factor. */
export async function forgetDevices(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db.deleteFrom("devices").where("user_uuid", "=", userUuid).execute();
}
