/**
 * Exports the rate limits, for the server. They count by address and by account: an address is an IPv4 address or an IPv6
 * network of 64 bits, which one customer of a provider has. The bank itself counts wrong passwords and codes.
 */
import { createHash } from "node:crypto";
import rateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientAddress } from "../client-address.js";
import { pathOf } from "../path-of.js";
import type { SharedState } from "../shared-state.js";
import { RateLimited } from "../upstream/errors.js";

/** Requests per minute. */
export interface RateLimits {
  /** From one address. */
  readonly all: number;
  /** Sign-in, registration, codes, passwords, from one address. */
  readonly credentials: number;
  /** Of one signed-in session, from all addresses. */
  readonly account: number;
  /** With credentials for one account, from all addresses. */
  readonly accountCredentials: number;
}

/** Those with credentials are lower than the others, since each such request may guess a password or a code. */
export const PRODUCTION_LIMITS: RateLimits = { all: 600, credentials: 30, account: 600, accountCredentials: 60 };
/** A developer's machine is one address, and the browser journeys use it too. */
export const DEVELOPMENT_LIMITS: RateLimits = { all: 60_000, credentials: 3_000, account: 60_000, accountCredentials: 3_000 };

/** The source of a request, as far as the gateway can identify it. */
export interface Requester {
  readonly brand: string;
  /** The gateway's id of the sign-in; a code, which renews the session, starts no new count. */
  readonly session: string | null;
  /** The email address in the arguments of the field that takes the credentials. */
  readonly email: string | null;
  /**
   * The token of the remembered device. Such a device has its own count for each account, so that others cannot lock
   * its owner out (domain.md 5, 26).
   */
  readonly device: string | null;
}

/** Counts a request; each throws `RateLimited` beyond its limit. */
export interface AccountLimits {
  /** Any request of a signed-in session. */
  readonly account: (request: FastifyRequest, requester: Requester) => Promise<void>;
  /** A request with credentials. */
  readonly credentials: (request: FastifyRequest, requester: Requester) => Promise<void>;
}

const MINUTE_MS = 60_000;

/** The paths of health checks and of cacheable files. */
const UNLIMITED = /^\/(?:(?:healthz|readyz)$|assets\/|bundles\/)/;

const addressOf = (request: FastifyRequest): string => normalizeIP(clientAddress(request));

/** The store of the plugin's counts, in the state that the gateways share. `prefix` separates the limits of routes. */
function storeIn(shared: SharedState) {
  return class Store {
    constructor(readonly prefix: unknown) {}

    incr(key: string, done: (error: Error | null, count?: { current: number; ttl: number }) => void, windowMs: number): void {
      const prefix = typeof this.prefix === "string" ? this.prefix : "";
      shared.count(prefix + key, windowMs).then(
        (count) => done(null, count),
        (error: Error) => done(error),
      );
    }

    /** The plugin passes the route; a limit whose key the caller gives has none. */
    child({ routeInfo: { method, url } }: { routeInfo: { method?: unknown; url?: string } }): Store {
      return new Store(url === undefined ? "" : `${String(method)} ${url} `);
    }
  };
}

/** Limits all requests by address, except health checks and static files. The returned checks are for the GraphQL handler. */
export async function registerRateLimits(app: FastifyInstance, limits: RateLimits, shared: SharedState): Promise<AccountLimits> {
  await app.register(rateLimit, {
    global: true,
    max: limits.all,
    timeWindow: MINUTE_MS,
    store: storeIn(shared) as unknown as FastifyRateLimitStoreCtor,
    // Health checks and cacheable files are cheap and accept no credentials.
    allowList: (request) => UNLIMITED.test(pathOf(request.url)),
    keyGenerator: addressOf,
    errorResponseBuilder: () => new RateLimited(),
  });

  /** A limit whose key the caller gives. */
  function limitBy(max: number): (request: FastifyRequest, key: string) => Promise<void> {
    const keys = new WeakMap<FastifyRequest, string>();
    const check = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: (request) => keys.get(request) ?? "", allowList: [] });
    return async (request, key) => {
      keys.set(request, key);
      const outcome = await check(request);
      if (!outcome.isAllowed && outcome.isExceeded) throw new RateLimited();
    };
  }

  const [byAddress, byAccount, bySession] = [limitBy(limits.credentials), limitBy(limits.accountCredentials), limitBy(limits.account)];
  return {
    async account(request, { brand, session }) {
      if (session !== null) await bySession(request, `session ${brand} ${session}`);
    },
    async credentials(request, requester) {
      await byAddress(request, `credentials ${addressOf(request)}`);
      for (const account of accountKeys(requester)) await byAccount(request, account);
    },
  };
}

/** The accounts that a request's credentials concern: the session's, and the one that it names. Hashed, to store no address. */
function accountKeys({ brand, session, email, device }: Requester): readonly string[] {
  const accounts = [session, email?.trim().toLowerCase() ?? null].filter((account) => account !== null);
  return accounts.map((account) => {
    const hash = createHash("sha256").update(JSON.stringify([brand, account, device]));
    return `account ${hash.digest("base64url")}`;
  });
}
