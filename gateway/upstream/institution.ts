/** Exports the client of S7's "Requests and service", branding, FAQs and device information. */
import type { JsonObject } from "./json-object.js";
import { objectOf, objectOrNull, objectsOf } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface InstitutionClient {
  branding(): Promise<JsonObject>;
  service(): Promise<JsonObject>;
  faqs(): Promise<readonly JsonObject[]>;
  deviceInfo(): Promise<JsonObject | null>;
  /** Extension: address suggestions for a partly typed street. */
  places(search: string): Promise<readonly JsonObject[]>;
}

export function institutionClient(transport: Transport): InstitutionClient {
  return {
    branding: async () => objectOf(await transport.send({ method: "GET", path: "/branding" }), "branding"),
    service: async () => objectOf(await transport.send({ method: "GET", path: "/service" }), "service"),
    faqs: async () => objectsOf(await transport.send({ method: "GET", path: "/faqs" }), "faqs"),
    deviceInfo: async () => objectOrNull(await transport.send({ method: "GET", path: "/device-info" }), "device-info"),
    places: async (search) =>
      objectsOf(await transport.send({ method: "GET", path: `/x/places?search=${encodeURIComponent(search)}` }), "places"),
  };
}
