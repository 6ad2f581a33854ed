/** S7 "Beneficiaries", "Nonprofits" and "Joint account" (reads). */
import { recordOrNull, records, type Wire } from "./read.js";
import type { Transport } from "./transport.js";

export interface PeopleClient {
  beneficiaries(): Promise<readonly Wire[]>;
  /** The nonprofit chosen, if any. */
  nonprofit(): Promise<Wire | null>;
  /** Null: no joint account. Read by POST, as S7 has it. */
  jointAccount(): Promise<Wire | null>;
}

export function peopleClient(transport: Transport): PeopleClient {
  return {
    beneficiaries: async () => records(await transport.send({ method: "GET", path: "/depositor/beneficiaries" }), "beneficiaries"),
    nonprofit: async () => recordOrNull(await transport.send({ method: "GET", path: "/nonprofits/selected" }), "nonprofits/selected"),
    jointAccount: async () =>
      recordOrNull(
        await transport.send({ method: "POST", path: "/entity/details", body: { excludeDepositorIds: [] }, reading: true }),
        "entity/details",
      ),
  };
}
