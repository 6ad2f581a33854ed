/**
 * Exports the check that a request to the controls comes from the sandbox's own page, or not from a page: another site
 * that somebody visits must neither change the bank nor read its outbox.
 */
import { isIP } from "node:net";
import { ApiError } from "../api-error.js";

/** A name that nobody else can point to this machine: an address, or a name that is not in the public DNS. */
function isLocalName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0 || !hostname.includes(".") || hostname.endsWith(".localhost");
}

/** Throws 403 for the `Origin` of another site, and for a foreign name of this machine (DNS rebinding). */
export function requireOwnPage(request: Request, url: URL, sandboxOrigin: string): void {
  const origin = request.headers.get("origin");
  const isOwnHost = url.origin === sandboxOrigin || isLocalName(url.hostname);
  if (isOwnHost && (origin === null || origin === url.origin || origin === sandboxOrigin)) return;
  throw new ApiError(403, "foreign_origin", "Only the sandbox's own page may call its controls.");
}
