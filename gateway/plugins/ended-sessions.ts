/**
 * Exports the end of sessions on the server, for the server: a session that signed out is invalid at every gateway, even
 * when somebody kept a copy of its cookie and the upstream could not revoke the bearer (domain.md 5, 21).
 */
import type { FastifyInstance } from "fastify";
import { ABSOLUTE_LIMIT_MS } from "../session.js";
import type { SharedState } from "../shared-state.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The gateway's id of the session in the request's cookie, ended or not; null without one. */
    sessionInCookie: string | null;
  }
}

/** The sessions that have ended, by the gateway's ids. */
export interface EndedSessions {
  end(id: string): Promise<void>;
  /** The browser of this session has signed in anew. */
  replace(id: string): Promise<void>;
  isReplaced(id: string): Promise<boolean>;
}

/** Longer than a sign-out takes, whose answer would delete the cookies of the sign-in that overtook it. */
const REPLACED_MS = 5 * 60 * 1000;

/** Register after the cookies of the session. */
export function registerEndedSessions(app: FastifyInstance, shared: SharedState): EndedSessions {
  const keyOf = (id: string): string => `ended session ${id}`;
  app.decorateRequest("sessionInCookie", null);
  app.addHook("onRequest", async (request) => {
    const id = request.sealedSession.get("signIn")?.id ?? null;
    request.sessionInCookie = id;
    if (id !== null && (await shared.remembers(keyOf(id)))) request.sealedSession.delete();
  });
  const replacedKeyOf = (id: string): string => `replaced session ${id}`;
  return {
    end: (id) => shared.remember(keyOf(id), ABSOLUTE_LIMIT_MS),
    replace: (id) => shared.remember(replacedKeyOf(id), REPLACED_MS),
    isReplaced: (id) => shared.remembers(replacedKeyOf(id)),
  };
}
