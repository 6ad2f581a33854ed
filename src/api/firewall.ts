/** S7's web application firewall: what it gave the page goes with the calls, and the gateway passes it on where S7 says so. */
export const FIREWALL_HEADER = "X-WAF-Token";

/** `<meta name="waf-token" content="...">`, which the firewall's edge or script writes; null where there is no firewall. */
export function firewallToken(page: Pick<Document, "querySelector">): string | null {
  return page.querySelector('meta[name="waf-token"]')?.getAttribute("content") || null;
}
