/**
 * What an embedded link provider posts back. The browser's word is never trusted for more than this: which of the
 * provider's own records the server should fetch.
 */
import type { Json } from "../language/definition.js";

/** What opens the provider, as the server minted it. */
export interface ProviderConfig {
  readonly url: string;
  readonly origin: string;
  readonly accessToken: string;
  readonly params: { readonly [name: string]: Json };
}

type Branch = { readonly [name: string]: unknown };

const isBranch = (value: unknown): value is Branch => typeof value === "object" && value !== null && !Array.isArray(value);

/** The provider's config; null while there is none. Anything else that it is not is an error. */
export function configOf(value: Json): ProviderConfig | null {
  if (value === null || value === undefined) return null;
  if (!isBranch(value)) throw new Error("The provider's config is no object.");
  const { fastLinkURL, accessToken, params } = value;
  if (typeof fastLinkURL !== "string" || typeof accessToken !== "string")
    throw new Error("The provider's config lacks its address or its token.");
  const { origin, protocol } = new URL(fastLinkURL);
  if (protocol !== "https:" && protocol !== "http:") throw new Error(`The provider's address is not of the web: ${protocol}`);
  return { url: fastLinkURL, origin, accessToken, params: isBranch(params) ? (params as ProviderConfig["params"]) : {} };
}

/** The ids of a site that was linked, as texts: providers write them as strings or as numbers. */
export interface LinkedSite {
  readonly requestId: string;
  readonly providerAccountId: string;
}

export type ProviderMessage =
  | { readonly kind: "success"; readonly site: LinkedSite }
  | { readonly kind: "exit"; readonly site: LinkedSite | null };

const idOf = (value: unknown): string | null => {
  if (typeof value === "string" && value !== "") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : null;
};

function siteOf(value: unknown): LinkedSite | null {
  if (!isBranch(value) || (value.status !== undefined && value.status !== "SUCCESS")) return null;
  const requestId = idOf(value.requestId);
  const providerAccountId = idOf(value.providerAccountId);
  return requestId === null || providerAccountId === null ? null : { requestId, providerAccountId };
}

/** The newest SUCCESS among a message's sites: the last that it lists. */
function newestSite(sites: unknown): LinkedSite | null {
  if (!Array.isArray(sites)) return null;
  return sites.map(siteOf).findLast((site) => site !== null) ?? null;
}

const parsed = (data: unknown): unknown => {
  if (typeof data !== "string") return data;
  try {
    return JSON.parse(data);
  } catch {
    // Pages post texts of all kinds to each other; one that is no JSON is not the provider's.
    return null;
  }
};

/** A message of the provider's shape, or null for anything else. */
export function readMessage(data: unknown): ProviderMessage | null {
  const message = parsed(data);
  if (!isBranch(message)) return null;
  const { type, action } = message;
  const payload = isBranch(message.data) ? message.data : message;
  const kind = String(action ?? payload.action ?? payload.fnToCall ?? type ?? "").toLowerCase();
  const site = newestSite(payload.sites) ?? siteOf(payload);
  if (/exit|close|cancel/.test(kind)) return { kind: "exit", site };
  return site === null ? null : { kind: "success", site };
}
