/** Bearer tokens: 256 random bits, kept as a hash, on the machine's clock: 12 hours in all, 15 minutes idle. */
import type { BrandFacts } from "./options.js";
import { unauthorized } from "./refusal.js";
import { hashOf, newToken, newUuid, type Work } from "./work.js";

const LIFETIME_MS = 12 * 60 * 60 * 1000;
const IDLE_MS = 15 * 60 * 1000;
/** Time enough for a second factor; then the sign-in starts again. */
const PENDING_MS = 60 * 60 * 1000;

export interface Session {
  readonly uuid: string;
  readonly userUuid: string;
  /** Its second factor has been given. */
  readonly full: boolean;
  readonly expiresAt: Date;
}

export interface OpenedSession {
  readonly token: string;
  readonly session_id: string;
  readonly expires_at: string;
}

export async function openSession(work: Work, userUuid: string, full: boolean): Promise<OpenedSession> {
  const now = work.bank.machineNow();
  const token = newToken(work.bank);
  const uuid = newUuid(work.bank);
  const expiresAt = new Date(now.getTime() + (full ? LIFETIME_MS : PENDING_MS));
  await work.db
    .insertInto("sessions")
    .values({ uuid, token_hash: hashOf(token), user_uuid: userUuid, full, created_at: now, expires_at: expiresAt, last_seen_at: now })
    .execute();
  return { token, session_id: uuid, expires_at: expiresAt.toISOString() };
}

/** A session that has given its second factor gets a new token and its whole lifetime; the old token is worth nothing. */
export async function renewSession(work: Work, sessionUuid: string): Promise<OpenedSession> {
  const now = work.bank.machineNow();
  const token = newToken(work.bank);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await work.db
    .updateTable("sessions")
    .set({ token_hash: hashOf(token), full: true, expires_at: expiresAt, last_seen_at: now })
    .where("uuid", "=", sessionUuid)
    .execute();
  return { token, session_id: sessionUuid, expires_at: expiresAt.toISOString() };
}

export async function closeSession(work: Work, sessionUuid: string): Promise<void> {
  await work.db.deleteFrom("sessions").where("uuid", "=", sessionUuid).execute();
}

export async function closeSessionsOf(work: Work, userUuid: string): Promise<void> {
  await work.db.deleteFrom("sessions").where("user_uuid", "=", userUuid).execute();
}

const endOf = (row: { expires_at: Date; last_seen_at: Date }): Date =>
  new Date(Math.min(row.expires_at.getTime(), row.last_seen_at.getTime() + IDLE_MS));

interface Demand {
  readonly auth: "open" | "pending" | "full";
  readonly path: string;
}

/** Asks not to keep an idle session alive. */
export const QUIET_CHECK = "/auth-check/no-ext";

/** The session of a request's bearer. 401 when there is none, it has ended, belongs elsewhere, or still lacks what the route needs. */
export async function requireSession(work: Work, brand: BrandFacts, headers: Headers, demand: Demand): Promise<Session> {
  const token = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) throw unauthorized();
  const now = work.bank.machineNow();
  const row = await work.db
    .selectFrom("sessions")
    .innerJoin("users", "users.uuid", "sessions.user_uuid")
    .select(["sessions.uuid", "sessions.user_uuid", "sessions.full", "sessions.expires_at", "sessions.last_seen_at"])
    .where("sessions.token_hash", "=", hashOf(token))
    .where("users.brand", "=", brand.slug)
    .executeTakeFirst();
  if (!row || endOf(row) <= now) throw unauthorized("Your session has ended. Please log in again.");
  if (demand.auth === "full" && !row.full) throw unauthorized("Please finish logging in.");
  if (demand.path === QUIET_CHECK) return { uuid: row.uuid, userUuid: row.user_uuid, full: row.full, expiresAt: endOf(row) };
  await work.db.updateTable("sessions").set({ last_seen_at: now }).where("uuid", "=", row.uuid).execute();
  return { uuid: row.uuid, userUuid: row.user_uuid, full: row.full, expiresAt: endOf({ ...row, last_seen_at: now }) };
}
