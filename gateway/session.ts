/**
 * Exports the depositor's session, encrypted in cookies; the gateway stores nothing. Three cookies, so that concurrent
 * requests cannot overwrite each other's changes:
 * - `hys_session`: the sign-in. Sign-in and its changes write it, a read never does.
 * - `hys_trail`: the upstream's cookies and the time of the last use. Any request writes it and the last one wins; a
 *   stale one costs at most a new CSRF cookie.
 * - `hys_device`: the tokens of a remembered device, one for each depositor who shares it. They survive signing out.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Session as Sealed } from "@fastify/secure-session";
import type { FastifyRequest } from "fastify";
import type { Session, SignedIn } from "./resolvers/context.js";
import type { CookieJar } from "./upstream/cookie-jar.js";
import { UpstreamFailed } from "./upstream/errors.js";

declare module "fastify" {
  interface FastifyRequest {
    sealedSession: Sealed<{ signIn: SealedSignIn }>;
    sealedActivity: Sealed<{ activity: SealedActivity }>;
    sealedDevice: Sealed<{ devices: readonly SealedDevice[] }>;
  }
}

/** The absolute lifetime of a session (domain.md 2, "Sessions"). */
export const ABSOLUTE_LIMIT_MS = 12 * 60 * 60 * 1000;
/** The idle lifetime of a session (D31). */
export const IDLE_LIMIT_MS = 15 * 60 * 1000;
/** The minimum interval between two writes of the activity cookie. */
const ACTIVITY_WRITE_INTERVAL_MS = 30_000;

/**
 * The longest JSON of an upstream's facts of a sign-in (bearer, session id, nonce and the rest), in bytes. A browser drops a
 * cookie of more than 4,096 bytes (RFC 6265, 6.1). The cookie has these facts, and up to 600 bytes of the gateway's own,
 * encrypted, in Base64, with percent-encoded "+" and "/": 2,100 bytes become about 3,850, and by chance 3,950.
 */
const LONGEST_FACTS = 2_100;

/** The longest JSON of the tokens of a remembered device, in bytes, for the same reason; the oldest tokens go first. */
const LONGEST_DEVICES = 2_100;

/** How many sign-ins that later ones replaced a session remembers, so that its cookie stays small. */
const MAX_REPLACED = 8;

interface SealedSignIn {
  /** Another one after each sign-in and each code. */
  readonly id: string;
  /**
   * The same from the sign-in to the sign-out, regardless of the codes in between: all sessions of a sign-in end
   * together. A session that an earlier version sealed has none.
   */
  readonly signInId?: string;
  /** The sign-ins that this one replaced in the browser, newest first: they end with it. */
  readonly replaced?: readonly string[];
  /** A session is valid for its own brand's hosts only. */
  readonly brand: string;
  /** When the sign-in was complete; a step-up code starts no new one. The absolute limit counts from here. */
  readonly startedAt: number;
  /** When a code renewed the session since: its activity cookie may still be the one of the id before. */
  readonly renewedAt?: number;
  /** Whose sign-in it is, as `hys_device` names depositors. A session that an earlier version sealed has none. */
  readonly depositor?: string | null;
  readonly signedIn: SignedIn;
}

interface SealedActivity {
  /** The session that was active; activity of another session does not extend this one. */
  readonly id: string | null;
  readonly brand: string;
  readonly seenAt: number;
  readonly cookieJar: CookieJar;
}

interface SealedDevice {
  readonly brand: string;
  /** A hash of the email of the sign-in: an email has up to 254 characters, and a cookie 4,096 bytes. */
  readonly depositor: string | null;
  readonly token: string;
}

/** The three cookies of one request. */
export type Cookies = Pick<FastifyRequest, "sealedSession" | "sealedActivity" | "sealedDevice">;

/** A session with the upstream's cookies, and the changes to write when the request ends. */
export interface OpenSession extends Session {
  /** The gateway's own id of the session; null when signed out. */
  readonly id: string | null;
  /** The id of the sign-in, which stays when a code renews the session's id; null when signed out. */
  readonly signInId: string | null;
  readonly cookieJar: CookieJar;
  /** Whether this request ended the session of its cookie, valid or expired. */
  readonly ended: boolean;
  /** The sign-in that this request ended, then those that it had replaced; empty when there was none. */
  readonly endedSignIns: readonly string[];
  /** The sign-in in whose place this request signed in anew; null when there was none. */
  readonly replacedSignIn: string | null;
  /**
   * Leaves the cookies in the browser as they are, although this request ended its session: they are those of a sign-in that
   * was answered meanwhile.
   */
  keepCookies(): void;
  /** Writes the activity cookie. Call once, before the response headers are sent. */
  save(cookieJar: CookieJar): void;
}

