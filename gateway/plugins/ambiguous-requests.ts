/**
 * Exports why a request is ambiguous, for the server: a balancer in front of the gateway could read another host or another end
 * of the request in it, and serve one site's answer for another's (request smuggling, CWE-444).
 */
import type { IncomingMessage, Server } from "node:http";

export type Ambiguity = "host" | "hosts" | "target" | "framing";

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** The first ambiguity of a request; null for one that can be read in one way only. */
export function ambiguityOf({ rawHeaders, headers, httpVersion, url = "" }: IncomingMessage): Ambiguity | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  // One is required since HTTP/1.1 (RFC 9112, 3.2). `headers` has the first of several.
  if (hosts === 0 && httpVersion !== "1.0") return "host";
  if (hosts > 1) return "hosts";
  // An absolute address has a host too, which a server must use in place of the header (RFC 9112, 3.2.2).
  if (ABSOLUTE.test(url) && authorityOf(url) !== headers.host?.toLowerCase()) return "target";
  // HTTP/1.0 has no chunks: a balancer of that version reads another length (RFC 9112, 6.1).
  if (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) return "framing";
  return null;
}

/** Host and port of an absolute http or https address, in lower case; undefined for another one. */
const authorityOf = (url: string): string | undefined => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();

/** Node would leave out the headers after the 2,000th, so that nobody could count them; their size stays limited. */
export function keepAllHeaders(server: Server): void {
  server.maxHeadersCount = 0;
}
