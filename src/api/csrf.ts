/** The cross-site request token: a cookie that the gateway sets and every call repeats as a header. */

/** The header that every call carries. */
export const CSRF_HEADER = "X-XSRF-TOKEN";
/** The cookie that holds its value. */
export const CSRF_COOKIE = "XSRF-TOKEN";

/** The token among `document.cookie`'s text; null when there is none. */
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