/** Opens the session of a request, and drops it when it has expired. */
export function openSession(cookies: Cookies, brand: string, now: () => number): OpenSession {
  const { sealedSession, sealedActivity, sealedDevice } = cookies;
  const activity = activityOf(sealedActivity, brand);
  let current = signInOf(sealedSession, brand);
  const hasCookie = current !== null || sealedSession.deleted;
  let idle = false;
  let ended = false;
  let endedSignIns: readonly string[] = [];
  let replacedSignIn: string | null = null;
  let identified: string | null = null;

  if (current) {
    const seenAt = activity?.id === current.id ? Math.max(activity.seenAt, renewalOf(current)) : renewalOf(current);
    if (now() - current.startedAt >= ABSOLUTE_LIMIT_MS || now() - seenAt >= IDLE_LIMIT_MS) {
      current = null;
      sealedSession.delete();
    }
  }

  function write(next: SealedSignIn): void {
    current = next;
    sealedSession.deleted = false;
    sealedSession.set("signIn", next);
  }

  const depositor = () => identified ?? current?.depositor ?? null;
  const devices = () => (sealedDevice.get("devices") ?? []).filter((device) => device.brand === brand);

  return {
    get id() {
      return current?.id ?? null;
    },
    get signInId() {
      return current && signInIdOf(current);
    },
    get signedIn() {
      return current?.signedIn ?? null;
    },
    cookieJar: activity?.cookieJar ?? {},
    begin(signedIn, { byCode = false } = {}) {
      checkSize(signedIn);
      const id = randomBytes(32).toString("base64url");
      const before = current;
      // A code continues the sign-in: the upstream's session stays the same.
      const continues = before !== null && before.signedIn.session_id === signedIn.session_id;
      if (before !== null && !continues) replacedSignIn = signInIdOf(before);
      const replaced = continues || before === null ? (before?.replaced ?? []) : signInsOf(before).slice(0, MAX_REPLACED);
      // A new session id for each sign-in prevents session fixation (domain.md 5, 19).
      sealedSession.regenerate();
      const signInId = continues ? signInIdOf(before) : id;
      const startedAt = byCode && before?.signedIn.loginSuccess === true ? before.startedAt : now();
      write({ id, signInId, replaced, brand, startedAt, renewedAt: now(), depositor: byCode ? depositor() : identified, signedIn });
    },
    update(facts) {
      if (!current) return;
      const signedIn = { ...current.signedIn, ...facts };
      checkSize(signedIn);
      write({ ...current, signedIn });
    },
    get ended() {
      return ended;
    },
    get endedSignIns() {
      return endedSignIns;
    },
    get replacedSignIn() {
      return replacedSignIn;
    },
    keepCookies() {
      for (const sealed of [sealedSession, sealedActivity]) {
        sealed.deleted = false;
        sealed.changed = false;
      }
    },
    end() {
      // Without a session there is nothing to delete. The answer may arrive after that of a sign-in, whose cookies a
      // deletion would remove.
      if (current === null && !hasCookie) return;
      if (current !== null) endedSignIns = signInsOf(current);
      current = null;
      ended = true;
      sealedSession.delete();
      sealedActivity.delete();
    },
    ignoreActivity() {
      idle = true;
    },
    identify(email) {
      identified = createHash("sha256").update(email.trim().toLowerCase()).digest("base64url").slice(0, 22);
    },
    get deviceToken() {
      const known = devices();
      // The newest one also for a depositor without one of their own: their email may have changed since.
      return (known.find((device) => device.depositor === depositor()) ?? known[0])?.token ?? null;
    },
    rememberDevice(token) {
      const others = devices().filter((device) => device.depositor !== depositor());
      const kept = [{ brand, depositor: depositor(), token }, ...others];
      while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > LONGEST_DEVICES) kept.pop();
      sealedDevice.set("devices", kept);
    },
    save(cookieJar) {
      if (sealedActivity.deleted) return;
      const id = current?.id ?? null;
      const sameSession = activity?.id === id;
      const seenAt = idle ? (sameSession ? activity.seenAt : current === null ? now() : renewalOf(current)) : now();
      const due = id !== null && (!sameSession || seenAt - activity.seenAt >= ACTIVITY_WRITE_INTERVAL_MS);
      if (due || cookieJar !== (activity?.cookieJar ?? cookieJar) || (!activity && Object.keys(cookieJar).length > 0)) {
        sealedActivity.set("activity", { id, brand, seenAt, cookieJar } satisfies SealedActivity);
      }
    },
  };
}

/** @throws UpstreamFailed if a browser would drop the cookie of this sign-in. */
function checkSize(signedIn: SignedIn): void {
  const bytes = Buffer.byteLength(JSON.stringify(signedIn));
  if (bytes > LONGEST_FACTS)
    throw new UpstreamFailed(
      502,
      `token, session id and the rest of the sign-in have ${bytes} bytes, and the session's cookie keeps ${LONGEST_FACTS}`,
    );
}

/** The id of a session's sign-in. */
export function signInIdOf({ signInId, id }: Pick<SealedSignIn, "id" | "signInId">): string {
  return signInId ?? id;
}

const renewalOf = ({ renewedAt, startedAt }: SealedSignIn): number => renewedAt ?? startedAt;

/** The sign-in of a session, and those that it replaced. */
function signInsOf(signIn: SealedSignIn): readonly string[] {
  return [signInIdOf(signIn), ...(signIn.replaced ?? [])];
}

/** Decryption proves that this gateway wrote the cookie; its brand remains to check, and that it has not signed out. */
function signInOf(sealed: Cookies["sealedSession"], brand: string): SealedSignIn | null {
  const found = sealed.get("signIn");
  return found?.brand === brand && !sealed.deleted ? found : null;
}

function activityOf(sealed: Cookies["sealedActivity"], brand: string): SealedActivity | null {
  const found = sealed.get("activity");
  return found?.brand === brand ? found : null;
}
