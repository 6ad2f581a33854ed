/** Seals the three cookies of `session.ts` (libsodium's secretbox), and opens what older secrets sealed. */
import { hkdfSync, randomBytes } from "node:crypto";
import secureSession from "@fastify/secure-session";
import type { FastifyInstance } from "fastify";

/** Seconds. */
const TWELVE_HOURS = 12 * 60 * 60;
const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** Names as the browser stores them; `__Host-`: this host alone, whole site, only over a safe connection. */
export const COOKIES = { session: "__Host-hys_session", activity: "__Host-hys_trail", device: "__Host-hys_device" } as const;

/**
 * One 32-byte key per secret and cookie: what is sealed as one cookie does not open as another. The first seals, all
 * open. Without a secret (development) a key lives as long as the process.
 */
export function keysOf(secrets: readonly string[], cookie: string): Buffer[] {
  const sources = secrets.length > 0 ? secrets.map((secret) => Buffer.from(secret)) : [EPHEMERAL];
  return sources.map((source) => Buffer.from(hkdfSync("sha256", source, "passbook", `seal ${cookie}`, 32)));
}

const EPHEMERAL = randomBytes(32);

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
    // Cookies go one by one (a remembered device stays); of storage the app keeps what was dismissed.
    if (request.sealedSession?.deleted) reply.header("clear-site-data", '"cache"');
  });
}
