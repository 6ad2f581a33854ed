/** Exports the reader of the CSRF token: the gateway sets it as a cookie, and every call sends it as a header. */

/** The header of the token. */
export const CSRF_HEADER = "X-XSRF-TOKEN";
/** The cookie of the token. */
export const CSRF_COOKIE = "XSRF-TOKEN";

/** The token in the text of `document.cookie`, or null. */
export function csrfToken(cookies: string): string | null {
  for (const part of cookies.split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name !== CSRF_COOKIE) continue;
    const text = value.join("=");
    try {
      return decodeURIComponent(text);
    } catch (error) {
      if (error instanceof URIError) return text;
      throw error;
    }
  }
  return null;
}
