/**
 * How often one address may ask. Counted by address, never by account: nobody can lock somebody else out (domain.md 5,
 * 26). The bank counts wrong passwords and codes itself.
 */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimited } from "../upstream/errors.js";

/** Requests a minute from one address. */
export interface RateLimits {
  readonly all: number;
  /** Sign-in, registration, codes, passwords. */
  readonly credentials: number;
}

export const PRODUCTION_LIMITS: RateLimits = { all: 600, credentials: 30 };
/** A developer's machine is one address, its browser journeys too. */
export const DEVELOPMENT_LIMITS: RateLimits = { all: 60_000, credentials: 3_000 };

/** Counts a request with credentials; throws `RateLimited` beyond the limit. */
export type CredentialLimit = (request: FastifyRequest) => Promise<void>;

export async function registerRateLimits(app: FastifyInstance, limits: RateLimits): Promise<CredentialLimit> {
  await app.register(rateLimit, {
    global: true,
    max: limits.all,
    timeWindow: 60_000,
    cache: 20_000,
    // Liveness, and files that the browser keeps: cheap, and no way to try anything.
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
