/** Exports the gateway's header and check for content codings (RFC 9110, 8.4), for its requests to upstreams: it decodes no content. */
import { UpstreamFailed } from "./errors.js";
import type { ReceivedResponse } from "./send.js";

/** Without this header, an upstream may choose any coding (RFC 9110, 12.5.3). */
export const UNCODED = { "accept-encoding": "identity" } as const;

/** Throws `UpstreamFailed` for a response with a coded body; `request` names it in the log. */
export function refuseCoded(request: string, response: Pick<ReceivedResponse, "header">): void {
  const coding = response.header("content-encoding")?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return;
  const name = /^[a-z]{1,10}$/.test(coding) ? coding : "unknown";
  throw new UpstreamFailed(502, `${request} answered with the content coding ${name}, although the request allows none`);
}
