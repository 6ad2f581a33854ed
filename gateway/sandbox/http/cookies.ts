/** Exports the parsing and formatting of cookies. */

/**
 * The values as sent, still percent-encoded (`decodeUriValue`); empty without the header. Of a name that occurs twice, the last
 * counts.
 */
export function readCookies(header: string | null): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return cookies;
}

interface CookieOptions {
  readonly maxAge: number;
  readonly httpOnly?: boolean;
}

/** A `Set-Cookie` line. `maxAge` is in seconds; the value is percent-encoded. */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${options.maxAge}; SameSite=Lax${options.httpOnly ? "; HttpOnly" : ""}`;
}

/** Decodes a percent-encoded value; null when it is missing or not valid. */
export function decodeUriValue(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
