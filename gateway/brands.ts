/** Which brand a request is for, and where that brand's institution answers. */
import type { Bundles } from "./bundles.js";
import type { Env } from "./env.js";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The brand of a host name: its `<slug>.localhost`, one of its `hosts`, else `BRAND`, else the default one.
 * Null: there is no bundle to serve.
 */
export function brandOf(host: string, bundles: Bundles, env: Pick<Env, "brand">): string | null {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const slugs = bundles.brands();
  const local = /^([a-z][a-z0-9-]*)\.localhost$/.exec(name)?.[1];
  if (local && slugs.includes(local)) return local;
  // This machine's own names name no brand: `BRAND` must be able to choose one for them.
  const named = LOOPBACK.has(name)
    ? undefined
    : slugs.find((slug) => bundles.active(slug)?.brand.hosts.some((each) => each.toLowerCase() === name));
  if (named) return named;
  if (env.brand) return slugs.includes(env.brand) ? env.brand : null;
  return slugs.find((slug) => bundles.active(slug)?.brand.default === true) ?? slugs[0] ?? null;
}

/** The API host of a brand: its own, else `UPSTREAM_URL`, else the sandbox. Null: none is known. */
export function upstreamUrl(slug: string, bundles: Bundles, env: Pick<Env, "upstreamUrl">, sandboxUrl: string | null): string | null {
  // A sandbox is only there when nobody named a real upstream: then it stands for every brand's.
  if (sandboxUrl) return sandboxUrl;
  return bundles.active(slug)?.brand.upstream?.replace(/\/+$/, "") ?? env.upstreamUrl;
}
