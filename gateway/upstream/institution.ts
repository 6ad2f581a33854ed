/** S7 "Requests and service", branding, FAQs, device: what the institution tells of itself. */
import { record, recordOrNull, records, type Wire } from "./read.js";
import type { Transport } from "./transport.js";

export interface InstitutionClient {
  branding(): Promise<Wire>;
  service(): Promise<Wire>;
  faqs(): Promise<readonly Wire[]>;
  deviceInfo(): Promise<Wire | null>;
  /** Extension: places that match what was typed of a street. */
  places(search: string): Promise<readonly Wire[]>;
}

export function institutionClient(transport: Transport): InstitutionClient {
  return {
    branding: async () => record(await transport.send({ method: "GET", path: "/branding" }), "branding"),
    service: async () => record(await transport.send({ method: "GET", path: "/service" }), "service"),
    faqs: async () => records(await transport.send({ method: "GET", path: "/faqs" }), "faqs"),
    deviceInfo: async () => recordOrNull(await transport.send({ method: "GET", path: "/device-info" }), "device-info"),
    places: async (search) =>
      records(await transport.send({ method: "GET", path: `/x/places?search=${encodeURIComponent(search)}` }), "places"),
  };
}
