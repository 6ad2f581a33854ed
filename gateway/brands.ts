/** Exports the selection of the brand that serves a request, and of the API host that the brand uses, for the server. */
import type { Bundles } from "./bundles.js";
import type { Env } from "./env.js";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const nameOf = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();

/** The brand that a host name names: its `<slug>.localhost`, or one of its `hosts`. */
export function brandNamedBy(host: string, bundles: Bundles): string | null {
  const name = nameOf(host);
  // Loopback names select no brand, so that `BRAND` can choose one for them.
  if (LOOPBACK.has(name)) return null;
  const slugs = bundles.brands();
  const local = /^([a-z][a-z0-9-]*)\.localhost$/.exec(name)?.[1];
  if (local && slugs.includes(local)) return local;
  return slugs.find((slug) => bundles.active(slug)?.brand.hosts.some((each) => each.toLowerCase() === name)) ?? null;
}

/**
 * Whether the gateway serves a host. In production without `BRAND` these are the brands' hosts and loopback names; any other
 * request is misdirected (RFC 9110, 421): a name that another party points to this server must not get its pages and cookies.
 */
export const isServedHost = (host: string, bundles: Bundles, env: Pick<Env, "brand" | "production">): boolean =>
  !env.production || env.brand !== null || LOOPBACK.has(nameOf(host)) || brandNamedBy(host, bundles) !== null;

/**
 * The brand of a served host: the one that it names, else `BRAND`, else the default brand. Null when there is no bundle to
 * serve.
 */
export function brandOf(host: string, bundles: Bundles, env: Pick<Env, "brand">): string | null {
  const slugs = bundles.brands();
  const named = brandNamedBy(host, bundles);
  if (named) return named;
  if (env.brand) return slugs.includes(env.brand) ? env.brand : null;
  return slugs.find((slug) => bundles.active(slug)?.brand.default === true) ?? slugs[0] ?? null;
}

/**
 * The API host of a brand: the sandbox when one runs, else the brand's own `upstream`, else `UPSTREAM_URL`. Null when
 * none is configured.
 */
export function upstreamUrl(slug: string, bundles: Bundles, env: Pick<Env, "upstreamUrl">, sandboxUrl: string | null): string | null {
  // A sandbox runs only when no real upstream is configured; it then serves every brand.
  if (sandboxUrl) return sandboxUrl;
  return bundles.active(slug)?.brand.upstream?.replace(/\/+$/, "") ?? env.upstreamUrl;
}
