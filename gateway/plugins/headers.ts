/** Security headers of every answer: the app, the bundles, the API (domain.md 5, items 9-12). */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

export interface HeaderOptions {
  /** Origins whose pages may be framed: the account link provider's. */
  readonly providerOrigins: readonly string[];
  /** Served over https, here or at the balancer. */
  readonly secure: boolean;
  /** The dev server needs its own script and style tags: they carry a nonce, the policy stays strict. */
  readonly development: boolean;
}

const PERMISSIONS = ["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics", "display-capture"]
  .map((name) => `${name}=()`)
  .join(", ");

type Source = string | ((request: IncomingMessage) => string);

const nonces = new WeakMap<IncomingMessage, string>();

/** One value a request: in its policy, and in the page that it is answered with. */
export function nonceOf(request: IncomingMessage): string {
  const nonce = nonces.get(request) ?? randomBytes(16).toString("base64");
  nonces.set(request, nonce);
  return nonce;
}

/** The policy by directive. Images may be `data:` (Blueprint's tick); nothing may be inline or evaluated. */
export function contentSecurityPolicy({ providerOrigins, development }: HeaderOptions): Record<string, Source[]> {
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

export async function registerSecurityHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(options) },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    hsts: options.secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("permissions-policy", PERMISSIONS);
  });
}
