/** Exports the client of S7's "Alerts" and of banners. */
import type { JsonObject } from "./json-object.js";
import { objectsOf } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface AlertClient {
  alerts(): Promise<readonly JsonObject[]>;
  /** Returns the upstream's message (S8). */
  markRead(alertId: string): Promise<string>;
  markAllRead(): Promise<string>;
  /** Needs no sign-in. */
  banners(): Promise<readonly JsonObject[]>;
}

export function alertClient(transport: Transport): AlertClient {
  return {
    alerts: async () => objectsOf(await transport.send({ method: "GET", path: "/alerts" }), "alerts"),
    // The trailing slash is part of the specification.
    markRead: async (alertId) => (await transport.send({ method: "POST", path: "/alerts/", body: { alert_id: alertId } })).message,
    markAllRead: async () => (await transport.send({ method: "POST", path: "/alerts/all" })).message,
    banners: async () => objectsOf(await transport.send({ method: "GET", path: "/banner-alerts?active=true" }), "banner-alerts"),
  };
}
