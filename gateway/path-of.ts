/** Exports `pathOf`: the path of a request's URL, for the web app's routes and the rate limits. */

/**
 * The path without `.` and `..`. A path may begin with `//`: only behind an origin is it not read as a host. A client may send an
 * absolute URL as well (RFC 9112, 3.2.2).
 */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return new URL(`http://localhost${path.startsWith("/") ? "" : "/"}${path}`).pathname;
}
