/** S7 "Alerts" and banners. */
import { records, type Wire } from "./read.js";
import type { Transport } from "./transport.js";

export interface AlertClient {
  alerts(): Promise<readonly Wire[]>;
  /** The upstream's words for it (S8). */
  markRead(alertId: string): Promise<string>;
  markAllRead(): Promise<string>;
  /** Open to everyone. */
  banners(): Promise<readonly Wire[]>;
}

export function alertClient(transport: Transport): AlertClient {
  return {
    alerts: async () => records(await transport.send({ method: "GET", path: "/alerts" }), "alerts"),
    // The trailing slash is the specification's.
    markRead: async (alertId) => (await transport.send({ method: "POST", path: "/alerts/", body: { alert_id: alertId } })).message,
    markAllRead: async () => (await transport.send({ method: "POST", path: "/alerts/all" })).message,
    banners: async () => records(await transport.send({ method: "GET", path: "/banner-alerts?active=true" }), "banner-alerts"),
  };
}
