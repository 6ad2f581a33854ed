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

/** Ends a session by the gateway's id of it. */
export type EndSession = (id: string) => Promise<void>;

/** Register after the cookies of the session. */
export function registerEndedSessions(app: FastifyInstance, shared: SharedState): EndSession {
  const keyOf = (id: string): string => `ended session ${id}`;
  app.decorateRequest("sessionInCookie", null);
  app.addHook("onRequest", async (request) => {
    const id = request.sealedSession.get("signIn")?.id ?? null;
    request.sessionInCookie = id;
    if (id !== null && (await shared.remembers(keyOf(id)))) request.sealedSession.delete();
  });
  return (id) => shared.remember(keyOf(id), ABSOLUTE_LIMIT_MS);
}
