/** S7 "Alerts" and banners. */
import { type JsonObject, objectsOf } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface AlertClient {
  alerts(): Promise<readonly JsonObject[]>;
  /** The upstream's words for it (S8). */
  markRead(alertId: string): Promise<string>;
  markAllRead(): Promise<string>;
  /** Open to everyone. */
  banners(): Promise<readonly JsonObject[]>;
}

export function alertClient(transport: Transport): AlertClient {
  return {
    alerts: async () => objectsOf(await transport.send({ method: "GET", path: "/alerts" }), "alerts"),
    // The trailing slash is the specification's.
    markRead: async (alertId) => (await transport.send({ method: "POST", path: "/alerts/", body: { alert_id: alertId } })).message,
    markAllRead: async () => (await transport.send({ method: "POST", path: "/alerts/all" })).message,
    banners: async () => objectsOf(await transport.send({ method: "GET", path: "/banner-alerts?active=true" }), "banner-alerts"),
  };
}
