/**
 * The visitor's session, sealed into cookies; the gateway stores nothing. Three cookies, so that requests that run side
 * by side cannot undo each other's writing:
 * - `hys_session`: the sign-in. Written by sign-in and what changes it, never by a read.
 * - `hys_trail`: the upstream's cookies and when the session was last used. Written by any request; the last one wins,
 *   and a stale one costs no more than a fresh CSRF cookie.
 * - `hys_device`: what makes this a remembered device. Outlives signing out.
 */
import { randomUUID } from "node:crypto";
import type { Session as Sealed } from "@fastify/secure-session";
import type { FastifyRequest } from "fastify";
import type { Session, SignedIn } from "./resolvers/context.js";
import type { CookieJar } from "./upstream/cookie-jar.js";

declare module "fastify" {
  interface FastifyRequest {
    sealedSession: Sealed<{ signIn: SealedSignIn }>;
    sealedActivity: Sealed<{ activity: SealedActivity }>;
    sealedDevice: Sealed<{ device: SealedDevice }>;
  }
}

/** A session ends after so long, used or not (domain.md 2, "Sessions"). */
export const ABSOLUTE_LIMIT_MS = 12 * 60 * 60 * 1000;
/** And when it has not been used for so long (D31). */
export const IDLE_LIMIT_MS = 15 * 60 * 1000;
/** Use is written down at most so often: the trail is a cookie on the answer. */
const ACTIVITY_WRITE_INTERVAL_MS = 30_000;

interface SealedSignIn {
  readonly id: string;
  /** A session of one brand is nobody at another's host. */
  readonly brand: string;
  readonly startedAt: number;
  readonly signedIn: SignedIn;
}

interface SealedActivity {
  /** The session that was used; another's use keeps nothing alive. */
  readonly id: string | null;
  readonly brand: string;
  readonly seenAt: number;
  readonly cookieJar: CookieJar;
}

interface SealedDevice {
  readonly brand: string;
  readonly token: string;
}

/** The three cookies of one request. */
export type Cookies = Pick<FastifyRequest, "sealedSession" | "sealedActivity" | "sealedDevice">;

/** A session with the upstream's cookies, and what is written when the request ends. */
export interface OpenSession extends Session {
  readonly cookieJar: CookieJar;
  /** This request signed out. */
  readonly ended: boolean;
  /** Writes the trail. Call once, before the answer's headers go. */
  save(cookieJar: CookieJar): void;
}

/** Opens the session of a request. A sign-in past its limits is gone from here on. */
export function openSession(cookies: Cookies, brand: string, now: () => number): OpenSession {
  const { sealedSession, sealedActivity, sealedDevice } = cookies;
  const activity = activityOf(sealedActivity, brand);
  let current = signInOf(sealedSession, brand);
  let idle = false;
  let ended = false;

  if (current) {
    const seenAt = activity?.id === current.id ? Math.max(activity.seenAt, current.startedAt) : current.startedAt;
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

  return {
    get signedIn() {
      return current?.signedIn ?? null;
    },
    cookieJar: activity?.cookieJar ?? {},
    begin(signedIn) {
      // A new id each time: nothing that knew the session before knows this one (domain.md 5, 19).
      sealedSession.regenerate();
      write({ id: randomUUID(), brand, startedAt: now(), signedIn });
    },
    update(facts) {
      if (current) write({ ...current, signedIn: { ...current.signedIn, ...facts } });
    },
    get ended() {
      return ended;
    },
    end() {
      current = null;
      ended = true;
      sealedSession.delete();
      sealedActivity.delete();
    },
    ignoreActivity() {
      idle = true;
    },
    get deviceToken() {
      const device = sealedDevice.get("device");
      return device?.brand === brand ? device.token : null;
    },
    rememberDevice(token) {
      sealedDevice.set("device", { brand, token });
    },
    save(cookieJar) {
      if (sealedActivity.deleted) return;
      const id = current?.id ?? null;
      const sameSession = activity?.id === id;
      const seenAt = idle ? (sameSession ? activity.seenAt : (current?.startedAt ?? now())) : now();
      const due = id !== null && (!sameSession || seenAt - activity.seenAt >= ACTIVITY_WRITE_INTERVAL_MS);
      if (due || cookieJar !== (activity?.cookieJar ?? cookieJar) || (!activity && Object.keys(cookieJar).length > 0)) {
        sealedActivity.set("activity", { id, brand, seenAt, cookieJar } satisfies SealedActivity);
      }
    },
  };
}

/** What opens under our own key is what we sealed; its brand is all that is left to ask. */
function signInOf(sealed: Cookies["sealedSession"], brand: string): SealedSignIn | null {
  const found = sealed.get("signIn");
  return found?.brand === brand ? found : null;
}

function activityOf(sealed: Cookies["sealedActivity"], brand: string): SealedActivity | null {
  const found = sealed.get("activity");
  return found?.brand === brand ? found : null;
}
