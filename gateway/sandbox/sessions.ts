/**
 * Exports the sessions: bearer tokens of 256 random bits, stored as a hash, that expire by the system's clock after 12
 * hours, or 15 idle minutes.
 */

import { ApiError, notFound, unauthorized } from "./api-error.js";
import type { BrandFacts } from "./options.js";
import { hashOf, isUuid, newToken, newUuid, type UnitOfWork } from "./unit-of-work.js";

const LIFETIME_MS = 12 * 60 * 60 * 1000;
const IDLE_MS = 15 * 60 * 1000;
/** The time limit for the second factor; after it, the sign-in starts over. */
const PENDING_MS = 60 * 60 * 1000;

/** The session of a request, as checked when the request arrived. */
export interface Session {
  readonly uuid: string;
  readonly userUuid: string;
  /** Whether the second factor is verified. */
  readonly full: boolean;
  readonly expiresAt: Date;
}

/** A session with its token, which the bank stores only as a hash. `expires_at`: ISO 8601. */
export interface OpenedSession {
  readonly token: string;
  readonly session_id: string;
  readonly expires_at: string;
}

/** Opens a session of 12 hours; one that waits for the second factor (`full` false) lasts one hour. */
export async function openSession(
  work: UnitOfWork,
  userUuid: string,
  full: boolean,
  deviceName: string | null = null,
): Promise<OpenedSession> {
  const now = work.bank.systemNow();
  const token = newToken(work.bank);
  const uuid = newUuid(work.bank);
  const expiresAt = new Date(now.getTime() + (full ? LIFETIME_MS : PENDING_MS));
  await work.db
    .insertInto("sessions")
    .values({
      uuid,
      token_hash: hashOf(token),
      user_uuid: userUuid,
      full,
      device_name: deviceName?.slice(0, 100) ?? null,
      created_at: now,
      expires_at: expiresAt,
      last_seen_at: now,
      authenticated_at: now,
    })
    .execute();
  return { token, session_id: uuid, expires_at: expiresAt.toISOString() };
}

/**
 * After the second factor, a session gets a new token and its full lifetime; the old token becomes invalid. In a session that
 * is full already, the code went to a phone number that the session itself named: it neither authenticates the depositor again
 * nor gives the session another lifetime.
 */
export async function renewSession(work: UnitOfWork, { uuid: sessionUuid, full }: Pick<Session, "uuid" | "full">): Promise<OpenedSession> {
  const now = work.bank.systemNow();
  const token = newToken(work.bank);
  const completed = { full: true, expires_at: new Date(now.getTime() + LIFETIME_MS), authenticated_at: now };
  const { expires_at } = await work.db
    .updateTable("sessions")
    .set({ token_hash: hashOf(token), last_seen_at: now, ...(full ? {} : completed) })
    .where("uuid", "=", sessionUuid)
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { token, session_id: sessionUuid, expires_at: expires_at.toISOString() };
}

/** Ends a session at once: its token is unauthorized from the commit on. Does nothing for an unknown one. */
export async function closeSession(work: UnitOfWork, sessionUuid: string): Promise<void> {
  await work.db.deleteFrom("sessions").where("uuid", "=", sessionUuid).execute();
}

export async function closeSessionsOf(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db.deleteFrom("sessions").where("user_uuid", "=", userUuid).execute();
}

export async function closeOtherSessions(work: UnitOfWork, userUuid: string, sessionUuid: string): Promise<void> {
  await work.db.deleteFrom("sessions").where("user_uuid", "=", userUuid).where("uuid", "<>", sessionUuid).execute();
}

/** The user's sessions that have not ended, the latest used first. */
export async function sessionsOf(work: UnitOfWork, { uuid: current, userUuid }: Session) {
  const now = work.bank.systemNow();
  const rows = await work.db
    .selectFrom("sessions")
    .select(["uuid", "device_name", "created_at", "last_seen_at", "expires_at"])
    .where("user_uuid", "=", userUuid)
    .where("full", "=", true)
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows
    .filter((row) => expiryOf(row) > now)
    .map((row) => ({
      uuid: row.uuid,
      device_name: row.device_name,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      current: row.uuid === current,
    }));
}

/** Ends another session of the user; throws 404 for a session of somebody else, 409 for the present one. */
export async function closeSessionOf(work: UnitOfWork, session: Session, uuid: string): Promise<void> {
  if (uuid === session.uuid) throw new ApiError(409, "conflict", "To end this session, log out.");
  const { numDeletedRows } = isUuid(uuid)
    ? await work.db.deleteFrom("sessions").where("uuid", "=", uuid).where("user_uuid", "=", session.userUuid).executeTakeFirst()
    : { numDeletedRows: 0n };
  if (numDeletedRows === 0n) throw notFound("This session");
}

const expiryOf = (row: { expires_at: Date; last_seen_at: Date }): Date =>
  new Date(Math.min(row.expires_at.getTime(), row.last_seen_at.getTime() + IDLE_MS));

interface SessionRequirement {
  readonly auth: "open" | "pending" | "full";
  readonly path: string;
}

/** A session check on this path does not extend an idle session. */
export const PASSIVE_CHECK_PATH = "/auth-check/no-ext";

/** The bearer token of a request, or null. */
export const bearerOf = (headers: Headers): string | null => /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;

/**
 * The session of a request's bearer. Throws 401 when it is missing, expired, of another brand, or lacks the second
 * factor that the route needs.
 */
export async function requireSession(work: UnitOfWork, brand: BrandFacts, headers: Headers, demand: SessionRequirement): Promise<Session> {
  const token = bearerOf(headers);
  if (token === null) throw unauthorized();
  const now = work.bank.systemNow();
  const row = await work.db
    .selectFrom("sessions")
    .innerJoin("users", "users.uuid", "sessions.user_uuid")
    .select(["sessions.uuid", "sessions.user_uuid", "sessions.full", "sessions.expires_at", "sessions.last_seen_at"])
    .where("sessions.token_hash", "=", hashOf(token))
    .where("users.brand", "=", brand.slug)
    .executeTakeFirst();
  if (!row || expiryOf(row) <= now) throw unauthorized("Your session has ended. Please log in again.");
  if (demand.auth === "full" && !row.full) throw unauthorized("Finish logging in to continue.");
  if (demand.path === PASSIVE_CHECK_PATH) return { uuid: row.uuid, userUuid: row.user_uuid, full: row.full, expiresAt: expiryOf(row) };
  await work.db.updateTable("sessions").set({ last_seen_at: now }).where("uuid", "=", row.uuid).execute();
  return { uuid: row.uuid, userUuid: row.user_uuid, full: row.full, expiresAt: expiryOf({ ...row, last_seen_at: now }) };
}
