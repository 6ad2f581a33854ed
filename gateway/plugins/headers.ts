/** Exports the security headers of every response (domain.md 5, items 9-12), for the server. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

export interface HeaderOptions {
  /** Origins that the page may frame: the account link provider's. */
  readonly providerOrigins: readonly string[];
  /** Whether the site is served over HTTPS, by the gateway or by the load balancer. */
  readonly secure: boolean;
  /**
   * The development server needs its own script and style elements: they carry a nonce, and the policy stays strict.
   */
  readonly development: boolean;
}

const PERMISSIONS = ["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics", "display-capture"]
  .map((name) => `${name}=()`)
  .join(", ");

type Source = string | ((request: IncomingMessage) => string);

const nonces = new WeakMap<IncomingMessage, string>();

/** The nonce of a request, the same in its policy and in its page. */
export function nonceOf(request: IncomingMessage): string {
  const nonce = nonces.get(request) ?? randomBytes(16).toString("base64");
  nonces.set(request, nonce);
  return nonce;
}

/**
 * The Content-Security-Policy by directive. Images may be `data:` URLs (Blueprint's check mark); nothing may be inline
 * or evaluated.
 */
function contentSecurityPolicy({ providerOrigins, development }: HeaderOptions): Record<string, Source[]> {
  const nonce: Source[] = development ? [(request) => `'nonce-${nonceOf(request)}'`] : [];
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...nonce],
    "style-src": ["'self'", ...nonce],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": development ? ["'self'", "ws:"] : ["'self'"],
    "frame-src": providerOrigins.length > 0 ? [...providerOrigins] : ["'none'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
  };
}

/** Adds the security headers to a response. */
export type SetSecurityHeaders = (request: IncomingMessage, response: ServerResponse) => void;

/** The security headers of a gateway; HSTS (two years) only where the site is served over HTTPS. */
export function securityHeaders(options: HeaderOptions): SetSecurityHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(options) },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    hsts: options.secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  });
  return (request, response) => {
    setHeaders(request, response, (error) => {
      if (error !== undefined) throw error;
    });
    response.setHeader("permissions-policy", PERMISSIONS);
  };
}

/** Sets the headers of every response of Fastify. */
export function registerSecurityHeaders(app: FastifyInstance, setSecurityHeaders: SetSecurityHeaders): void {
  app.addHook("onRequest", async (request, reply) => setSecurityHeaders(request.raw, reply.raw));
}
