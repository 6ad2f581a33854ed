/**
 * Exports the CSRF protection, for the server: the signed double-submit cookie pattern (OWASP). The page reads a signed
 * random value from a cookie and repeats it in a header. The signature covers the session, so that the token of another
 * session is invalid, even one that a sibling host planted; the gateway also checks `Sec-Fetch-Site` when the browser
 * sends it.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CsrfExpired } from "../upstream/errors.js";

export const CSRF_COOKIE = "XSRF-TOKEN";
export const CSRF_HEADER = "x-xsrf-token";

const EPHEMERAL = randomBytes(32).toString("hex");

/** The token of a browser session, valid until another session begins or the secrets change. */
export interface Csrf {
  /** Returns the token of the request's session: the present one when it is valid, else a new one. */
  issue(request: FastifyRequest, reply: FastifyReply): string;
  /** Sets a new token for the session that the response begins; null when it leaves the browser without one. */
  renew(reply: FastifyReply, sessionId: string | null): string;
  /**
   * Expires the token in the response that ends its session (S4). If the page expired it afterwards, it could delete a
   * token that another tab had just received.
   */
  clear(reply: FastifyReply): void;
  /** Throws `CsrfExpired` unless the header repeats the cookie and the gateway signed the value for the request's session. */
  check(request: FastifyRequest): void;
}

/** The first secret signs, all of them verify. Without a secret, in development, tokens are valid as long as the process runs. */
export function createCsrf(secrets: readonly string[]): Csrf {
  const keys = (secrets.length > 0 ? secrets : [EPHEMERAL]).map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "passbook", "csrf", 32)),
  );

  const sign = (nonce: string, sessionId: string | null, key: Buffer) =>
    createHmac("sha256", key)
      .update(JSON.stringify([nonce, sessionId]))
      .digest("base64url");
  function isSignedFor(sessionId: string | null, token: string): boolean {
    const [nonce = "", signature = ""] = token.split(".");
    return nonce !== "" && keys.some((key) => equal(signature, sign(nonce, sessionId, key)));
  }

  function renew(reply: FastifyReply, sessionId: string | null): string {
    const nonce = randomBytes(18).toString("base64url");
    const token = `${nonce}.${sign(nonce, sessionId, keys[0] ?? Buffer.alloc(0))}`;
    reply.setCookie(CSRF_COOKIE, token, { path: "/", secure: true, sameSite: "strict" });
    return token;
  }

  return {
    issue(request, reply) {
      const sessionId = request.sealedSession.deleted ? null : request.sessionInCookie;
      const current = request.cookies[CSRF_COOKIE];
      return current && isSignedFor(sessionId, current) ? current : renew(reply, sessionId);
    },
    renew,
    clear(reply) {
      reply.clearCookie(CSRF_COOKIE, { path: "/", secure: true, sameSite: "strict" });
    },
    check(request) {
      const site = request.headers["sec-fetch-site"];
      const header = request.headers[CSRF_HEADER];
      const cookie = request.cookies[CSRF_COOKIE];
      const sameOrigin = site === undefined || site === "same-origin" || site === "none";
      if (!sameOrigin || typeof header !== "string" || !cookie || !equal(header, cookie)) throw new CsrfExpired();
      // The session of the cookie, expired or not: an expired session is reported as one.
      if (!isSignedFor(request.sessionInCookie, cookie)) throw new CsrfExpired();
    },
  };
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
