/**
 * Exports the end of sessions on the server, for the server: all sessions of a sign-in are invalid at every gateway after
 * the sign-out, even when somebody kept a copy of a cookie, from before or after a code, and the upstream could not revoke
 * the bearer (domain.md 5, 21).
 */
import type { FastifyInstance } from "fastify";
import { ABSOLUTE_LIMIT_MS, signInIdOf } from "../session.js";
import type { SharedState } from "../shared-state.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The gateway's id of the session in the request's cookie, ended or not; null without one. */
    sessionInCookie: string | null;
    /** The id of its sign-in. */
    signInInCookie: string | null;
  }
}

/** The sign-ins that have ended, by the gateway's ids. */
export interface EndedSessions {
  end(signInId: string): Promise<void>;
  /** The browser of this sign-in has signed in anew. */
  replace(signInId: string): Promise<void>;
  isReplaced(signInId: string): Promise<boolean>;
}

/** Longer than a sign-out takes, whose answer would delete the cookies of the sign-in that overtook it. */
const REPLACED_MS = 5 * 60 * 1000;

/** Register after the cookies of the session. */
export function registerEndedSessions(app: FastifyInstance, shared: SharedState): EndedSessions {
  const keyOf = (id: string): string => `ended session ${id}`;
  app.decorateRequest("sessionInCookie", null);
  app.decorateRequest("signInInCookie", null);
  app.addHook("onRequest", async (request) => {
    const signIn = request.sealedSession.get("signIn");
    const id = signIn ? signInIdOf(signIn) : null;
    request.sessionInCookie = signIn?.id ?? null;
    request.signInInCookie = id;
    if (id !== null && (await shared.remembers(keyOf(id)))) request.sealedSession.delete();
  });
  const replacedKeyOf = (id: string): string => `replaced session ${id}`;
  return {
    end: (id) => shared.remember(keyOf(id), ABSOLUTE_LIMIT_MS),
    replace: (id) => shared.remember(replacedKeyOf(id), REPLACED_MS),
    isReplaced: (id) => shared.remembers(replacedKeyOf(id)),
  };
}
