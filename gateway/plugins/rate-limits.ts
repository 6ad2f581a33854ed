/**
 * Exports the rate limits, for the server. They count by address and never by account, so that nobody can lock out
 * someone else (domain.md 5, 26). The bank itself counts wrong passwords and codes.
 */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimited } from "../upstream/errors.js";

/** Requests per minute from one address. */
export interface RateLimits {
  readonly all: number;
  /** Sign-in, registration, codes, passwords. */
  readonly credentials: number;
}

export const PRODUCTION_LIMITS: RateLimits = { all: 600, credentials: 30 };
/** A developer's machine is one address, and the browser journeys use it too. */
export const DEVELOPMENT_LIMITS: RateLimits = { all: 60_000, credentials: 3_000 };

/** Counts a request with credentials; throws `RateLimited` beyond the limit. */
export type CredentialLimit = (request: FastifyRequest) => Promise<void>;

export async function registerRateLimits(app: FastifyInstance, limits: RateLimits): Promise<CredentialLimit> {
  await app.register(rateLimit, {
    global: true,
    max: limits.all,
    timeWindow: 60_000,
    cache: 20_000,
    // Health checks and cacheable files are cheap and accept no credentials.
    allowList: (request) => /^\/(healthz|readyz|assets\/|bundles\/)/.test(request.url),
    errorResponseBuilder: () => new RateLimited(),
  });
  const check = app.createRateLimit({
    max: limits.credentials,
    timeWindow: 60_000,
    keyGenerator: (request) => `credentials ${request.ip}`,
    allowList: [],
  });
  return async (request) => {
    const outcome = await check(request);
    if (!outcome.isAllowed && outcome.isExceeded) throw new RateLimited();
  };
}
