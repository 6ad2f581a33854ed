/**
 * Exports the cookie jar of the upstream for one browser, for the transport and the session: plain data, so that it
 * fits into an encrypted cookie.
 */

import { isHeaderValue } from "./header-value.js";

/** Values by name, as the upstream set them (still URL-encoded). */
export type CookieJar = Readonly<Record<string, string>>;

/** The cookie jar stores only the two cookies of the specification. */
const UPSTREAM_COOKIES = ["XSRF-TOKEN", "hys_session"] as const;

/** The longest value that fits, encrypted with the rest, into a browser's cookie. */
const LONGEST = 1024;

/** The cookie jar after a response: new values set, expired ones removed. The same object when nothing changed. */
export function withSetCookies(cookieJar: CookieJar, setCookies: readonly string[]): CookieJar {
  let next: Record<string, string> | null = null;
  for (const line of setCookies) {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    if (!(UPSTREAM_COOKIES as readonly string[]).includes(name) || value.length > LONGEST) continue;
    // A call that repeats such a value could not be sent.
    if (value !== "" && !isHeaderValue(value)) continue;
    const expired = value === "" || attributes.some((attribute) => /^\s*max-age=(0|-\d+)\s*$/i.test(attribute));
    if (expired ? !(name in cookieJar) : cookieJar[name] === value) continue;
    next ??= { ...cookieJar };
    if (expired) delete next[name];
    else next[name] = value;
  }
  return next ?? cookieJar;
}

/** The `Cookie` header; null when it would be empty. `extra` cookies are sent but not stored. */
export function cookieHeader(cookieJar: CookieJar, extra: CookieJar = {}): string | null {
  const pairs = [...Object.entries(cookieJar), ...Object.entries(extra)];
  return pairs.length === 0 ? null : pairs.map(([name, value]) => `${name}=${value}`).join("; ");
}

/** The `X-XSRF-TOKEN` header: the cookie's value, URL-decoded (S7). Null without the cookie, and for a value that no header can carry. */
export function csrfHeader(cookieJar: CookieJar): string | null {
  const value = cookieJar["XSRF-TOKEN"];
  if (value === undefined) return null;
  const decoded = decodedOrSame(value);
  return isHeaderValue(decoded) ? decoded : null;
}

/** The value as it is where it is not URL-encoded. */
function decodedOrSame(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
