/**
 * Exports the encryption of the three cookies of `session.ts` (libsodium's secretbox), with key rotation, for the
 * server, and whether a request has a session.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import secureSession from "@fastify/secure-session";
import type { FastifyInstance, FastifyRequest } from "fastify";

const TWELVE_HOURS = 12 * 60 * 60;
const THIRTY_DAYS = 30 * 24 * 60 * 60;

/**
 * The cookie names in the browser. The `__Host-` prefix requires a secure connection, the whole site and this host
 * alone (RFC 6265bis).
 */
const COOKIES = { session: "__Host-hys_session", activity: "__Host-hys_trail", device: "__Host-hys_device" } as const;

/** Whether the browser sent a cookie of a session, which may have expired. */
export function hasSession({ cookies }: FastifyRequest): boolean {
  return cookies[COOKIES.session] !== undefined;
}

/**
 * One 32-byte key for each secret and cookie (HKDF), so that one cookie's value does not decrypt as another's. The
 * first key encrypts, all of them decrypt. Without a secret, in development, the key lives as long as the process.
 */
export function keysOf(secrets: readonly string[], cookie: string): Buffer[] {
  const sources = secrets.length > 0 ? secrets.map((secret) => Buffer.from(secret)) : [EPHEMERAL];
  return sources.map((source) => Buffer.from(hkdfSync("sha256", source, "passbook", `seal ${cookie}`, 32)));
}

const EPHEMERAL = randomBytes(32);

/**
 * Adds `sealedSession` and `sealedActivity` (12 hours) and `sealedDevice` (30 days) to requests. A value that no secret opens
 * counts as missing.
 */
export async function registerSessionCookies(app: FastifyInstance, secrets: readonly string[]): Promise<void> {
  const sealed = (sessionName: string, cookieName: string, expiry: number, maxAge?: number) => ({
    sessionName,
    cookieName,
    expiry,
    key: keysOf(secrets, cookieName),
    cookie: { path: "/", httpOnly: true, secure: true, sameSite: "strict" as const, ...(maxAge === undefined ? {} : { maxAge }) },
  });
  await app.register(secureSession, [
    sealed("sealedSession", COOKIES.session, TWELVE_HOURS),
    sealed("sealedActivity", COOKIES.activity, TWELVE_HOURS),
    sealed("sealedDevice", COOKIES.device, THIRTY_DAYS, THIRTY_DAYS),
  ]);
  app.addHook("onSend", async (request, reply) => {
    // Not "cookies", since a remembered device stays; not "storage", since the app keeps what was dismissed.
    if (request.sealedSession?.deleted) reply.header("clear-site-data", '"cache"');
  });
}
