/**
 * Exports the parsers of the provider's config and messages, for the provider block. A message is trusted only to name the
 * provider's records that the server then fetches itself.
 */
import type { Json } from "../language/definition.js";
import { isObject } from "./json-object.js";

/** The server's config that opens the provider. */
export interface ProviderConfig {
  readonly url: string;
  readonly origin: string;
  readonly accessToken: string;
  readonly params: { readonly [name: string]: Json };
}

/** The provider's config; null while there is none. Throws for any other value. */
export function parseConfig(value: Json): ProviderConfig | null {
  if (value === null || value === undefined) return null;
  if (!isObject(value)) throw new Error("The provider's config is not an object.");
  const { fastLinkURL, accessToken, params } = value;
  if (typeof fastLinkURL !== "string" || typeof accessToken !== "string")
    throw new Error("The provider's config lacks its address or its token.");
  const { origin, protocol } = new URL(fastLinkURL);
  if (protocol !== "https:" && protocol !== "http:") throw new Error(`The provider's address is neither https nor http: ${protocol}`);
  return { url: fastLinkURL, origin, accessToken, params: isObject(params) ? params : {} };
}

/** The ids of a linked site, as strings: providers send strings or numbers. */
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
  if (!isObject(value) || (value.status !== undefined && value.status !== "SUCCESS")) return null;
  const requestId = idOf(value.requestId);
  const providerAccountId = idOf(value.providerAccountId);
  return requestId === null || providerAccountId === null ? null : { requestId, providerAccountId };
}

/** The newest successful site of a message: the last in its list. */
function newestSite(sites: unknown): LinkedSite | null {
  if (!Array.isArray(sites)) return null;
  return sites.map(siteOf).findLast((site) => site !== null) ?? null;
}

const parsed = (data: unknown): unknown => {
  if (typeof data !== "string") return data;
  try {
    return JSON.parse(data);
  } catch {
    // Any page may post any text; a text that is not JSON is not the provider's.
    return null;
  }
};

/** Parses a message of the provider; null for anything else. */
export function readMessage(data: unknown): ProviderMessage | null {
  const message = parsed(data);
  if (!isObject(message)) return null;
  const { type, action } = message;
  const payload = isObject(message.data) ? message.data : message;
  const kind = String(action ?? payload.action ?? payload.fnToCall ?? type ?? "").toLowerCase();
  const site = newestSite(payload.sites) ?? siteOf(payload);
  if (/exit|close|cancel/.test(kind)) return { kind: "exit", site };
  return site === null ? null : { kind: "success", site };
}
