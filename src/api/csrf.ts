/** Exports the reader of the CSRF token: the gateway sets it as a cookie, and every call sends it as a header. */

/** The header of the token. */
export const CSRF_HEADER = "X-XSRF-TOKEN";
/** The cookie of the token. */
export const CSRF_COOKIE = "XSRF-TOKEN";

/** What a header can carry: `fetch` throws for other characters. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** The token in the text of `document.cookie`; null without one that a header can carry. */
export function csrfToken(cookies: string): string | null {
  for (const part of cookies.split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name !== CSRF_COOKIE) continue;
    const token = decoded(value.join("="));
    return HEADER_VALUE.test(token) ? token : null;
  }
  return null;
}

/** The text as it is where it is not URL-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
