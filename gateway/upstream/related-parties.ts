/** Exports the client of S7's "Beneficiaries", "Nonprofits" and "Joint account" (reads). */
import type { JsonObject } from "./json-object.js";
import { objectOrNull, objectsOf } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface RelatedPartiesClient {
  beneficiaries(): Promise<readonly JsonObject[]>;
  /** The selected nonprofit, if any. */
  nonprofit(): Promise<JsonObject | null>;
  /** Null without a joint account. S7 reads it by POST. */
  jointAccount(): Promise<JsonObject | null>;
}

export function relatedPartiesClient(transport: Transport): RelatedPartiesClient {
  return {
    beneficiaries: async () => objectsOf(await transport.send({ method: "GET", path: "/depositor/beneficiaries" }), "beneficiaries"),
    nonprofit: async () => objectOrNull(await transport.send({ method: "GET", path: "/nonprofits/selected" }), "nonprofits/selected"),
    jointAccount: async () =>
      objectOrNull(
        await transport.send({ method: "POST", path: "/entity/details", body: { excludeDepositorIds: [] }, readOnly: true }),
        "entity/details",
      ),
  };
}
