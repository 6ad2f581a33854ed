/** Exports the token of S7's web application firewall: every call sends it, and the gateway forwards it where S7 requires. */
export const FIREWALL_HEADER = "X-WAF-Token";

/** `<meta name="waf-token" content="...">`, which the firewall writes; null without a firewall. */
export function firewallToken(page: Pick<Document, "querySelector">): string | null {
  return page.querySelector('meta[name="waf-token"]')?.getAttribute("content") || null;
}
