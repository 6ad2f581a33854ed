/** The upstream's cookies of one visitor, kept between calls; plain data, so that it can be sealed into a cookie. */

/** Name to value, as the upstream set them (still URL-encoded). */
export type CookieJar = Readonly<Record<string, string>>;

/** Kept by name: the specification's two. Any other cookie of the upstream is none of the depositor's business. */
export const UPSTREAM_COOKIES = ["XSRF-TOKEN", "hys_session"] as const;

/** Longest value that still fits, sealed with the rest, into a browser's cookie. */
const LONGEST = 1024;

/** The jar after an answer: values set, expired ones gone. The same object when nothing changed. */
export function withSetCookies(cookieJar: CookieJar, setCookies: readonly string[]): CookieJar {
  let next: Record<string, string> | null = null;
  for (const line of setCookies) {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    if (!(UPSTREAM_COOKIES as readonly string[]).includes(name) || value.length > LONGEST) continue;
    const expired = value === "" || attributes.some((attribute) => /^\s*max-age=(0|-\d+)\s*$/i.test(attribute));
    if (expired ? !(name in cookieJar) : cookieJar[name] === value) continue;
    next ??= { ...cookieJar };
    if (expired) delete next[name];
    else next[name] = value;
  }
  return next ?? cookieJar;
}

/** The `Cookie` header; null when there is nothing to send. `extra` are values that are not kept in the jar. */
export function cookieHeader(cookieJar: CookieJar, extra: CookieJar = {}): string | null {
  const pairs = [...Object.entries(cookieJar), ...Object.entries(extra)];
  return pairs.length === 0 ? null : pairs.map(([name, value]) => `${name}=${value}`).join("; ");
}

/** What goes into `X-XSRF-TOKEN`: the cookie, URL-decoded (S7). Null without a cookie. */
export function csrfHeader(cookieJar: CookieJar): string | null {
  const value = cookieJar["XSRF-TOKEN"];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    // A value that is not URL-encoded stands for itself.
    return value;
  }
}
