/** S7 "Beneficiaries", "Nonprofits" and "Joint account" (reads). */
import { type JsonObject, objectOrNull, objectsOf } from "./response-data.js";
import type { Transport } from "./transport.js";

export interface RelatedPartiesClient {
  beneficiaries(): Promise<readonly JsonObject[]>;
  /** The nonprofit chosen, if any. */
  nonprofit(): Promise<JsonObject | null>;
  /** Null: no joint account. Read by POST, as S7 has it. */
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
